// Leaked credentials: from sources in the lab to what people see, with every source in every condition.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyDarkWeb, startDarkWeb, type DarkWebServer, type LabBreach } from '../lab/services/dark-web.ts';
import { compareClaims } from '../src/areas/threats/darkweb/claims-job.ts';
import { leaksDigestOf } from '../src/areas/threats/darkweb/index.ts';
import { doDarkwebScan } from '../src/areas/threats/darkweb/run.ts';
import { scanning } from '../src/areas/threats/darkweb/schedule.ts';
import { darkwebSources } from '../src/core/outside/darkweb.ts';
import { setUpDarkweb } from './darkweb.sample.ts';
import { onEachDatabaseServed } from './service.ts';
import { allTables } from './tables.ts';

let lab: DarkWebServer;
before(async () => { lab = await startDarkWeb(); });
after(() => lab.stop());

const today = () => new Date().toISOString().slice(0, 10);

function breach(Name: string, over: Partial<LabBreach> = {}): LabBreach {
  return { Name, Title: Name, BreachDate: '2025-03-01', AddedDate: '2026-01-01T00:00:00Z', ModifiedDate: '2026-01-01T00:00:00Z', DataClasses: ['Email addresses', 'Passwords'], IsVerified: true, IsSensitive: false, IsStealerLog: false, ...over };
}

/** What each source knows of the domain. */
function fill(name: string): void {
  Object.assign(lab.data, emptyDarkWeb());
  const { hibp } = lab.data;
  hibp.verified = [name];
  hibp.breaches = [breach('Alpha'), breach('Secret', { IsSensitive: true })];
  hibp.breached[name] = { 'anna.smith': ['Alpha', 'Secret'], 'bo': ['Alpha'] };
  hibp.stealers[name] = { 'carl': ['portal.example.net', 'https://mail.example.net/login?user=x'] };
  hibp.customers[name] = ['somebody@elsewhere.example', 'another@elsewhere.example'];
  lab.data.hudsonRock[name] = { employees: 3, users: 40, last_employee_compromised: '2026-02-03T00:00:00.000Z', last_user_compromised: '2026-02-01T00:00:00.000Z' };
  lab.data.ransomwareLive = [{ victim: 'Example Corp', group: 'lockers', discovered: `${today()} 10:00:00.000000`, attackdate: today(), country: 'DE', activity: 'Technology', domain: name, claim_url: 'http://x.onion/1' }];
  lab.data.leakCheck[name] = [{ email: `dora@${name}`, password: 'hunter2', source: { name: 'Beta.com', breach_date: '2024-05' }, fields: ['email', 'password'] }, { email: 'stranger@elsewhere.example', source: { name: 'Beta.com' }, fields: ['email'] }];
  lab.data.intelX[name] = [{ systemid: '1', name: 'passwords.txt', bucketh: 'Leaks » Public', date: '2026-01-05T00:00:00Z' }];
  lab.data.dehashed[name] = [{ id: '1', email: [`dora@${name}`], username: ['dora'], password: ['hunter2'], hashed_password: [], database_name: 'Gamma' }];
  for (const source of darkwebSources) lab.setFault(source, null);
  lab.takeAsked();
}

interface Status {
  data: { domains: { domain: string; counts: Record<string, number> | null; sources: { source: string; state: string; cause: string | null; answeredAt: string | null }[] }[]; sources: { id: string; state: string; termsAccepted: boolean; lastOk: string | null }[] };
}
interface Listed { data: Record<string, unknown>[]; counts: { total: number; withheld: number; open: number } }
interface Emails { data: { email: string; breaches: { name: string; isSensitive: boolean }[]; withheld: number; stealer: { sites: string[] } | null }[]; notFound: number | null; counts: { total: number; infected: number } }

onEachDatabaseServed('leaked credentials', { quickPasswords: true }, service => {
  let number = 0;
  const setUp = async (accepted = darkwebSources as readonly (typeof darkwebSources)[number][]) => {
    const name = `a${++number}-darkweb.example`;
    fill(name);
    return setUpDarkweb(service(), lab, { name, accepted });
  };
  const db = () => allTables(service().store.db);

  test('a scan asks every source and keeps what each says of the domain, and nothing of others', async () => {
    const own = await setUp();
    const before = await own.get<Status>('/api/darkweb/status');
    assert.equal(before.data.domains[0]!.counts, null, 'nothing is known before the first answer');
    assert.deepEqual(new Set(before.data.domains[0]!.sources.map(({ state }) => state)), new Set(['notAsked']));
    const run = await own.scan();
    assert.equal(run.status, 'completed', JSON.stringify(run));
    const { data: { domains: [state], sources } } = await own.get<Status>('/api/darkweb/status');
    assert.deepEqual(state!.counts, { breachedAccounts: 4, breaches: 3, stealerEmployees: 2, stealerCustomers: 2, leaks: 1, ransomClaims: 1, open: 9, withheld: 1 });
    assert.deepEqual(sources.map(one => [one.id, one.state]), darkwebSources.map(source => [source, 'ok']));
    const list = await own.get<Listed>(`/api/darkweb/breaches?domain=${own.name}`);
    assert.deepEqual([list.counts.total, list.counts.withheld, list.data.length], [9, 1, 9]);
    assert.deepEqual(list.data.filter(one => one['isClaim']).map(one => [one['kind'], one['title']]), [['ransomClaim', `lockers claims to have attacked ${own.name}`]]);
    assert.ok(list.data.every(one => String(one['whatToDo']).length > 20));
  });

  test('the state of a domain and the list of leaks count the same, before and after one is dealt with', async () => {
    const own = await setUp();
    await own.scan();
    const both = async () => {
      const { data: { domains: [state] } } = await own.get<Status>(`/api/darkweb/status?domain=${own.name}`);
      const { counts, data } = await own.get<Listed>(`/api/darkweb/breaches?domain=${own.name}`);
      const { open, withheld, breachedAccounts: _, ...kinds } = state!.counts!;
      assert.deepEqual([open, withheld, Object.values(kinds).reduce((sum, count) => sum + count, 0)], [counts.open, counts.withheld, counts.total]);
      return { open, id: String(data[0]!['id']) };
    };
    const before = await both();
    assert.equal((await service().request('PATCH', `/api/darkweb/breaches/${before.id}`, { cookie: own.account.owner.cookie, body: { status: 'acknowledged' } })).status, 200);
    assert.equal((await both()).open, before.open! - 1);
  });

  test('the first answer makes no events but those of young claims; what is new afterwards makes one each', async () => {
    const own = await setUp();
    assert.equal((await own.scan()).result.newEvents, 1);
    lab.data.hibp.breaches.push(breach('Delta', { AddedDate: '2026-05-01T00:00:00Z' }));
    lab.data.hibp.breached[own.name]!['bo'] = ['Alpha', 'Delta'];
    lab.data.hudsonRock[own.name] = { employees: 4, users: 50, last_employee_compromised: '2026-05-03' };
    await own.forgetWhen();
    assert.equal((await own.scan()).result.newEvents, 2);
    const events = (await own.get<Listed>('/api/darkweb/events')).data;
    assert.deepEqual(events.map(one => String(one['kind'])).toSorted(), ['newBreach', 'newInfectedEmployee', 'ransomClaim']);
    assert.deepEqual(events.find(one => one['kind'] === 'newInfectedEmployee')!['added'], 1);
    const notified = async () => (await db().selectFrom('notification').select('kind').where('account_id', '=', own.account.id).execute()).map(({ kind }) => kind).filter(kind => kind.startsWith('darkweb.')).toSorted();
    for (let tries = 0; tries < 200 && (await notified()).length < 3; tries++) await sleep(20);
    assert.deepEqual(await notified(), ['darkweb.newBreach', 'darkweb.newInfectedEmployee', 'darkweb.ransomClaim']);
    const alerts = (await own.get<Listed>('/api/alerts')).data.filter(one => one['kind'] === 'darkweb.incident');
    assert.ok(alerts.some(one => /Delta/.test(String(one['title']))) && !alerts.some(one => /Alpha/.test(String(one['title']))), JSON.stringify(alerts.map(one => one['title'])));
  });

  test('a second scan over unchanged sources makes no event, and asks only what could have changed', async () => {
    const own = await setUp();
    await own.scan();
    lab.takeAsked();
    const at = (await own.get<Listed>('/api/darkweb/events')).data.length;
    const again = await own.scan();
    assert.deepEqual([again.status, again.result.newEvents], ['completed', 0]);
    assert.deepEqual(lab.takeAsked(), ['GET 200 haveibeenpwned.com/api/v3/latestbreach']);
    assert.deepEqual(again.result.asked.map(({ source, outcome }) => [source, outcome]), [['hibp', 'unchanged'], ['hudsonRock', 'held'], ['ransomwareLive', 'ok'], ['leakCheck', 'held'], ['intelX', 'held'], ['dehashed', 'held']]);
    await own.forgetWhen();
    assert.deepEqual([(await own.scan()).result.newEvents, (await own.get<Listed>('/api/darkweb/events')).data.length], [0, at]);
  });

  for (const source of darkwebSources) {
    test(`a scan in which ${source} fails is partial and names it, and keeps the answers of the others`, async () => {
      const own = await setUp();
      lab.setFault(source, 'serverError');
      const run = await own.scan();
      assert.deepEqual([run.status, run.result.failed], ['partial', [source]]);
      const { data: { domains: [state], sources } } = await own.get<Status>('/api/darkweb/status');
      assert.deepEqual(sources.filter(one => one.state !== 'ok').map(one => [one.id, one.state]), [[source, 'failing']]);
      const answer = state!.sources.find(one => one.source === source)!;
      assert.deepEqual([answer.state, answer.answeredAt], ['failing', null]);
      assert.match(answer.cause!, /503/);
    });
  }

  test('a source whose terms nobody has accepted gets no question, and is never reported as 0 found', async () => {
    const own = await setUp(['hudsonRock']);
    assert.equal((await own.scan()).status, 'completed');
    assert.deepEqual(lab.takeAsked().map(line => line.split(' ')[2]!.split('/')[0]), ['cavalier.hudsonrock.com']);
    const { data: { domains: [state], sources } } = await own.get<Status>('/api/darkweb/status');
    assert.deepEqual(sources.filter(one => one.state === 'notConfigured').length, 5);
    assert.deepEqual(state!.sources.filter(one => one.answeredAt === null).map(one => one.state), Array(5).fill('notConfigured'));
    const refused = await own.post('/api/darkweb/scan', { domainId: own.domainId, sources: ['hibp'] });
    assert.deepEqual([refused.status, refused.body['code']], [400, 'invalid_request']);
  });

  test('the operator accepts terms, and no scan starts before', async () => {
    const own = await setUp([]);
    const refused = await own.post('/api/darkweb/scan', { domainId: own.domainId });
    assert.deepEqual([refused.status, refused.body['code']], [409, 'invalid_state']);
    const { owner } = await service().account({ operator: true, plan: 'enterprise' });
    const accept = (cookie: string) => service().request('PATCH', '/api/admin/darkweb-sources/hudsonRock', { cookie, body: { accepted: true } });
    assert.equal((await accept(own.account.owner.cookie)).status, 403);
    assert.equal((await accept(owner.cookie)).status, 200);
    assert.equal((await own.scan()).status, 'completed');
  });

  test('addresses are masked for everybody; whole ones and sensitive breaches are shown to an owner, and audited', async () => {
    const own = await setUp();
    await own.scan();
    const masked = (await own.post('/api/darkweb/emails', { domainId: own.name })).body as unknown as Emails;
    assert.equal(masked.data[0]!.email, `c***l@${own.name}`, 'those of infected computers come first');
    assert.deepEqual(masked.data.map(({ email }) => email).toSorted(), ['a***h@', 'b***@', 'c***l@', 'd***a@'].map(local => `${local}${own.name}`));
    assert.deepEqual([masked.counts, masked.data[0]!.stealer!.sites, masked.data.map(({ withheld }) => withheld).toSorted((a, b) => a - b)], [{ total: 4, infected: 1 }, ['portal.example.net', 'mail.example.net'], [0, 0, 0, 1]]);
    const some = (await own.post('/api/darkweb/emails', { domainId: own.domainId, emails: [`Anna.Smith@${own.name}`, `nobody@${own.name}`] })).body as unknown as Emails;
    assert.deepEqual([some.data.map(({ email }) => email), some.notFound], [[`a***h@${own.name}`], 1]);
    const foreign = await own.post('/api/darkweb/emails', { domainId: own.domainId, emails: ['somebody@elsewhere.example'] });
    assert.equal(foreign.status, 400);
    assert.doesNotMatch(foreign.text, /somebody/);
    for (const role of ['member', 'admin'] as const) assert.equal((await own.post('/api/darkweb/emails', { domainId: own.domainId, reveal: true }, await service().person(own.account, role))).status, 403);
    const { key } = await service().key(own.account, { scopes: ['scans', 'write'] });
    assert.equal((await service().request('POST', '/api/darkweb/emails', { key, body: { domainId: own.domainId, reveal: true } })).status, 403);
    const whole = (await own.post('/api/darkweb/emails', { domainId: own.domainId, reveal: true })).body as unknown as Emails;
    assert.deepEqual(whole.data.map(({ email }) => email).toSorted(), ['anna.smith', 'bo', 'carl', 'dora'].map(local => `${local}@${own.name}`));
    assert.deepEqual(whole.data.find(({ email }) => email.startsWith('anna'))!.breaches.map(({ name, isSensitive }) => `${name} ${isSensitive}`).toSorted(), ['Alpha false', 'Secret true']);
    const entries = (await own.get<Listed>('/api/audit-log?action=darkweb.revealed')).data;
    assert.deepEqual(entries.map(entry => (entry['details'] as Record<string, unknown>)['addresses']), [4]);
  });

  test('without proof of ownership nothing is asked and nothing is shown', async () => {
    const own = await setUp();
    await own.scan();
    lab.takeAsked();
    await db().deleteFrom('ownership').where('domain_id', '=', own.domainId).execute();
    for (const path of ['/api/darkweb/scan', '/api/darkweb/emails']) {
      const refused = await own.post(path, { domainId: own.domainId });
      assert.deepEqual([refused.status, refused.body['code']], [403, 'ownership_required'], path);
    }
    assert.deepEqual(lab.takeAsked(), []);
  });

  test('a claim that appears on the list is an event of a watched domain without a scan, and no name leaves for it', async () => {
    const own = await setUp();
    lab.data.ransomwareLive = [];
    await own.scan();
    lab.data.ransomwareLive = [{ victim: `www.${own.name}`, group: 'lockers', discovered: `${today()} 10:00:00`, country: 'DE' }, { victim: 'Some Company', group: 'others', discovered: today() }];
    await own.forgetWhen();
    lab.takeAsked();
    await compareClaims(service().service.services, new AbortController().signal);
    assert.deepEqual(lab.takeAsked(), ['GET 200 api.ransomware.live/v2/recentvictims']);
    assert.deepEqual((await own.get<Listed>('/api/darkweb/events')).data.map(one => one['kind']), ['ransomClaim']);
  });

  test('a scan that another worker takes over asks no source again that had answered', async () => {
    const own = await setUp();
    const { store, service: { services } } = service();
    const work = (state: object | null, stopAfter: number) => {
      let [kept, commits] = [state, 0];
      const done = doDarkwebScan.work({
        id: 'run_1', accountId: own.account.id, subject: { type: 'domain', id: own.domainId, label: own.name }, trigger: 'manual', input: { sources: null }, state, services, signal: new AbortController().signal, tell: () => {},
        async commit(stage: { state: object }, change?: (tx: typeof store.db) => Promise<void>) {
          if (commits++ === stopAfter) throw new Error('killed');
          await store.transaction(async tx => change?.(tx));
          kept = stage.state;
        },
      });
      return { done, kept: () => kept };
    };
    const first = work(null, 3);
    await assert.rejects(first.done, /killed/);
    lab.takeAsked();
    const { status, result } = await work(first.kept(), Infinity).done;
    assert.deepEqual([status, (result as { asked: { source: string }[] }).asked.map(({ source }) => source)], ['completed', [...darkwebSources]]);
    const hosts = new Set(lab.takeAsked().map(line => line.split(' ')[2]!.split('/')[0]));
    assert.deepEqual([...hosts].toSorted((a, b) => a!.localeCompare(b!)), ['2.intelx.io', 'api.dehashed.com', 'leakcheck.io']);
  });

  test('a scheduled scan happens when its time has come; without proof of ownership it is an alert', async () => {
    const own = await setUp();
    await own.scan();
    const { store, service: { services } } = service();
    const makeDue = () => db().updateTable('darkweb_watch').set({ due_at: 1 }).where('domain_id', '=', own.domainId).execute();
    const runs = async () => (await db().selectFrom('run').select('trigger').where('subject_id', '=', own.domainId).execute()).filter(({ trigger }) => trigger === 'schedule').length;
    await makeDue();
    await store.transaction(tx => scanning.due(tx, services, Date.now(), 100));
    for (let tries = 0; tries < 200 && await runs() === 0; tries++) await sleep(20);
    assert.equal(await runs(), 1);
    await db().deleteFrom('ownership').where('domain_id', '=', own.domainId).execute();
    await makeDue();
    await store.transaction(tx => scanning.due(tx, services, Date.now(), 100));
    const missed = async () => (await own.get<Listed>('/api/alerts')).data.filter(one => one['kind'] === 'darkweb.missed').length;
    for (let tries = 0; tries < 200 && await missed() === 0; tries++) await sleep(20);
    assert.equal(await missed(), 1);
  });

  test('the weekly e-mail says what is new, and which sources did not answer', async () => {
    const own = await setUp();
    const { services } = service().service;
    const digest = () => leaksDigestOf(services, own.account.id, Date.now() - 7 * 86_400_000, Date.now() + 1000);
    assert.deepEqual(await digest(), [], 'nothing where no domain is searched for');
    lab.setFault('dehashed', 'serverError');
    await own.scan();
    const lines = await digest();
    assert.match(lines[0]!, /^lockers claims to have attacked/);
    assert.match(lines.at(-1)!, /DeHashed did not answer/);
    await db().deleteFrom('darkweb_event').where('account_id', '=', own.account.id).execute();
    assert.equal((await digest())[0], 'Nothing new in 5 sources.');
  });

  test('an incident that was acknowledged is open again when it grows, and its alert ends and comes back', async () => {
    const own = await setUp();
    await own.scan();
    const find = async () => (await own.get<Listed>('/api/darkweb/breaches?source=hudsonRock&kind=stealerEmployee')).data[0]!;
    const alerts = async () => (await own.get<Listed>('/api/alerts')).data.filter(one => /Infected computers/.test(String(one['title']))).length;
    assert.equal(await alerts(), 1);
    const reply = await service().request('PATCH', `/api/darkweb/breaches/${String((await find())['id'])}`, { cookie: own.account.owner.cookie, body: { status: 'acknowledged', reason: 'Reinstalled' } });
    assert.deepEqual([reply.status, (await find())['status'], await alerts()], [200, 'acknowledged', 0]);
    lab.data.hudsonRock[own.name] = { employees: 5, users: 40, last_employee_compromised: '2026-06-01' };
    await own.forgetWhen();
    await own.scan();
    assert.deepEqual([(await find())['status'], await alerts()], ['open', 1]);
  });

  test('what a domain had goes with it, and what was reported too long ago goes too', async () => {
    const own = await setUp();
    await own.scan();
    const counts = async () => Promise.all((['darkweb_incident', 'darkweb_address', 'darkweb_event', 'darkweb_answer', 'darkweb_watch'] as const).map(async table => (await db().selectFrom(table).select('account_id').where('account_id', '=', own.account.id).execute()).length));
    assert.ok((await counts()).every(count => count > 0), String(await counts()));
    const kept = await db().selectFrom('darkweb_incident').select(['last_seen_at', 'forget_at']).where('account_id', '=', own.account.id).executeTakeFirstOrThrow();
    assert.equal(kept.forget_at - kept.last_seen_at, service().service.services.darkweb.keptMs);
    const exported = (await service().request('GET', '/api/account/export', { cookie: own.account.owner.cookie })).text;
    assert.match(exported, /a\*\*\*h@/);
    assert.doesNotMatch(exported, /anna\.smith@/);
    assert.equal((await service().request('DELETE', `/api/domains/${own.domainId}`, { cookie: own.account.owner.cookie })).status, 200);
    assert.deepEqual(await counts(), [0, 0, 0, 0, 0]);
  });
});
