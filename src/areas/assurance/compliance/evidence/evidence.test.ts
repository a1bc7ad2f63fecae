import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { evidenceKinds, type Observation } from '../../../evidence-source.ts';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { allTables } from '../../../../../test/tables.ts';
import { assessedBelow, evidenceFor, evidenceMap } from '../catalogue/evidence-map.ts';
import { controlOf } from '../catalogue/index.ts';
import { complianceService } from '../compliance.sample.ts';
import { domainsDeleting } from '../../../domains/inventory/index.ts';
import { collecting, endWithDomains } from './collect.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const PCI_MAIL = 'pci-dss:5.4';

suite('the evidence map', () => {
  test('has every kind once, and all of its 78 links lead to a control that is assessed', () => {
    assert.deepEqual(evidenceMap.map(({ kind }) => kind), [...evidenceKinds]);
    const links = evidenceMap.flatMap(({ kind, controls }) => Object.entries(controls).flatMap(([framework, ids]) => ids.map(id => ({ kind, framework, id }))));
    assert.equal(links.length, 78);
    for (const { kind, framework, id } of links) {
      const assessed = assessedBelow(framework, id);
      assert.ok(assessed.length > 0, id);
      for (const control of assessed) assert.ok(controlOf(`${framework}:${control}`) && evidenceFor(framework, control).some(one => one.kind === kind), `${kind} ${control}`);
    }
  });
  test('a link to a heading is one to what stands below it', () => assert.deepEqual(assessedBelow('hipaa-security', '164.312(c)(1)'), ['164.312(c)(2)']));
  test('is read from the side of a control', () => assert.deepEqual(evidenceFor('pci-dss', '5.4').map(({ kind }) => kind), ['emailAuth', 'lookalikes']));
});

onEachDatabase('evidence that the service sees by itself', open => {
  const mailOf = (domain: { id: string; name: string }, verdict: Observation['verdict'], at: number): Observation => ({
    kind: 'emailAuth', domain, observedAt: at, verdict, findings: verdict === 'supports' ? [] : [{ id: 'dmarc.missing', severity: 'high', title: 'There is no DMARC record' }], path: `/domains/${domain.id}`,
  });

  async function setUp(framework = 'pci-dss') {
    const service = complianceService(await open());
    const account = await service.addAccount();
    const domain = await account.addDomain('example.org');
    assert.equal((await account.choose(framework)).status, 200);
    const see = async (...verdicts: Observation['verdict'][]) => {
      service.seen.domains = verdicts.map(verdict => mailOf(domain, verdict, service.clock.now()));
      await account.collect();
    };
    const control = async (id = PCI_MAIL) => (await account.call('compliance.get', { id })).body.data;
    const mail = async () => (await control()).automatic.find(({ kind }: { kind: string }) => kind === 'emailAuth');
    const alerts = async () => (await allTables(service.services.db).selectFrom('alert').selectAll().orderBy('id').execute()).map(({ kind, cause, severity, cleared_at: clearedAt }) => `${kind} ${cause} ${severity}${clearedAt === null ? '' : ' cleared'}`);
    return { ...service, ...account, domain, see, control, mail, alerts };
  }

  test('supports, contradicts and grows stale; the status stays as people set it', async () => {
    const { see, mail, control, clock, domain } = await setUp();
    assert.equal((await mail()).verdict, 'none');
    await see('supports');
    const supported = await mail();
    assert.deepEqual([supported.verdict, supported.supports, supported.observations[0].details.domain, (await control()).status], ['supports', 1, 'example.org', 'notAssessed']);
    clock.advance(DAY_MS);
    await see('contradicts');
    const contradicted = await control();
    assert.deepEqual([contradicted.attention, contradicted.status, contradicted.evidence], [true, 'notAssessed', { supports: 0, contradicts: 1, stale: 0, documents: 0, expired: 0 }]);
    assert.deepEqual((await mail()).observations.map(({ verdict, details }: any) => [verdict, details.findings[0].id, details.path]), [['contradicts', 'dmarc.missing', `/domains/${domain.id}`]]);
    clock.advance(7 * DAY_MS);
    assert.equal((await mail()).verdict, 'contradicts');
    clock.advance(1);
    const stale = await control();
    assert.deepEqual([(await mail()).verdict, stale.attention, stale.evidence.stale], ['stale', false, 1]);
  });

  test('a contradiction of a control that is held to be met is one alert and one notification, and both end with it', async () => {
    const { see, alerts, notified, call, clock } = await setUp();
    await see('contradicts');
    assert.deepEqual([await alerts(), await notified()], [[], []]);
    await call('compliance.update', { id: PCI_MAIL, version: 0, status: 'met' });
    assert.deepEqual(await alerts(), ['compliance.contradicted 5.4 high']);
    await see('supports');
    assert.deepEqual(await alerts(), ['compliance.contradicted 5.4 high cleared']);
    clock.advance(HOUR_MS);
    await see('contradicts');
    assert.deepEqual(await notified(), ['compliance.contradicted: Evidence contradicts 1 control that you assessed as met or partly met']);
    clock.advance(HOUR_MS);
    await see('contradicts');
    assert.deepEqual([await alerts(), await notified()], [['compliance.contradicted 5.4 high'], []]);
    await call('compliance.update', { id: PCI_MAIL, version: 1, status: 'notMet' });
    assert.deepEqual(await alerts(), ['compliance.contradicted 5.4 high cleared']);
  });

  test('the alert of a contradiction names sources and counts alone, since its readers may lack the scope of the source', async () => {
    const { seen, clock, collect, domain, call, services } = await setUp();
    await call('compliance.update', { id: PCI_MAIL, version: 0, status: 'met' });
    const { findings, ...observation } = mailOf(domain, 'contradicts', clock.now());
    seen.domains = [{ ...observation, findings: [...findings, { id: 'spf.missing', severity: 'high', title: 'There is no SPF record' }] }];
    await collect();
    const { detail } = await allTables(services.db).selectFrom('alert').select('detail').executeTakeFirstOrThrow();
    assert.equal(detail, '2 findings of mail authentication');
    const [{ payload }] = await services.queue.take(['notify'], 10) as unknown as [{ payload: { notification: { body: string } } }];
    assert.deepEqual(payload.notification.body.split('\n').slice(1), [detail]);
  });

  test('alerts end when what contradicts has grown stale, and when the framework applies no more', async () => {
    const { see, alerts, call, clock, collect, seen } = await setUp();
    await call('compliance.update', { id: PCI_MAIL, version: 0, status: 'partial' });
    await see('contradicts');
    assert.equal((await alerts()).length, 1);
    seen.domains = [];
    clock.advance(8 * DAY_MS);
    await collect();
    assert.deepEqual(await alerts(), ['compliance.contradicted 5.4 high cleared']);
    await see('contradicts');
    assert.deepEqual(await alerts(), ['compliance.contradicted 5.4 high']);
    await call('compliance.frameworks.update', { framework: 'pci-dss', chosen: false });
    assert.deepEqual(await alerts(), ['compliance.contradicted 5.4 high cleared']);
  });

  test('what could not be determined changes nothing, and what is older than what is known neither', async () => {
    const { see, mail, seen, collect, clock, domain } = await setUp();
    clock.advance(DAY_MS);
    await see('supports');
    seen.domains = [];
    await collect();
    assert.equal((await mail()).verdict, 'supports');
    seen.domains = [mailOf(domain, 'contradicts', clock.now() - HOUR_MS)];
    await collect();
    assert.equal((await mail()).verdict, 'supports');
  });

  test('every time span is kept with what was seen, and is listed by kind, control and domain', async () => {
    const { see, clock, call, domain } = await setUp();
    const begun = clock.now();
    await see('supports');
    clock.advance(DAY_MS);
    await see('supports');
    clock.advance(DAY_MS);
    await see('contradicts');
    const listed = async (filter: object = {}) => (await call('compliance.observations.list', { ...filter })).body;
    assert.deepEqual((await listed()).data.map(({ verdict, since, observedAt, endedAt }: any) => [verdict, since, observedAt, endedAt]), [
      ['contradicts', new Date(begun + 2 * DAY_MS).toISOString(), new Date(begun + 2 * DAY_MS).toISOString(), null],
      ['supports', new Date(begun).toISOString(), new Date(begun + DAY_MS).toISOString(), new Date(begun + 2 * DAY_MS).toISOString()],
    ]);
    const count = async (filter: object) => (await listed(filter)).data.length;
    assert.deepEqual([await count({ kind: 'emailAuth' }), await count({ kind: 'uptime' }), await count({ control: PCI_MAIL }), await count({ control: 'pci-dss:10.7' }), await count({ limit: 1 })], [2, 0, 2, 0, 1]);
    assert.deepEqual([(await listed({ control: 'nothing:1' })).code, (await listed({ control: [PCI_MAIL, 'pci-dss:99'] })).code], ['not_found', 'not_found']);
    assert.equal((await listed()).collectedAt, new Date(clock.now()).toISOString());
    assert.ok(domain.id);
  });

  test('a framework that is about some domains is neither supported nor contradicted by others', async () => {
    const { seen, clock, collect, addDomain, services, domain, control } = await setUp();
    const other = await addDomain('other.example');
    await allTables(services.db).updateTable('compliance_framework').set({ domains: JSON.stringify([other.id]) }).execute();
    seen.domains = [mailOf(domain, 'contradicts', clock.now()), mailOf(other, 'supports', clock.now())];
    await collect();
    assert.deepEqual((await control()).evidence, { supports: 1, contradicts: 0, stale: 0, documents: 0, expired: 0 });
    assert.equal((await allTables(services.db).selectFrom('compliance_observation').selectAll().execute()).length, 1);
  });

  test('a key without the scope of the source sees verdict, time and id, and no more', async () => {
    const { see, call, keyWith } = await setUp();
    await see('contradicts');
    const shownTo = async (...scopes: string[]) => (await call('compliance.get', { id: PCI_MAIL }, keyWith(...scopes))).body.data.automatic[0].observations[0];
    const without = await shownTo('compliance');
    assert.deepEqual([without.verdict, without.details, typeof without.id, typeof without.observedAt], ['contradicts', null, 'string', 'string']);
    assert.equal((await shownTo('compliance', 'domains')).details.domain, 'example.org');
    assert.equal((await call('compliance.observations.list', {}, keyWith('compliance'))).body.data[0].details, null);
  });

  test('another account sees none of it', async () => {
    const { see, addAccount } = await setUp();
    await see('contradicts');
    const stranger = await addAccount();
    await stranger.choose('pci-dss');
    assert.deepEqual([(await stranger.call('compliance.observations.list')).body.data, (await stranger.call('compliance.get', { id: PCI_MAIL })).body.data.evidence.contradicts], [[], 0]);
  });

  test('what was seen of a domain ends when it is deleted, and stays as a record under its name', async () => {
    const { see, services, store, account, domain, control, call, clock } = await setUpWithStore();
    await see('contradicts');
    await store.transaction(tx => endWithDomains.hear(tx, services, { accountId: account.id, domainIds: [domain.id] }));
    assert.equal((await control()).attention, false);
    const [row] = (await call('compliance.observations.list')).body.data;
    assert.deepEqual([row.details.domain, row.endedAt], ['example.org', new Date(clock.now()).toISOString()]);
    assert.equal(endWithDomains.announcement, domainsDeleting.name);
  });

  test('accounts with frameworks are collected every hour, each by one job however many processes ask', async () => {
    const { store, services, clock, account, call } = await setUpWithStore();
    const due = () => store.transaction(tx => collecting.due(tx, { ...services, db: tx }, clock.now(), 100));
    assert.deepEqual([await due(), await due()], [1, 0]);
    const jobs = await services.queue.take(['complianceEvidence'], 10);
    assert.deepEqual(jobs.map(({ accountId }) => accountId), [account.id]);
    await store.transaction(tx => services.queue.finishThese(tx, jobs));
    clock.advance(2 * HOUR_MS);
    assert.equal(await due(), 1);
    await call('compliance.frameworks.update', { framework: 'pci-dss', chosen: false });
    clock.advance(2 * HOUR_MS);
    assert.equal(await due(), 0);
  });

  test('it can be collected at once', async () => {
    const { call, services } = await setUp();
    assert.equal((await call('compliance.observations.collect')).status, 202);
    assert.equal((await services.queue.take(['complianceEvidence'], 10)).length, 1);
  });

  async function setUpWithStore() {
    const one = await setUp();
    return { ...one, store: one.services.store };
  }
});
