import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { onEachDatabaseServed, type TestAccount, type TestReply } from './service.ts';

type Fields = Record<string, unknown>;

const [CLONE, MAIL, PARKED, OURS] = ['harborbank-login.example', 'harb0rbank.example', 'harborbanks.example', 'harborbank-online.example'];

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

onEachDatabaseServed('the lookalikes of a domain of the lab', { lab: () => lab, quickPasswords: true }, service => {
  let account: TestAccount;
  let id: string;
  const call = (method: string, path: string, sent: Fields = {}, cookie = account.owner.cookie): Promise<TestReply> =>
    service().request(method, path, { cookie, ...(method === 'GET' ? { query: sent as Record<string, string> } : { body: sent }) });
  const list = async (query: Fields = {}) => (await call('GET', `/api/domains/${id}/lookalikes`, query)).body as unknown as { data: Fields[]; sweep: Fields; counts: Fields };
  const show = async (name: string) => (await call('GET', `/api/domains/${id}/lookalikes/${name}`)).body['data'] as Fields;
  const sweep = async (): Promise<Fields> => {
    const started = await call('POST', `/api/domains/${id}/lookalikes/scan`);
    assert.equal(started.status, 202, started.text);
    for (;;) {
      const run = (await call('GET', `/api/runs/${(started.body['data'] as Fields)['id'] as string}`)).body['data'] as Fields;
      if (run['finishedAt'] !== null) return run;
      await sleep(50);
    }
  };

  before(async () => {
    account = await service().account({ plan: 'enterprise' });
    id = ((await call('POST', '/api/domains', { name: 'harborbank.example', scan: false })).body['data'] as Fields)['id'] as string;
  });

  test('a sweep finds those that are registered and says what each does, the one that deceives first', async () => {
    const run = await sweep();
    assert.deepEqual([run['status'], (run['links'] as Fields)['result']], ['completed', `/api/domains/${id}/lookalikes`], JSON.stringify(run));
    assert.partialDeepStrictEqual(run['result'], { names: 5000, unknown: 0, found: 4, candidates: 4 });
    const { data, counts, sweep: swept } = await list();
    const state = (name: string) => data.find(one => one['name'] === name)?.['state'];
    assert.deepEqual(data[0]!['name'], CLONE);
    assert.deepEqual([CLONE, MAIL, PARKED, OURS].map(state), ['impersonating', 'mailCapable', 'mailCapable', 'serving'], JSON.stringify(data, null, 1));
    assert.partialDeepStrictEqual(counts, { impersonating: 1, unregistered: 0 });
    assert.ok(swept['sweptAt'] !== null && swept['names'] === 5000);

    const clone = await show(CLONE);
    assert.partialDeepStrictEqual(clone, { mail: { accepts: true, spf: true, dmarc: true }, web: { answers: true, login: true, parked: false, title: 'Harborbank: sign in' }, sources: ['permutation'], review: { state: 'new', by: null } });
    assert.ok((clone['registration'] as Fields)['createdAt'] !== null && (clone['threat'] as number) >= 50, JSON.stringify(clone));
    assert.deepEqual((clone['events'] as Fields[]).map(({ kind }) => kind), ['impersonating']);
    assert.partialDeepStrictEqual(await show(MAIL), { mail: { accepts: true }, dns: { addresses: [] } });
    assert.partialDeepStrictEqual(await show(PARKED), { web: { parked: true }, threat: 3 });
    assert.partialDeepStrictEqual(await show(OURS), { web: { leadsHome: true }, risk: 0, threat: 0, mail: { accepts: false } });
  });

  test('people are told of the one that deceives, once, however often it is swept', async () => {
    assert.equal((await sweep())['status'], 'completed');
    const notified = async () => ((await call('GET', '/api/notifications')).body['data'] as Fields[]).filter(({ kind }) => String(kind).startsWith('lookalike.'));
    for (let tries = 0; tries < 400 && (await notified()).length === 0; tries++) await sleep(50);
    assert.deepEqual((await notified()).map(({ kind, severity }) => [kind, severity]), [['lookalike.impersonating', 'high']]);
    const events = (await call('GET', `/api/domains/${id}/lookalike-events`)).body['data'] as Fields[];
    assert.deepEqual(events.map(({ kind, name }) => [kind, name]), [['impersonating', CLONE]]);
  });

  test('filters leave those that fit, and pages follow one another', async () => {
    const namesOf = async (query: Fields) => (await list(query)).data.map(({ name }) => name);
    assert.deepEqual(await namesOf({ state: 'impersonating' }), [CLONE]);
    assert.deepEqual(await namesOf({ search: 'harb0r' }), [MAIL]);
    assert.deepEqual(await namesOf({ source: 'manual' }), []);
    assert.ok(!(await namesOf({ minRisk: '30' })).includes(OURS));
    const first = (await call('GET', `/api/domains/${id}/lookalikes`, { limit: '3' })).body as { data: Fields[]; nextCursor: string };
    const second = (await call('GET', `/api/domains/${id}/lookalikes`, { limit: '3', cursor: first.nextCursor })).body as { data: Fields[]; nextCursor: null };
    assert.deepEqual([...first.data, ...second.data].map(({ name }) => name), await namesOf({}));
    assert.equal(second.nextCursor, null);
  });

  test('what people say counts, is kept with who said it, and stands in the audit log', async () => {
    const reviewed = await call('POST', `/api/domains/${id}/lookalikes/${PARKED}/review`, { review: 'benign', note: 'Asked them' });
    assert.partialDeepStrictEqual(reviewed.body['data'], { risk: 0, threat: 0, review: { state: 'benign', note: 'Asked them', by: { type: 'person', id: account.owner.id } } });
    assert.deepEqual((await list({ review: 'benign' })).data.map(({ name }) => name), [PARKED]);
    const entries = (await call('GET', '/api/audit-log')).body['data'] as Fields[];
    assert.ok(entries.some(({ action }) => action === 'lookalike.reviewed'), JSON.stringify(entries));
  });

  test('a name on the watchlist is looked up within moments and stands among the others', async () => {
    const added = await call('POST', '/api/watchlist', { domain: id, name: 'Weak-Mail.example', note: 'Named in a letter' });
    assert.equal(added.status, 201, added.text);
    assert.deepEqual((await call('POST', '/api/watchlist', { domain: id, name: 'weak-mail.example' })).body.code, 'already_exists');
    assert.deepEqual((await call('POST', '/api/watchlist', { domain: id, name: 'www.harborbank.example' })).body.code, 'invalid_domain');
    assert.deepEqual((await call('POST', '/api/watchlist', { domain: id, name: 'a.harborbank.example' })).body.code, 'invalid_state');
    let one: Fields = {};
    for (let tries = 0; tries < 400 && (one['state'] ?? 'unknown') === 'unknown'; tries++) [one] = [await show('weak-mail.example'), await sleep(50)];
    assert.partialDeepStrictEqual(one, { sources: ['manual'], kind: 'manual', mail: { accepts: true } });
    assert.deepEqual(((await call('GET', '/api/watchlist', { domain: id })).body['data'] as Fields[]).map(({ name }) => name), ['weak-mail.example']);
    const { id: entry } = added.body['data'] as Fields;
    assert.equal((await call('DELETE', `/api/watchlist/${entry as string}`)).status, 200);
    assert.deepEqual((await call('GET', '/api/watchlist')).body['data'], []);
  });

  test('the Free plan has none of it', async () => {
    const other = await service().account({ plan: 'free' });
    const domain = ((await call('POST', '/api/domains', { name: 'healthy.example', scan: false }, other.owner.cookie)).body['data'] as Fields)['id'] as string;
    const refused = await call('GET', `/api/domains/${domain}/lookalikes`, {}, other.owner.cookie);
    assert.deepEqual([refused.status, refused.body['required_plan']], [402, 'pro']);
  });

  test('visitors learn which of the likeliest names are registered, without an account, and asking again asks nobody', async () => {
    const ask = (address = '203.0.113.7') => service().request('POST', '/api/lookalike-check', { body: { domain: 'Harborbank.example' }, address });
    const first = await ask();
    assert.equal(first.status, 200, first.text);
    assert.partialDeepStrictEqual(first.body['data'], { domain: 'harborbank.example', names: 300, unknown: 0, registered: [{ name: MAIL, mail: true }] });
    const asked = () => lab.takeSeen().filter(({ name }) => name.includes('bank'));
    // On a busy machine questions were repeated, and the lab may hear the repetition after the reply.
    while (asked().length > 0) await sleep(100);
    assert.deepEqual((await ask('203.0.113.8')).body['data'], first.body['data']);
    assert.deepEqual(asked(), []);
  });

  test('visitors may ask sixty times an hour, and learn when they may again', async () => {
    const ask = () => service().request('POST', '/api/lookalike-check', { body: { domain: 'harborbank.example' }, address: '203.0.113.99' });
    const statuses = [];
    for (let time = 0; time < 61; time++) statuses.push(await ask());
    const last = statuses.at(-1)!;
    assert.deepEqual([statuses[59]!.status, last.status, last.body.code], [200, 429, 'rate_limited']);
    assert.partialDeepStrictEqual(last.body['limit'], { name: 'public_ip_hourly', max: 60, windowSeconds: 3600 });
  });
});
