// What the operations answer, through the whole service.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { onEachDatabaseServed, type TestAccount } from '../../../../../test/service.ts';
import { findingSources } from '../../../../app/registry.ts';
import { replay } from '../../../domains/scanner-issues/index.ts';
import { ownershipProven } from '../../../domains/ownership/index.ts';
import { dayOf, isoDay, startOfDay } from '../store/days.ts';
import { addDomain, collect, prove, reportXml, type MadeRecord } from '../store/store.sample.ts';
import { keepReports } from '../store/keep.ts';
import type { KeepOutcome, ToKeep } from '../store/shapes.ts';
import { findMessage } from '../spool/store.ts';
import { takeIn } from '../spool/take-in.ts';
import { until } from '../../../../../test/processes.ts';
import { allTables } from '../../../../../test/tables.ts';

const DAY_MS = 86_400_000;
const own: MadeRecord = { ip: '192.0.2.1', count: 100, dkim: 'pass', spf: 'pass', signatures: [['shop.example', 's1', 'pass']] };
const forged: MadeRecord = { ip: '198.51.100.7', count: 20, disposition: 'quarantine', checked: ['shop.example', 'fail'] };
const tlsReport = (domain: string) => Buffer.from(JSON.stringify({
  'organization-name': 'Google', 'date-range': { 'start-datetime': isoDay(dayOf(Date.now()) - 1) + 'T00:00:00Z', 'end-datetime': isoDay(dayOf(Date.now()) - 1) + 'T23:59:59Z' }, 'report-id': 'tls-1',
  policies: [{
    policy: { 'policy-type': 'sts', 'policy-domain': domain }, summary: { 'total-successful-session-count': 90, 'total-failure-session-count': 10 },
    'failure-details': [{ 'result-type': 'certificate-expired', 'receiving-mx-hostname': 'mx.shop.example', 'failed-session-count': 8 }],
  }],
}));

onEachDatabaseServed('what reports say', { quickPasswords: true }, service => {
  let [account, stranger]: TestAccount[] = [];
  const get = async (path: string, by = account!): Promise<{ status: number; body: any }> => service().request('GET', path, { cookie: by.owner.cookie });
  const decide = (sender: string, body: object, by = account!): Promise<{ status: number; body: any }> =>
    service().request('POST', `/api/dmarc/senders/${encodeURIComponent(sender)}`, { cookie: by.owner.cookie, body });
  const keep = async (accountId: string, bytes: Buffer, how: Partial<ToKeep> = {}): Promise<KeepOutcome[]> => {
    const { store, service: { services } } = service();
    const outcomes: KeepOutcome[] = [];
    for (const reading of await collect(bytes, Date.now())) {
      outcomes.push(...await store.transaction(tx => keepReports(tx, services, accountId, [{ message: `dmm_${reading.contentHash}`, receivedAt: Date.now(), authenticated: 'upload', ...how, reading }])));
    }
    return outcomes;
  };

  before(async () => {
    account = await service().account({ plan: 'enterprise' });
    stranger = await service().account({ plan: 'enterprise' });
    const { db } = service().store;
    await addDomain(db, account.id, 'shop.example', true, Date.now());
    await addDomain(db, account.id, 'waiting.example', false, Date.now());
    await addDomain(db, stranger.id, 'other.example', true, Date.now());
    const today = dayOf(Date.now());
    for (let at = 1; at <= 20; at++) {
      for (const organization of ['google.com', 'yahoo.com', 'gmx.net', 'mail.ru']) {
        await keep(account.id, reportXml({ domain: 'shop.example', organization, id: `${organization}-${at}`, begin: startOfDay(today - at), records: [own, forged] }));
      }
    }
    const { id } = await takeIn(service().service.services, account.id, { way: 'upload', sender: { domain: null, authenticated: 'upload' }, bytes: reportXml({ domain: 'waiting.example', begin: startOfDay(today - 1), records: [own] }) });
    await until(async () => (await findMessage(db, account!.id, id))!.state === 'held', 'the report is held');
    await keep(account.id, reportXml({ domain: 'shop.example', id: 'forged', begin: startOfDay(today - 1), records: [{ ip: '203.0.113.9', count: 5000 }] }), { authenticated: 'none' });
    await keep(account.id, tlsReport('shop.example'));
  });

  test('the summary adds up, by day, class and sender, and leaves out what nobody vouches for', async () => {
    const { status, body: { data } } = await get('/api/dmarc/summary?domain=shop.example');
    assert.equal(status, 200);
    assert.deepEqual(data.totals, { messages: 9600, passed: 8000, failed: 1600, dkimAligned: 8000, spfAligned: 8000, bothAligned: 8000, quarantined: 1600, rejected: 0, overridden: 0 });
    assert.equal(data.byDay.length, 20);
    assert.deepEqual(data.byDay.reduce((sum: number, { messages }: any) => sum + messages, 0), 9600);
    assert.deepEqual(data.byClass.reduce((sum: number, { messages }: any) => sum + messages, 0), 9600);
    assert.deepEqual(data.topSenders.reduce((sum: number, { messages }: any) => sum + messages, 0), 9600);
    assert.deepEqual(data.reporters.map(({ organization, reports }: any) => [organization, reports]), [['gmx.net', 20], ['google.com', 20], ['mail.ru', 20], ['yahoo.com', 20]]);
    const { reports, messages, formerlyCounted, reasons } = data.dataQuality.uncounted;
    assert.deepEqual([reports, messages, formerlyCounted, reasons.map(({ reason }: any) => reason)], [1, 5000, 0, ['noProof']]);
    assert.deepEqual(data.flow.outcomes, [{ aligned: 'both', messages: 8000, none: 8000, quarantine: 0, reject: 0, unknown: 0 }, { aligned: 'none', messages: 1600, none: 0, quarantine: 1600, reject: 0, unknown: 0 }]);
    assert.deepEqual([data.flow.sources.map(({ messages, both, none }: any) => [messages, both, none]), data.flow.others], [[[8000, 8000, 0], [1600, 0, 1600]], null]);
    assert.equal(data.progress.current, null);
    const all = (await get('/api/dmarc/summary')).body.data;
    assert.deepEqual([all.totals, data.byDomain, all.flow], [data.totals, [], null]);
    assert.deepEqual(all.byDomain.map(({ domain, messages, passRate, held }: any) => [domain, messages, passRate, held]), [['shop.example', 9600, 0.8333, false], ['waiting.example', 0, null, true]]);
    assert.equal((await get(`/api/dmarc/summary?domain=shop.example&from=${isoDay(dayOf(Date.now()) - 1)}`)).body.data.totals.messages, 480);
  });

  test('reports of a domain that is not proven wait and say so; the proof shows them', async () => {
    const waiting = (await get('/api/dmarc/summary?domain=waiting.example')).body.data;
    assert.deepEqual([waiting.totals.messages, waiting.dataQuality.held.reports], [0, 1]);
    assert.equal((await get('/api/dmarc/setup-status?domain=waiting.example')).body.data.checks[0].state, 'missing');
    const { store, service: { services } } = service();
    await prove(store.db, `dom_${account!.id}_waiting_example`, Date.now());
    await store.transaction(tx => services.announce(tx, ownershipProven, { accountId: account!.id, domainId: `dom_${account!.id}_waiting_example` }));
    for (let tries = 0; tries < 800 && (await get('/api/dmarc/summary?domain=waiting.example')).body.data.totals.messages === 0; tries++) await new Promise(resolve => { setTimeout(resolve, 25); });
    assert.equal((await get('/api/dmarc/summary?domain=waiting.example')).body.data.totals.messages, 100);
  });

  test('senders are listed page by page, and a decision on one goes before everything and can be taken back', async () => {
    const first = (await get('/api/dmarc/senders?domain=shop.example&limit=1')).body;
    const second = (await get(`/api/dmarc/senders?domain=shop.example&limit=1&cursor=${first.nextCursor}`)).body;
    assert.deepEqual([first.data[0].messages, first.data[0].passRate, second.data[0].messages, second.nextCursor], [8000, 1, 1600, null]);
    assert.deepEqual(second.data[0].topAddresses.map(({ ip }: any) => ip), ['198.51.100.7']);
    const { id } = second.data[0];
    assert.equal((await decide(id, { domain: 'shop.example', class: 'known', name: 'Billing' })).status, 200);
    const decided = (await get('/api/dmarc/senders?domain=shop.example&class=known')).body.data;
    assert.deepEqual(decided.map((sender: any) => [sender.id, sender.name, sender.approval.class]), [[id, 'Billing', 'known']]);
    await decide(id, { domain: 'shop.example', class: 'unknown' });
    assert.deepEqual((await get('/api/dmarc/senders?domain=shop.example&class=known')).body.data.length, 0);
    assert.equal((await decide('nobody', { domain: 'shop.example', class: 'own' })).status, 404);
  });

  test('networks and countries of senders are known with data about addresses, and said to be unknown without', async () => {
    const { services } = service().service;
    const { networkOf, addressData } = services;
    const without = (await get('/api/dmarc/senders?domain=shop.example')).body;
    assert.deepEqual([without.addressData.state, without.addressData.attribution, without.data[0].asns, without.data[0].countries], ['notConfigured', [], null, null]);
    assert.match(without.addressData.text, /DSS_IP_DATA/);
    services.addressData = () => ({ state: 'inUse', attribution: ['Data by Example'] });
    services.networkOf = ip => (ip === own.ip ? { asn: 64500, name: 'NET', domain: null, country: 'DE' } : null);
    const { addressData: said, data } = (await get('/api/dmarc/senders?domain=shop.example')).body;
    Object.assign(services, { networkOf, addressData });
    assert.deepEqual(said, { state: 'inUse', text: null, attribution: ['Data by Example'] });
    assert.deepEqual(data.map(({ asns, countries }: any) => [asns, countries]), [[[{ asn: 64500, name: 'NET', messages: 8000 }], [{ country: 'DE', messages: 8000 }]], [[], []]]);
  });

  test('diagnostics and TLS findings say what to do', async () => {
    assert.equal((await get('/api/dmarc/diagnostics?domain=shop.example')).status, 200);
    const { totals, byResult, findings } = (await get('/api/dmarc/tls?domain=shop.example')).body.data;
    assert.deepEqual(totals, { sessions: 100, succeeded: 90, failed: 10 });
    assert.deepEqual(byResult.map(({ resultType, sessions }: any) => [resultType, sessions]), [['certificate-expired', 8], ['unexplained', 2]]);
    assert.deepEqual(findings.map(({ id }: any) => id), ['reports.tls.certificate-expired', 'reports.tls.unexplained']);
  });

  test('a finding of reports is reported as wrong with the sums that it was judged by, of the sender that it is about, and replayed', async () => {
    const report = (body: object, by = account!, key?: string): Promise<{ status: number; body: any }> => service().request('POST', '/api/scanner-issues', { ...(key ? { key } : { cookie: by.owner.cookie }), body });
    const { id: sender } = (await get('/api/dmarc/senders?domain=shop.example')).body.data.find(({ topAddresses }: any) => topAddresses[0].ip === forged.ip);
    await decide(sender, { domain: 'shop.example', class: 'known', name: 'Billing' });
    const found = (await get('/api/dmarc/diagnostics?domain=shop.example')).body.data.findings.find((finding: any) => finding.sender?.id === sender);
    assert.ok(found, 'the sender has a finding');
    for (const about of [{ finding: found.id, sender }, { finding: 'reports.tls.certificate-expired' }]) {
      const { status, body: { data } } = await report({ domain: 'shop.example', ...about });
      assert.equal(status, 201, JSON.stringify(data));
      assert.deepEqual([data.report.area, data.report.finding.id, data.report.finding.state], ['dmarc', about.finding, 'fail']);
      assert.deepEqual(replay(data.report, findingSources), data.report.states);
      if ('sender' in about) assert.deepEqual([data.report.finding.evidence, [...new Set(data.report.facts.aggregate.details.map(({ id }: any) => id))]], [found.evidence, [sender]]);
      await service().request('POST', `/api/scanner-issues/${data.id}/send`, { cookie: account!.owner.cookie, body: {} });
    }
    const { key } = await service().key(account!, { scopes: ['scans', 'write'] });
    assert.deepEqual([(await report({ domain: 'shop.example', finding: found.id, sender }, account, key)).status, (await service().request('GET', '/api/scanner-issues', { key })).body['data']], [403, []], 'a key without the scope of reports');
    const free = await service().account({ plan: 'free' });
    const refused = [{ finding: found.id, sender: 'nobody' }, { finding: 'reports.tls.tlsa-invalid' }].map(about => report({ domain: 'shop.example', ...about }));
    const others = [report({ domain: 'shop.example', finding: found.id }, stranger), report({ domain: 'shop.example', finding: found.id }, free)];
    assert.deepEqual((await Promise.all([...refused, ...others])).map(({ status }) => status), [404, 404, 404, 402]);
    await decide(sender, { domain: 'shop.example', class: 'unknown' });
  });

  test('a scan of the domain hands the selectors that signed it to the check', async () => {
    const { store, service: { services } } = service();
    const { no } = await allTables(store.db).selectFrom('dmarc_domain').select('no').where('name', '=', 'shop.example').executeTakeFirstOrThrow();
    await store.transaction(tx => services.queue.add(tx, account!.id, [{ kind: 'dmarcWatch', payload: { domainNo: no } }]));
    const chosen = async (): Promise<string> => (await allTables(store.db).selectFrom('domain').select('selectors').where('name', '=', 'shop.example').executeTakeFirstOrThrow()).selectors;
    for (let tries = 0; tries < 800 && await chosen() === '[]'; tries++) await new Promise(resolve => { setTimeout(resolve, 25); });
    assert.equal(await chosen(), '["s1"]');
  });

  test('what is wrong is an alert of the domain, which reports of a name below it do not clear', async () => {
    const { store, service: { services } } = service();
    const alerts = async () => (await get(`/api/alerts?domain=dom_${account!.id}_shop_example`)).body.data.filter(({ area }: any) => area === 'dmarc').map(({ kind, subject }: any) => `${subject.label} ${kind}`).toSorted();
    const forgeries = ['shop.example dmarc.forgery'];
    const watched = async (name: string) => {
      const { no } = await allTables(store.db).selectFrom('dmarc_domain').select('no').where('name', '=', name).executeTakeFirstOrThrow();
      await store.transaction(tx => services.queue.add(tx, account!.id, [{ kind: 'dmarcWatch', payload: { domainNo: no } }]));
      for (let tries = 0; tries < 800 && await allTables(store.db).selectFrom('job').select('id').where('kind', '=', 'dmarcWatch').executeTakeFirst(); tries++) await new Promise(resolve => { setTimeout(resolve, 25); });
    };
    await watched('shop.example');
    const before = await alerts();
    assert.ok(forgeries.every(one => before.includes(one)), before.join());
    await keep(account!.id, reportXml({ domain: 'news.shop.example', begin: startOfDay(dayOf(Date.now()) - 1), records: [own] }));
    await watched('news.shop.example');
    assert.deepEqual(await alerts(), before);
  });

  test('another account sees none of it, whatever it asks for', async () => {
    for (const path of ['summary', 'senders', 'diagnostics', 'setup-status', 'tls', 'failures']) {
      assert.equal((await get(`/api/dmarc/${path}?domain=shop.example`, stranger)).status, 404, path);
    }
    assert.equal((await get('/api/dmarc/summary', stranger)).body.data.totals.messages, 0);
    assert.deepEqual((await get('/api/dmarc/senders', stranger)).body.data, []);
    assert.equal((await get('/api/dmarc/tls', stranger)).body.data.totals.sessions, 0);
    assert.equal((await decide('own', { domain: 'shop.example', class: 'own' }, stranger)).status, 404);
  });

  test('a period that is none is refused', async () => {
    assert.equal((await get('/api/dmarc/summary?from=2026-02-01&to=2026-01-01')).status, 400);
    assert.equal((await get('/api/dmarc/summary?from=2020-01-01')).status, 400);
    assert.equal((await get(`/api/dmarc/summary?to=${isoDay(dayOf(Date.now() - 40 * DAY_MS))}`)).status, 200);
  });
});
