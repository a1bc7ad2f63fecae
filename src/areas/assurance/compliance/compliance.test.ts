import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase } from '../../../../test/databases.ts';
import { personOf } from '../../platform/audit/testing.ts';
import { complianceService } from './compliance.sample.ts';
import { controlOperations } from './controls/operations.ts';
import { controlsOf, incidentsOf } from './export.ts';
import { frameworkOperations } from './frameworks/operations.ts';
import { incidentOperations } from './incidents/operations.ts';

const [listFrameworks, chooseFramework] = frameworkOperations;
const [list, show, update, updateMany] = controlOperations;
const [listIncidents, showIncident, openIncident, changeIncident] = incidentOperations;
const CONTROL = 'cmmc-l2:AC.L2-3.1.1';

onEachDatabase('compliance', open => {
  async function chosen(framework = 'cmmc-l2') {
    const store = await open();
    const service = complianceService(store);
    const { account } = await service.addAccount();
    const call = (operation: Parameters<typeof service.call>[0], input: Record<string, unknown> = {}) => service.call(operation, personOf(account), input);
    assert.equal((await call(chooseFramework, { framework, chosen: true })).status, 200);
    return { store, service, account, call };
  }

  test('the controls of a framework that applies are listed page by page in the order of the catalogue, each once', async () => {
    const { call } = await chosen();
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await call(list, { limit: 25, ...(cursor ? { cursor } : {}) });
      ids.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    }
    assert.deepEqual([ids.length, new Set(ids).size, ids[0], ids.at(-1)], [110, 110, CONTROL, 'cmmc-l2:SI.L2-3.14.7']);
  });

  test('a change needs the version that was read, and stays in the history with who and why', async () => {
    const { call } = await chosen();
    const first = await call(update, { id: CONTROL, version: 0, status: 'partial', owner: 'Ada', note: 'Two systems are left' });
    assert.deepEqual([first.status, first.body.data.version, first.body.data.status], [200, 1, 'partial']);
    const late = await call(update, { id: CONTROL, version: 0, status: 'met' });
    assert.deepEqual([late.status, late.body.code, late.body.current.owner], [409, 'version_conflict', 'Ada']);
    await call(update, { id: CONTROL, version: 1, status: 'met' });
    const { data } = (await call(show, { id: CONTROL })).body;
    assert.deepEqual(data.history.map(({ version, note, changes }: any) => [version, note, changes]), [
      [2, null, [{ field: 'status', from: 'partial', to: 'met' }]],
      [1, 'Two systems are left', [{ field: 'status', from: 'notAssessed', to: 'partial' }, { field: 'owner', from: null, to: 'Ada' }]],
    ]);
    assert.equal(data.owner, 'Ada');
  });

  const rules: [says: string, framework: string, id: string, given: object, status: number, path?: string][] = [
    ['what does not apply needs a reason', 'cmmc-l2', CONTROL, { status: 'notApplicable' }, 400, 'justification'],
    ['with a reason it does not apply', 'cmmc-l2', CONTROL, { status: 'notApplicable', justification: 'There are no remote users' }, 200],
    ['an alternative needs a reason', 'hipaa-security', 'hipaa-security:164.312(a)(2)(iv)', { status: 'met', approach: 'alternative' }, 400, 'justification'],
    ['an alternative for an addressable specification', 'hipaa-security', 'hipaa-security:164.312(a)(2)(iv)', { status: 'met', approach: 'alternative', justification: 'The disks never leave the room' }, 200],
    ['no alternative for a required one', 'hipaa-security', 'hipaa-security:164.308(a)(1)(ii)(A)', { approach: 'alternative', justification: 'Why not' }, 400, 'approach'],
    ['a heading is not assessed', 'hipaa-security', 'hipaa-security:164.308(a)(1)(i)', { status: 'met' }, 404],
    ['a control of a framework that does not apply', 'cmmc-l2', 'pci-dss:1.1', { status: 'met' }, 404],
  ];
  for (const [says, framework, id, given, status, path] of rules) {
    test(says, async () => {
      const { call } = await chosen(framework);
      const reply = await call(update, { id, version: 0, ...given });
      assert.equal(reply.status, status, JSON.stringify(reply.body));
      if (path !== undefined) assert.equal(reply.body.errors[0].path, path);
    });
  }

  test('several controls are changed together or not at all, and progress and score are counted over all', async () => {
    const { call } = await chosen();
    const ids = (await call(list, { limit: 200 })).body.data.map(({ id }: { id: string }) => id);
    assert.equal((await call(updateMany, { ids: [...ids.slice(0, 3), 'pci-dss:1.1'], status: 'met' })).status, 404);
    const of = async () => (await call(listFrameworks)).body.data.find(({ id }: { id: string }) => id === 'cmmc-l2');
    assert.deepEqual([(await of()).progress.byStatus.met, (await of()).sprs.score], [0, null]);
    assert.equal((await call(updateMany, { ids, status: 'met', note: 'Assessed in May' })).status, 200);
    const { progress, sprs } = await of();
    assert.deepEqual([progress.percent, sprs.score, sprs.status, sprs.deductions], [100, 110, 'final', []]);
    await call(update, { id: 'cmmc-l2:IA.L2-3.5.3', version: 1, status: 'partial' });
    assert.deepEqual((await of()).sprs.deductions, [{ control: 'IA.L2-3.5.3', title: 'Multifactor Authentication', points: 3 }]);
  });

  test('filters choose by status, owner, family, words and what is overdue', async () => {
    const { call } = await chosen();
    await call(update, { id: CONTROL, version: 0, status: 'notMet', owner: 'Ada', dueOn: '2020-02-29' });
    const count = async (filter: Record<string, unknown>) => (await call(list, { limit: 200, ...filter })).body.data.length;
    assert.deepEqual([await count({ status: 'notMet' }), await count({ owner: 'Ada' }), await count({ owner: 'none' }), await count({ overdue: 'true' }), await count({ family: 'Awareness and Training' }), await count({ search: 'multifactor' })], [1, 1, 109, 1, 3, 1]);
  });

  test('an incident brings the duties that what is known of it does not rule out, each with its time', async () => {
    const { call, store, account } = await chosen();
    const opened = await call(openIncident, { title: 'Laptop with patient records', kind: 'breach', severity: 2, discoveredAt: '2026-01-10T15:00:00Z', timeZone: 'America/New_York', healthData: true, encrypted: false, individualsAffected: 620, cardData: false, coveredDefenseInformation: false, customerFinancialData: false, taxData: false, personalDataInEurope: false, listedCompany: false, businessAssociate: false });
    assert.equal(opened.status, 201, JSON.stringify(opened.body));
    const { id, obligations } = opened.body.data;
    assert.deepEqual(obligations.map(({ id: duty, applies, dueAt }: any) => [duty, applies, dueAt]), [
      ['hipaaIndividuals', 'yes', '2026-03-12T03:59:59.999Z'], ['hipaaMedia', 'unclear', '2026-03-12T03:59:59.999Z'], ['hipaaHhsLarge', 'yes', '2026-03-12T03:59:59.999Z'],
    ]);
    const encrypted = await call(changeIncident, { id, version: 1, encrypted: true });
    assert.deepEqual(encrypted.body.data.obligations, []);
    const done = await call(changeIncident, { id, version: 2, encrypted: false, obligation: { id: 'hipaaIndividuals', state: 'done', doneAt: '2026-01-20T00:00:00Z', reference: 'First-class mail' } });
    assert.deepEqual([done.body.data.obligations[0].state, done.body.data.obligations[0].reference], ['done', 'First-class mail']);
    assert.equal((await call(changeIncident, { id, version: 1, status: 'closed' })).body.code, 'version_conflict');
    assert.equal((await call(listIncidents, { status: 'open' })).body.data.length, 1);
    assert.deepEqual([(await Array.fromAsync(incidentsOf(store.db, account.id))).length, (await Array.fromAsync(controlsOf(store.db, account.id))).length], [1, 0]);
  });

  test('nothing is known: every duty may apply, and only those run whose moment has come', async () => {
    const { call } = await chosen();
    const { data } = (await call(openIncident, { title: 'Something odd', kind: 'securityIncident', severity: 3, discoveredAt: '2026-01-10T15:00:00Z' })).body;
    assert.deepEqual(data.obligations.filter(({ applies }: any) => applies !== 'unclear'), []);
    assert.deepEqual(data.obligations.filter(({ dueAt }: any) => dueAt === null).map(({ id }: any) => id), ['dfarsPreserve', 'sec8k']);
    const startOf = (wanted: string) => data.obligations.find(({ id }: any) => id === wanted).startsAt;
    assert.deepEqual(['gdprAuthority', 'hipaaHhsSmall', 'sec8k'].map(startOf), ['2026-01-10T15:00:00.000Z', '2026-12-31T23:59:59.999Z', null]);
    const reported = await call(changeIncident, { id: data.id, version: 1, reportedAt: '2026-01-12T09:00:00Z' });
    assert.equal(reported.body.data.obligations.find(({ id }: any) => id === 'dfarsPreserve').startsAt, '2026-01-12T09:00:00.000Z');
  });

  test('deadlines are counted over all incidents that are not over, whatever a page shows', async () => {
    const { call, store } = await chosen();
    const open = async (title: string, discoveredAt: string) => (await call(openIncident, { title, kind: 'breach', severity: 2, discoveredAt, cardData: true, healthData: false, coveredDefenseInformation: false, customerFinancialData: false, taxData: false, personalDataInEurope: false, listedCompany: false })).body.data.id as string;
    const [first] = [await open('First', '2026-01-01T00:00:00Z'), await open('Second', '2026-01-02T00:00:00Z')];
    const deadlines = async (filter: Record<string, unknown> = {}) => (await call(listIncidents, { limit: 1, ...filter })).body.deadlines;
    assert.deepEqual(await deadlines(), { overdue: 2, next: null });
    assert.deepEqual(await deadlines({ status: 'closed' }), { overdue: 2, next: null });
    await call(changeIncident, { id: first, version: 1, status: 'closed' });
    assert.deepEqual(await deadlines(), { overdue: 1, next: null });
    const recent = new Date(store.clock.now() - 3_600_000).toISOString();
    const { data } = (await call(openIncident, { title: 'Third', kind: 'breach', severity: 1, discoveredAt: recent, cardData: false, healthData: false, coveredDefenseInformation: false, customerFinancialData: false, taxData: false, personalDataInEurope: true, listedCompany: false })).body;
    const { next } = await deadlines();
    assert.deepEqual([next.incidentId, next.duty, next.dueAt], [data.id, 'Notify the supervisory authority', new Date(Date.parse(recent) + 72 * 3_600_000).toISOString()]);
  });

  test('a conflict shows the incident as it is now, with the duties that were fulfilled', async () => {
    const { call } = await chosen();
    const { id } = (await call(openIncident, { title: 'Cards', kind: 'breach', severity: 2, discoveredAt: '2026-01-01T00:00:00Z', cardData: true })).body.data;
    await call(changeIncident, { id, version: 1, obligation: { id: 'pciBrands', state: 'done', doneAt: '2026-01-01T01:00:00Z' } });
    const { body } = await call(changeIncident, { id, version: 1, status: 'closed' });
    assert.deepEqual([body.code, body.current.version, body.current.obligations.find((duty: any) => duty.id === 'pciBrands').state], ['version_conflict', 2, 'done']);
  });

  test('overdue controls are counted with the progress of their framework', async () => {
    const { call } = await chosen();
    await call(update, { id: CONTROL, version: 0, status: 'notMet', dueOn: '2020-02-29' });
    await call(update, { id: 'cmmc-l2:AC.L2-3.1.2', version: 0, status: 'met', dueOn: '2020-02-29' });
    assert.equal((await call(listFrameworks)).body.data.find(({ id }: { id: string }) => id === 'cmmc-l2').progress.overdue, 1);
  });

  test('an incident that is discovered in the future is refused', async () => {
    const { call } = await chosen();
    const unknown = await call(openIncident, { title: 'Typo', kind: 'breach', severity: 1, discoveredAt: '2026-01-01T00:00:00Z', riskAssessment: { nature: 'Names', mitigation: 'All' }, actions: [{ at: '2026-01-01T00:00:00Z', text: 'Locked out', who: 'Ada' }] });
    assert.deepEqual([unknown.status, unknown.body.errors.map(({ path }: { path: string }) => path)], [400, ['riskAssessment.mitigation', 'actions.0.who']]);
    assert.equal((await call(openIncident, { title: 'Later', kind: 'breach', severity: 1, discoveredAt: '2999-01-01T00:00:00Z' })).body.errors[0].path, 'discoveredAt');
  });

  test('another account sees neither what was said nor incidents', async () => {
    const { call, service } = await chosen();
    await call(update, { id: CONTROL, version: 0, status: 'met' });
    const { id } = (await call(openIncident, { title: 'Ours', kind: 'breach', severity: 1, discoveredAt: '2026-01-01T00:00:00Z' })).body.data;
    const { account: stranger } = await service.addAccount();
    const ask = (operation: Parameters<typeof service.call>[0], input: Record<string, unknown> = {}) => service.call(operation, personOf(stranger), input);
    assert.equal((await ask(showIncident, { id })).status, 404);
    assert.deepEqual((await ask(list)).body.data, []);
    await ask(chooseFramework, { framework: 'cmmc-l2', chosen: true });
    assert.equal((await ask(show, { id: CONTROL })).body.data.status, 'notAssessed');
  });
});
