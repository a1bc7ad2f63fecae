import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { suite, type TestContext } from 'node:test';
import { startS3 } from '../lab/services/s3.ts';
import { createBlobs, sha256Of, type Blobs } from '../src/core/outside/blobs.ts';
import { systemClock } from '../src/core/clock.ts';
import { createDatabaseBackend } from '../src/store/index.ts';
import { onEachDatabase } from './databases.ts';
import { createFolderBackend } from '../src/wire/blobs/folder.ts';
import { createS3Backend } from '../src/wire/blobs/s3.ts';
import { createDoor } from '../src/wire/door.ts';

/** What holds of every place where blobs may lie. */
function keepsBlobs(open: (context: TestContext) => Promise<Blobs>): void {
  const sizes = [0, 1, 65_535, 65_536, 65_537, 1_500_000];
  test('bytes of any size come back as they were', async context => {
    const blobs = await open(context);
    for (const size of sizes) {
      const bytes = randomBytes(size);
      const sha256 = await blobs.put(bytes);
      assert.equal(sha256, sha256Of(bytes));
      assert.deepEqual(Buffer.from((await blobs.get(sha256))!), bytes);
    }
  });
  test('the same bytes are kept once, also when many put them at once, and removed once', async context => {
    const blobs = await open(context);
    const bytes = randomBytes(200_000);
    const [sha256] = await Promise.all(Array.from({ length: 8 }, () => blobs.put(bytes)));
    assert.deepEqual(Buffer.from((await blobs.get(sha256!))!), bytes);
    await blobs.delete(sha256!);
    assert.equal(await blobs.get(sha256!), null);
    await blobs.delete(sha256!);
  });
  test('what was never put is not there, and what is no hash is refused', async context => {
    const blobs = await open(context);
    assert.equal(await blobs.get('0'.repeat(64)), null);
    for (const name of ['../secret', '', 'A'.repeat(64), `${'0'.repeat(63)}/`]) {
      await assert.rejects(blobs.get(name), TypeError);
      await assert.rejects(blobs.delete(name), TypeError);
    }
  });
}

suite('blobs in a folder', () => {
  const openFolder = (context: TestContext) => {
    const folder = join(mkdtempSync(join(tmpdir(), 'dss-blobs-')), 'blobs');
    context.after(() => rmSync(join(folder, '..'), { recursive: true }));
    return { folder, blobs: createBlobs(createFolderBackend({ folder, randomBytes })) };
  };
  keepsBlobs(async context => openFolder(context).blobs);

  test('are files for this user only, two folders deep, with nothing else left there', async context => {
    const { folder, blobs } = openFolder(context);
    const sha256 = await blobs.put(Buffer.from('a'));
    const files = globSync('**', { cwd: folder }).filter(name => statSync(join(folder, name)).isFile());
    assert.deepEqual(files, [`${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`]);
    assert.equal(statSync(join(folder, files[0]!)).mode & 0o777, 0o600);
  });

  test('that were changed are reported, and repaired by putting them again', async context => {
    const { folder, blobs } = openFolder(context);
    const sha256 = await blobs.put(Buffer.from('as it was'));
    writeFileSync(join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256), 'as it is');
    await assert.rejects(blobs.get(sha256), /is damaged/);
    await blobs.put(Buffer.from('as it was'));
    assert.equal(Buffer.from((await blobs.get(sha256))!).toString(), 'as it was');
  });
});

onEachDatabase('blobs in the database', open => keepsBlobs(async () => createBlobs(createDatabaseBackend(await open()))));

suite('blobs in an S3-compatible store', () => keepsBlobs(async context => {
  const store = await startS3();
  context.after(() => store.stop());
  const door = createDoor({ allow: [], clock: systemClock, route: () => null, resolve: async () => ({ outcome: 'absent', nxdomain: true, via: [] }) });
  return createBlobs(createS3Backend({ ...store, prefix: '', door: door.configured, clock: systemClock }));
}));
