import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test, { suite } from 'node:test';
import type { FileReply } from '../../../../core/operation.ts';
import { personOf } from '../../../platform/audit/testing.ts';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { allTables } from '../../../../../test/tables.ts';
import { complianceService } from '../compliance.sample.ts';
import { fileTypeOf } from './file-type.ts';
import { sweepFiles } from './files.ts';

const CONTROL = 'cmmc-l2:AC.L2-3.1.1';
const TEXT = 'Reviewed on May 4\n';
const HOUR_MS = 3_600_000;
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

suite('the type of a file', () => {
  const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]);
  const cases: [says: string, name: string, content: string | Uint8Array, type: string | null][] = [
    ['PDF', 'policy.pdf', '%PDF-1.7\n', 'application/pdf'], ['text', 'notes.txt', TEXT, 'text/plain'], ['text with a mark of its encoding', 'notes.txt', '\uFEFFReviewed', 'text/plain'],
    ['a table', 'accounts.CSV', 'a,b\n1,2\n', 'text/csv'], ['a document of an office program', 'plan.docx', zip, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a page', 'page.html', '<!doctype html><script>alert(1)</script>', null], ['a page that calls itself text', 'page.txt', '<!doctype html><script>alert(1)</script>', null],
    ['a page behind white space', 'page.txt', '\n  <html onload=alert(1)>', null], ['a picture with a script', 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', null],
    ['a picture with a script that calls itself text', 'logo.md', '<?xml version="1.0"?><svg/>', null], ['a page that calls itself PDF', 'page.pdf', '<html></html>', null],
    ['an archive', 'bomb.zip', zip, null], ['a program', 'run.exe', 'MZ', null], ['bytes that are no text', 'notes.txt', Buffer.from([0xff, 0xfe, 0]), null], ['nothing', 'notes.txt', '', null], ['a name without an end', 'notes', TEXT, null],
    ['a name that hides its end', 'page.html.txt', TEXT, 'text/plain'],
  ];
  for (const [says, name, content, type] of cases) test(`${says}: ${name}`, () => assert.equal(fileTypeOf(name, Buffer.from(content)), type));
});

onEachDatabase('files and links as evidence', open => {
  async function setUp() {
    const service = complianceService(await open());
    const account = await service.addAccount();
    await account.choose('cmmc-l2');
    const add = (given: Record<string, unknown> = {}) => account.call('compliance.evidence.add', { title: 'Review of accounts', controls: [CONTROL], file: { name: 'review.txt', content: base64(TEXT) }, ...given });
    const sweep = () => sweepFiles.handle({ payload: {}, services: service.services, signal: new AbortController().signal } as never);
    return { ...service, ...account, add, sweep };
  }
  const bytesOf = async (reply: FileReply) => Buffer.concat((await Array.fromAsync(reply.body as AsyncIterable<Uint8Array>)).map(part => Buffer.from(part)));

  test('a file is kept with its hash, and comes back byte for byte as a download that no browser shows', async () => {
    const { add, call } = await setUp();
    const { status, body } = await add({ file: { name: '../re\u202Eview.txt', content: base64(TEXT) } });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(body.data.file, { name: 'review.txt', mediaType: 'text/plain', size: TEXT.length, sha256: createHash('sha256').update(TEXT).digest('hex') });
    const { body: file } = await call('compliance.evidence.download', { id: body.data.id });
    assert.deepEqual([file.contentType, file.fileName, (await bytesOf(file)).toString()], ['application/octet-stream', 'review.txt', TEXT]);
  });

  test('a control counts what holds today, and shows what does not', async () => {
    const { add, call, clock } = await setUp();
    await add();
    const link = { file: undefined, url: 'https://intranet.example/policy' };
    await add({ ...link, validUntil: '2026-01-15' });
    await add({ ...link, validUntil: '2026-01-14' });
    const control = async () => (await call('compliance.get', { id: CONTROL })).body.data;
    assert.deepEqual([(await control()).evidence.documents, (await control()).evidence.expired, (await control()).documents.map(({ state }: any) => state).toSorted()], [2, 1, ['expired', 'valid', 'valid']]);
    clock.advance(24 * HOUR_MS);
    assert.deepEqual([(await control()).evidence.documents, (await control()).evidence.expired], [1, 2]);
    assert.equal((await control()).status, 'notAssessed');
  });

  test('one that is withdrawn counts no more and is kept, with who and why; it is withdrawn once', async () => {
    const { add, call } = await setUp();
    const { id } = (await add()).body.data;
    const withdrawn = (await call('compliance.evidence.withdraw', { id, reason: 'Superseded' })).body.data;
    assert.deepEqual([withdrawn.state, withdrawn.withdrawn.reason, withdrawn.withdrawn.by.type], ['withdrawn', 'Superseded', 'person']);
    assert.equal((await call('compliance.evidence.withdraw', { id, reason: 'Again' })).body.data.withdrawn.reason, 'Superseded');
    assert.equal((await call('compliance.get', { id: CONTROL })).body.data.evidence.documents, 0);
    const { body: file } = await call('compliance.evidence.download', { id });
    assert.equal((await bytesOf(file)).toString(), TEXT);
    const count = async (filter: object) => (await call('compliance.evidence.list', { ...filter })).body.data.length;
    assert.deepEqual([await count({}), await count({ withdrawn: 'true' }), await count({ withdrawn: 'false' }), await count({ control: CONTROL }), await count({ control: 'cmmc-l2:AC.L2-3.1.2' })], [1, 1, 0, 1, 0]);
  });

  const refused: [says: string, given: Record<string, unknown>, status: number][] = [
    ['a page', { file: { name: 'page.html', content: base64('<!doctype html>') } }, 400],
    ['a picture with a script', { file: { name: 'logo.svg', content: base64('<svg/>') } }, 400],
    ['what is no base64', { file: { name: 'review.txt', content: '§' } }, 400],
    ['neither file nor link', { file: undefined }, 400],
    ['both', { url: 'https://example.org/' }, 400],
    ['a link that runs a script', { file: undefined, url: 'javascript:alert(1)' }, 400],
    ['a control of a framework that does not apply', { controls: ['pci-dss:1.1'] }, 404],
    ['a heading', { controls: ['hipaa-security:164.308(a)(1)(i)'] }, 404],
  ];
  test(`what is refused leaves nothing: ${refused.map(([says]) => says).join(', ')}`, async () => {
    const { add, held, services } = await setUp();
    for (const [says, given, status] of refused) assert.equal((await add(given)).status, status, says);
    assert.deepEqual([held.size, await allTables(services.db).selectFrom('compliance_document').selectAll().execute()], [0, []]);
  });

  test('what goes beyond the plan is refused before anything is kept', async () => {
    const { add, services, held } = await setUp();
    Object.assign(services, { plans: { ...services.plans, pro: { ...services.plans.pro, evidenceMiB: 1 } } });
    const content = base64(Buffer.alloc(700 * 1024, 'a'));
    assert.equal((await add({ file: { name: 'a.txt', content } })).status, 201);
    const second = await add({ file: { name: 'b.txt', content } });
    assert.deepEqual([second.status, second.body.code, held.size], [402, 'plan_upgrade_required', 1]);
    assert.equal((await add({ file: undefined, url: 'https://example.org/' })).status, 201);
  });

  test('another account sees neither the evidence nor its file', async () => {
    const { add, addAccount } = await setUp();
    const { id } = (await add()).body.data;
    const stranger = await addAccount();
    for (const [operation, input] of [['get', {}], ['download', {}], ['withdraw', { reason: 'Ours' }]] as const) assert.equal((await stranger.call(`compliance.evidence.${operation}`, { id, ...input })).status, 404);
    assert.deepEqual((await stranger.call('compliance.evidence.list')).body.data, []);
  });

  test('a viewer may read and download, and add nothing', async () => {
    const { add, call, account } = await setUp();
    const { id } = (await add()).body.data;
    const viewer = personOf(account, 'viewer');
    assert.equal((await call('compliance.evidence.download', { id }, viewer)).status, 200);
    assert.equal((await call('compliance.evidence.add', { title: 'Mine', controls: [CONTROL], url: 'https://example.org/' }, viewer)).status, 403);
    assert.equal((await call('compliance.evidence.withdraw', { id, reason: 'No' }, viewer)).status, 403);
  });

  test('bytes go with their account, and those that never became evidence an hour later; others stay', async () => {
    const { add, sweep, held, clock, services, account, addAccount } = await setUp();
    await add();
    const other = await addAccount();
    await other.choose('cmmc-l2');
    await other.call('compliance.evidence.add', { title: 'Theirs', controls: [CONTROL], file: { name: 'review.txt', content: base64(TEXT) } });
    assert.equal(held.size, 2);
    clock.advance(2 * HOUR_MS);
    await sweep();
    assert.equal(held.size, 2);
    await allTables(services.db).deleteFrom('account').where('id', '=', account.id).execute();
    await sweep();
    assert.equal(held.size, 1);
    assert.equal((await allTables(services.db).selectFrom('compliance_blob').selectAll().execute()).length, 1);
  });
});
