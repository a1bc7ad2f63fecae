import assert from 'node:assert/strict';
import test, { suite, type TestContext } from 'node:test';
import { startS3, type S3Fault } from '../../../lab/services/s3.ts';
import { createBlobs, sha256Of } from '../../core/outside/blobs.ts';
import { systemClock } from '../../core/clock.ts';
import { createDoor } from '../door.ts';
import { smallInternet } from '../testing/loopback.ts';
import { createS3Backend } from './s3.ts';
import { parseBlobUrl } from './url.ts';

async function openStore(context: TestContext, over: { secret?: string } = {}) {
  const store = await startS3();
  context.after(() => store.stop());
  const door = createDoor(smallInternet({}, null)).configured;
  return { store, blobs: createBlobs(createS3Backend({ ...store, prefix: 'dss', door, clock: systemClock, timeoutMs: 300, ...over })) };
}

const bytes = Buffer.from('what was there');

test('an object is named by its hash below the prefix', async context => {
  const { store, blobs } = await openStore(context);
  const sha256 = await blobs.put(bytes);
  assert.deepEqual([...store.objects.keys()], [`dss/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`]);
});

suite('a store that fails is never a blob that is missing', () => {
  const cases: [fault: S3Fault, says: RegExp][] = [
    ['noBucket', /404 NoSuchBucket/], ['forbidden', /403 AccessDenied/], ['serverError', /500 InternalError/],
    ['slow', /does not answer: timeout/], ['truncated', /does not answer/], ['damaged', /is damaged/],
  ];
  for (const [fault, says] of cases) {
    test(fault, async context => {
      const { store, blobs } = await openStore(context);
      const sha256 = await blobs.put(bytes);
      store.setFault(fault);
      await assert.rejects(blobs.get(sha256), says);
      if (fault !== 'truncated' && fault !== 'damaged') await assert.rejects(blobs.put(bytes), says);
    });
  }
  test('a secret that is not its own', async context => {
    const { blobs } = await openStore(context, { secret: 'another' });
    await assert.rejects(blobs.put(bytes), /403 SignatureDoesNotMatch/);
  });
});

test('a failure that passes is not noticed', async context => {
  const { store, blobs } = await openStore(context);
  for (const fault of ['serverError', 'slow', 'truncated'] as const) {
    store.setFault(fault, 1);
    await blobs.put(Buffer.from(fault));
    store.setFault(fault, 1);
    assert.equal(Buffer.from((await blobs.get(sha256Of(fault)))!).toString(), fault);
  }
});

suite('DSS_BLOB_URL', () => {
  const cases: [text: string, expected: ReturnType<typeof parseBlobUrl>][] = [
    ['database', { kind: 'database' }],
    ['/srv/blobs', { kind: 'folder', path: '/srv/blobs' }],
    ['./blobs', { kind: 'folder', path: './blobs' }],
    ['s3://evidence', { kind: 's3', bucket: 'evidence', prefix: '', endpoint: 'https://s3.us-east-1.amazonaws.com', region: 'us-east-1' }],
    ['s3://evidence/dss/a/?endpoint=http://127.0.0.1:9000&region=lab-1', { kind: 's3', bucket: 'evidence', prefix: 'dss/a', endpoint: 'http://127.0.0.1:9000', region: 'lab-1' }],
  ];
  for (const [text, expected] of cases) test(`${text} is taken`, () => assert.deepEqual(parseBlobUrl(text), expected));
  for (const text of ['https://example.org', 's3://', 's3://a:b@bucket', 's3://Bucket_/', 's3://bucket?key=x', 's3://bucket?endpoint=ftp://a', 's3://bucket?endpoint=https://a/b', 's3://bucket/%zz', 'postgres://a/b']) {
    test(`${text} is refused`, () => assert.ok('invalid' in parseBlobUrl(text)));
  }
});
