import assert from 'node:assert/strict';
import test from 'node:test';
import { personOf } from '../../../platform/audit/testing.ts';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { allTables } from '../../../../../test/tables.ts';
import { complianceService } from '../compliance.sample.ts';
import { cataloguesIn, controlsOf } from '../export.ts';

const content = 'id,title,family,text\nH-1,Lock the door,Doors,Whoever leaves last locks it.\nH-2,Close the windows,Windows,\n';

onEachDatabase('catalogues that an account imports', open => {
  async function setUp() {
    const service = complianceService(await open());
    const account = await service.addAccount();
    const bring = (given: Record<string, unknown> = {}) => account.call('compliance.catalogues.import', { format: 'csv', title: 'Rules of the house', content, ...given });
    const framework = async (id: string) => (await account.call('compliance.frameworks.list')).body.data.find((one: any) => one.id === id);
    const bringAndChoose = async () => {
      const { body, status } = await bring();
      assert.equal(status, 201, JSON.stringify(body));
      assert.equal((await account.choose(body.data.id)).status, 200);
      return body.data.id as string;
    };
    return { ...service, ...account, bring, framework, bringAndChoose };
  }

  test('are frameworks like the others: chosen, listed, assessed with history, counted, exported and printed', async () => {
    const { bring, choose, call, framework, account, services } = await setUp();
    const { status, body } = await bring({ edition: '3', source: 'The landlord' });
    assert.equal(status, 201, JSON.stringify(body));
    const { id } = body.data;
    assert.deepEqual([(await framework(id)).own, (await framework(id)).chosen, (await framework('cmmc-l2')).own, (await framework(id)).progress.total], [true, false, false, 2]);
    assert.equal((await call('compliance.update', { id: `${id}:H-1`, version: 0, status: 'met' })).status, 404);
    assert.equal((await choose(id)).status, 200);
    await choose('cmmc-l1');
    const rows = (await call('compliance.list', { framework: id })).body.data;
    assert.deepEqual(rows.map(({ control, title, family, text }: any) => [control, title, family, text]), [['H-1', 'Lock the door', 'Doors', 'Whoever leaves last locks it.'], ['H-2', 'Close the windows', 'Windows', null]]);
    const updated = await call('compliance.update', { id: `${id}:H-1`, version: 0, status: 'met', dueOn: '2026-03-01' });
    assert.equal(updated.status, 200, JSON.stringify(updated.body));
    assert.equal((await call('compliance.update_many', { ids: [`${id}:H-2`], status: 'notMet', dueOn: '2026-03-01' })).status, 200);
    assert.deepEqual([(await framework(id)).progress.percent, (await call('compliance.get', { id: `${id}:H-1` })).body.data.history.length], [50, 1]);
    assert.deepEqual((await call('compliance.tasks.list', { kind: 'control' })).body.data.map(({ subject }: any) => subject), ['Rules of the house H-2, Close the windows']);
    assert.match((await call('compliance.export', { framework: id })).body.body, new RegExp(`${id}:H-1,Lock the door`));
    assert.match((await call('compliance.export', { framework: id, format: 'txt' })).body.body, /Rules of the house[\s\S]*Control: H-1\nLock the door/);
    assert.equal(JSON.parse((await call('compliance.export', { framework: id, format: 'oscalAssessmentResults' })).body.body)['assessment-results'].results[0].findings.length, 2);
    assert.equal((await call('compliance.import', { csv: `id,owner\n${id}:H-2,Ada\n` })).body.data.changed, 1);
    assert.equal((await call('compliance.evidence.add', { title: 'Photo', controls: [`${id}:H-1`], url: 'https://example.org/' })).status, 201);
    assert.deepEqual([(await Array.fromAsync(cataloguesIn(services.db, account.id))).length, (await Array.fromAsync(controlsOf(services.db, account.id))).length], [1, 2]);
  });

  test('are removed with everything that was said of their controls, and nothing else', async () => {
    const { bringAndChoose, call, choose, services, account } = await setUp();
    const id = await bringAndChoose();
    await choose('cmmc-l1');
    for (const control of [`${id}:H-1`, 'cmmc-l1:AC.L1-b.1.i']) assert.equal((await call('compliance.update', { id: control, version: 0, status: 'met' })).status, 200);
    assert.equal((await call('compliance.catalogues.remove', { id })).status, 200);
    assert.equal((await call('compliance.catalogues.remove', { id })).status, 404);
    const db = allTables(services.db);
    for (const table of ['compliance_control', 'compliance_change', 'compliance_framework'] as const) {
      assert.deepEqual((await db.selectFrom(table).select('framework').where('account_id', '=', account.id).execute()).map(({ framework }) => framework), ['cmmc-l1'], table);
    }
    assert.deepEqual(await db.selectFrom('compliance_catalogue_control').selectAll().execute(), []);
  });

  test('what cannot be read is refused with the reason, and nothing is kept', async () => {
    const { bring, services } = await setUp();
    const refused: [given: Record<string, unknown>, path: string][] = [[{ content: 'id,title\na,b\na,c\n' }, 'content'], [{ format: 'oscal', content: '{"catalog":{"controls":[{"id":"a","title":"A"}]}}', title: undefined }, 'title'], [{ format: 'yaml' }, 'format'], [{ title: 'a\u0007' }, 'title']];
    for (const [given, path] of refused) {
      const { status, body } = await bring(given);
      assert.deepEqual([status, body.errors?.[0]?.path], [400, path], JSON.stringify(given));
    }
    assert.deepEqual(await allTables(services.db).selectFrom('compliance_catalogue').selectAll().execute(), []);
  });

  test('are at most five', async () => {
    const { bring } = await setUp();
    for (let at = 0; at < 5; at++) assert.equal((await bring()).status, 201);
    assert.equal((await bring()).body.code, 'limit_reached');
  });

  test('are nobody else\'s, and a viewer brings and removes none', async () => {
    const { bringAndChoose, call, account, addAccount } = await setUp();
    const id = await bringAndChoose();
    const stranger = await addAccount();
    assert.equal((await stranger.choose(id)).status, 404);
    for (const [operation, input] of [['compliance.catalogues.remove', { id }], ['compliance.get', { id: `${id}:H-1` }], ['compliance.update', { id: `${id}:H-1`, version: 0, status: 'met' }], ['compliance.export', { framework: id }]] as const) assert.equal((await stranger.call(operation, input)).status, 404, operation);
    assert.deepEqual([(await stranger.call('compliance.list', { framework: id })).body.data, (await stranger.call('compliance.frameworks.list')).body.data.length], [[], 6]);
    const viewer = personOf(account, 'viewer');
    assert.deepEqual([(await call('compliance.catalogues.remove', { id }, viewer)).status, (await call('compliance.catalogues.import', { format: 'csv', title: 'T', content }, viewer)).status, (await call('compliance.get', { id: `${id}:H-1` }, viewer)).status], [403, 403, 200]);
  });
});
