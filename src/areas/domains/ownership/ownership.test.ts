import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startLab } from '../../../../lab/index.ts';
import { labDnsKeys, startDnsProviders } from '../../../../lab/services/dns-providers.ts';
import type { Lab } from '../../../../lab/types.ts';
import { loadWorld } from '../../../../lab/world.ts';
import { outsideOfLab } from '../../../app/commands/demo.ts';
import { composeCheck } from '../../../app/compose.ts';
import { composeDnsProviders } from '../../../app/dns-providers.ts';
import type { DnsProviders } from '../../../core/outside/dns-providers.ts';
import type { Problem } from '../../../core/problem.ts';
import { createQueue, type Store } from '../../../store/index.ts';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { personOf, testService } from '../../platform/audit/testing.ts';
import { doJob } from '../../platform/runs/runner.ts';
import type { DomainsServices } from '../inventory/services.ts';
import { requireOwnership } from './index.ts';
import { proveOwnership, reproveOwnership } from './job.ts';
import { manyOwnershipsOperations } from './many-operations.ts';
import { ownershipOperations } from './operations.ts';
import { publishOperations } from './publish-operation.ts';
import { insertDomains } from '../inventory/store.ts';
import { allTables } from '../../../../test/tables.ts';

const [showOwnership, verifyOwnership] = ownershipOperations;
const [listOwnerships, checkOwnerships] = manyOwnershipsOperations;
const [publishOwnerships] = publishOperations;
const TOKEN = '00112233445566778899aabbccddeeff';
const DAY_MS = 86_400_000;

let lab: Lab;
before(async () => {
  const world = loadWorld(Date.now());
  const needed = /^(owned.*|challenges|.*\.(net|com|org))(\.example)?$/;
  lab = await startLab({ world: { ...world, domains: world.domains.filter(({ name }) => needed.test(name)) }, cache: false });
});
after(() => lab.stop());

/** The area over `store` and the lab, without a worker: its jobs are done when a test says so. `from` is where DNS providers are asked. */
function areaOf(store: Store, from: string | DnsProviders = 'off') {
  const { services } = testService(store);
  const queue = createQueue(store, services.newId);
  const { random, open } = composeCheck(outsideOfLab(lab));
  const dnsProviders = typeof from === 'string' ? composeDnsProviders({ DSS_DNS_PROVIDERS: from }, outsideOfLab(lab)) : from;
  const service = testService(store, { queue, random, open, dnsProviders, pause: () => Promise.resolve() });
  const means = { store, queue, servicesOf: () => Promise.resolve(service.services as DomainsServices), report: (error: unknown) => assert.fail(String(error)), refund: () => Promise.resolve() };
  return {
    ...service,
    /** Adds a domain whose token is `token`, as the lab has published it. */
    async addDomain(accountId: string, name: string, token: string | null = TOKEN): Promise<string> {
      const id = services.newId('dom');
      await insertDomains(store.db, [{ id, account_id: accountId, name, due_at: null, created_at: store.clock.now(), tags: [] }]);
      const none = { method: null, proven_at: null, confirmed_at: null, checked_at: null, failing_since: null, lost_at: null, cause: null };
      if (token !== null) await allTables(store.db).insertInto('ownership').values({ domain_id: id, token, ...none }).execute();
      return id;
    },
    async reprove(handler = reproveOwnership): Promise<number> {
      const jobs = await queue.take([handler.kind], 10);
      for (const job of jobs) await doJob(handler, job, new AbortController().signal, means);
      return jobs.length;
    },
    async notified(): Promise<string[]> {
      const rows = await allTables(store.db).selectFrom('job').select('payload').where('kind', '=', 'notify').orderBy('id').execute();
      return rows.map(({ payload }) => (JSON.parse(payload) as { notification: { kind: string } }).notification.kind);
    },
    async refusal(accountId: string, domainId: string): Promise<Problem | null> {
      return requireOwnership(store.db, accountId, domainId, store.clock.now()).then(() => null, (error: unknown) => error as Problem);
    },
  };
}

const proofs: [domain: string, state: string, method: string | null, cause: RegExp | null][] = [
  ['owned.example', 'proven', 'dns', null],
  ['owned-alias.example', 'proven', 'dns', null],
  ['owned-file.example', 'proven', 'file', null],
  ['owned-half.example', 'pending', null, /missing at ns2\.lab-dns\.net; every nameserver must have it/],
  ['owned-silent.example', 'pending', null, /ns2\.lab-dns\.net: timeout/],
  ['not-there.example', 'pending', null, /No nameserver holds/],
];

onEachDatabase('ownership', open => {
  test('has a token of its own for each account, which says nothing until it is published', async () => {
    const store = await open();
    const area = areaOf(store);
    const [anna, berta] = [await area.addAccount(), await area.addAccount()];
    const show = async (account: typeof anna) => {
      const id = await area.addDomain(account.id, 'owned.example', null);
      const shown = await area.call(showOwnership, personOf(account), { id });
      assert.deepEqual((await area.call(showOwnership, personOf(account), { id })).body.data, shown.body.data);
      return shown.body.data;
    };
    const [first, second] = [await show(anna), await show(berta)];
    assert.match(first.token, /^[0-9a-f]{32}$/);
    assert.notEqual(first.token, second.token);
    assert.deepEqual(first, {
      state: 'none', method: null, coveredBy: null, token: first.token,
      record: { name: '_dss-challenge.owned.example', type: 'TXT', value: `dss-challenge=${first.token}` },
      file: { url: 'https://owned.example/.well-known/dss-challenge.txt', content: `dss-challenge=${first.token}` },
      provenAt: null, checkedAt: null, graceEndsAt: null, cause: null,
    });
  });

  test('is proven by a record at every nameserver, or by a file', async () => {
    const store = await open();
    const area = areaOf(store);
    const account = await area.addAccount();
    for (const [name, state, method, cause] of proofs) {
      const id = await area.addDomain(account.id, name);
      const { body, status } = await area.call(verifyOwnership, personOf(account), { id });
      assert.deepEqual([name, status, body.data.state, body.data.method, body.data.coveredBy], [name, 200, state, method, method && name]);
      if (cause) assert.match(body.data.cause, cause);
      else assert.equal(body.data.cause, null);
      const refusal = await area.refusal(account.id, id);
      assert.equal(refusal?.code ?? null, state === 'proven' ? null : 'ownership_required');
    }
    const entries = await allTables(store.db).selectFrom('audit_entry').select('action').execute();
    assert.deepEqual([...new Set(entries.map(({ action }) => action))], ['domain.ownership_checked']);
    assert.deepEqual(area.reported, []);
  });

  test('keeps what a newer check found while an older one was under way', async () => {
    const store = await open();
    const area = areaOf(store);
    const account = await area.addAccount();
    const id = await area.addDomain(account.id, 'owned-half.example');
    const { open: begin } = area.services as DomainsServices;
    const at = store.clock.now() + 1;
    let newer: Promise<unknown> = Promise.resolve();
    Object.assign(area.services, { open: (...given: Parameters<typeof begin>) => {
      newer = allTables(store.db).updateTable('ownership').set({ method: 'dns', proven_at: at, confirmed_at: at, checked_at: at }).where('domain_id', '=', id).execute();
      return begin(...given);
    } });
    const { body } = await area.call(verifyOwnership, personOf(account), { id });
    await newer;
    assert.deepEqual([body.data.state, body.data.cause], ['proven', null]);
  });

  test('of a domain is no proof for another account, and says how to prove it', async () => {
    const store = await open();
    const area = areaOf(store);
    const [anna, berta] = [await area.addAccount(), await area.addAccount()];
    const [hers, others] = [await area.addDomain(anna.id, 'owned.example'), await area.addDomain(berta.id, 'owned.example', 'f'.repeat(32))];
    await area.call(verifyOwnership, personOf(anna), { id: hers });
    assert.equal((await area.call(verifyOwnership, personOf(berta), { id: others })).body.data.state, 'pending');
    assert.equal(await area.refusal(anna.id, hers), null);
    const refusal = (await area.refusal(berta.id, others))!;
    assert.deepEqual([refusal.status, refusal.code, refusal.members['record']], [403, 'ownership_required', '_dss-challenge.owned.example']);
    assert.match(refusal.message, /GET \/api\/domains\/dom_\w+\/ownership shows a token/);
    assert.equal((await area.refusal(berta.id, hers))?.code, 'not_found');
  });

  test('by a record holds for the names below, by a file for its host alone', async () => {
    const store = await open();
    const area = areaOf(store);
    const account = await area.addAccount();
    for (const name of ['owned.example', 'owned-file.example']) await area.call(verifyOwnership, personOf(account), { id: await area.addDomain(account.id, name) });
    const below = await area.addDomain(account.id, 'www.owned.example', null);
    assert.equal(await area.refusal(account.id, below), null);
    assert.equal((await area.call(showOwnership, personOf(account), { id: below })).body.data.coveredBy, 'owned.example');
    assert.equal((await area.refusal(account.id, await area.addDomain(account.id, 'www.owned-file.example', null)))?.code, 'ownership_required');
    assert.equal((await area.refusal(account.id, await area.addDomain(account.id, 'disowned.example', null)))?.code, 'ownership_required');
  });

  test('of many domains is checked at once, in jobs, each with its outcome in the list; what is proven is checked again the next day', async () => {
    const clock = testClock();
    const store = await open(clock);
    const area = areaOf(store);
    const [account, stranger] = [await area.addAccount(), await area.addAccount()];
    for (const [name] of proofs) await area.addDomain(account.id, name);
    await area.addDomain(account.id, 'www.owned.example', null);
    await area.addDomain(stranger.id, 'owned.example', 'f'.repeat(32));
    const list = async (input: Record<string, unknown> = {}, of = account) => (await area.call(listOwnerships, personOf(of), input)).body;
    const check = async (input: Record<string, unknown> = {}) => (await area.call(checkOwnerships, personOf(account), input)).body.data;

    assert.deepEqual((await list()).data.map(({ domain, state, coveredBy, record }: any) => [domain, state, coveredBy, record.name]), [...proofs.map(([name]) => name), 'www.owned.example'].toSorted().map(name => [name, 'none', null, `_dss-challenge.${name}`]));
    assert.equal((await check({ search: 'half' })).started, 1);
    assert.equal((await check()).started, proofs.length + 1);
    assert.equal(await area.reprove(proveOwnership), proofs.length + 1, 'who waits already is checked once');
    assert.equal((await check()).started, 0, 'within a minute nothing is checked again');

    const outcomes = new Map((await list()).data.map((one: any) => [one.domain, one]));
    for (const [name, state, method, cause] of proofs) {
      const { state: got, method: by, cause: why, coveredBy } = outcomes.get(name) as any;
      assert.deepEqual([got, by, coveredBy], [state, method, method && name], name);
      if (cause) assert.match(why, cause);
    }
    assert.deepEqual((outcomes.get('www.owned.example') as any).coveredBy, 'owned.example');
    assert.deepEqual((await list({}, stranger)).data.map(({ domain, checkedAt }: any) => [domain, checkedAt]), [['owned.example', null]], 'another account is not concerned');

    clock.advance(1.1 * DAY_MS);
    assert.equal(await area.reprove(), 3, 'the daily checks of what is proven');
    assert.deepEqual((await check()).started, proofs.length - 3, 'what is proven or covered is left out');
    const first = await list({ limit: 4 });
    assert.deepEqual([first.data.length, (await list({ limit: 4, cursor: first.nextCursor })).data.map(({ domain }: any) => domain)], [4, ['owned-silent.example', 'owned.example', 'www.owned.example']]);
  });

  test('is published at a DNS provider next to what is there, and proven by what the DNS then says; the credentials are kept nowhere', async context => {
    const undo: (() => void)[] = [];
    const provider = await startDnsProviders((zone, name, values) => void undo.push(lab.changeZone(zone, values.map(value => `${name}. TXT ${value}`).join('\n'))));
    context.after(async () => {
      for (const one of undo.toReversed()) one();
      await provider.stop();
    });
    provider.zones.push({ name: 'owned.example', at: 'route53' }, { name: 'challenges.example', at: 'route53', isPrivate: true });
    const others = [`"dss-challenge=${TOKEN}"`, '"dss-challenge=of-another-account"'];
    provider.records.set('_dss-challenge.owned.example', { ttl: 3600, values: others });
    const store = await open();
    const area = areaOf(store, provider.url);
    const account = await area.addAccount();
    for (const name of ['owned.example', 'www.owned.example', 'challenges.example', 'disowned.example']) await area.addDomain(account.id, name, null);
    const { accessKeyId, readOnly, secretAccessKey } = labDnsKeys.route53;
    const publish = (input: Record<string, unknown> = {}) => area.call(publishOwnerships, personOf(account), { credentials: { provider: 'route53', accessKeyId, secretAccessKey }, ...input });
    const outcomes = async (input?: Record<string, unknown>) => (await publish(input)).body.data.domains.map(({ domain, outcome }: any) => [domain, outcome]);

    for (const [input, status, says] of [
      [{ credentials: { provider: 'route53', accessKeyId, secretAccessKey: 'another' } }, 400, /^credentials: Amazon Route 53 does not accept/],
      [{ credentials: { provider: 'route53', accessKeyId } }, 400, /secretAccessKey/], [{ request_key: 'once' }, 400, /request_key/], [{ cursor: 'x' }, 400, /cursor/],
    ] as const) {
      const refused = await publish(input);
      assert.equal(refused.status, status);
      assert.match(refused.body.detail, says);
    }
    assert.deepEqual(await outcomes({ credentials: { provider: 'route53', accessKeyId: readOnly, secretAccessKey }, search: 'owned' }), [['disowned.example', 'noZone'], ['owned.example', 'failed'], ['www.owned.example', 'failed']]);
    const { status, body: { data } } = await publish();
    assert.deepEqual([status, data.stopped, data.nextCursor], [200, null, null]);
    assert.deepEqual(data.domains.map(({ domain, outcome }: any) => [domain, outcome]), [['challenges.example', 'notServed'], ['disowned.example', 'noZone'], ['owned.example', 'published'], ['www.owned.example', 'covered']]);
    assert.deepEqual(provider.records.get('_dss-challenge.owned.example')!.values.slice(0, 2), others);

    assert.equal(await area.reprove(proveOwnership), 1, 'what was published is checked at once, and later once more');
    const list = (await area.call(listOwnerships, personOf(account), {})).body.data;
    assert.deepEqual(list.map(({ domain, coveredBy }: any) => [domain, coveredBy]), [['challenges.example', null], ['disowned.example', null], ['owned.example', 'owned.example'], ['www.owned.example', 'owned.example']]);
    assert.deepEqual(await outcomes(), [['challenges.example', 'notServed'], ['disowned.example', 'noZone']], 'what is proven needs no record');

    const audit = await allTables(store.db).selectFrom('audit_entry').select(['action', 'details']).orderBy('seq').execute();
    assert.deepEqual(audit.map(({ action, details }) => [action, JSON.parse(details)]), [[], ['owned.example'], []].map(published => ['domains.proofs_published', { provider: 'route53', published, unknown: [] }]));
    const kept = await Promise.all((['audit_entry', 'job', 'remembered_reply', 'ownership'] as const).map(table => allTables(store.db).selectFrom(table as 'job').selectAll().execute()));
    assert.ok(!JSON.stringify(kept).includes(secretAccessKey) && !JSON.stringify(kept).includes(accessKeyId));

    await provider.stop();
    const unreachable = (await publish()).body.data;
    assert.deepEqual([unreachable.domains, unreachable.nextCursor], [[], null]);
    assert.match(unreachable.stopped, /^Amazon Route 53 could not be asked/);
    assert.deepEqual(area.reported, []);
    const off = await areaOf(store).call(publishOwnerships, personOf(account), { credentials: { provider: 'gandi', token: 'x' } });
    assert.deepEqual([off.status, off.body.code], [409, 'invalid_state']);
  });

  test('of which the answer of the provider was lost is unknown, stands in the audit log and is checked', async context => {
    const provider = await startDnsProviders();
    context.after(() => provider.stop());
    provider.zones.push({ name: 'owned.example', at: 'cloudflare' });
    provider.setFault('serverError', 'POST');
    const store = await open();
    const area = areaOf(store, provider.url);
    const account = await area.addAccount();
    await area.addDomain(account.id, 'owned.example', null);
    const { body: { data: { domains: [row] } } } = await area.call(publishOwnerships, personOf(account), { credentials: { provider: 'cloudflare', token: labDnsKeys.cloudflare.token } });
    assert.deepEqual([row.outcome, row.cause], ['unknown', 'Cloudflare answered with status 500.']);
    const { details } = await allTables(store.db).selectFrom('audit_entry').select('details').executeTakeFirstOrThrow();
    assert.deepEqual([JSON.parse(details), await area.reprove(proveOwnership)], [{ provider: 'cloudflare', published: [], unknown: ['owned.example'] }, 1]);
  });

  test('of a domain among hundreds is published once, and those below it get no record of their own', async context => {
    const provider = await startDnsProviders();
    context.after(() => provider.stop());
    provider.zones.push({ name: 'owned.example', at: 'cloudflare' });
    const store = await open();
    const area = areaOf(store, provider.url);
    const account = await area.addAccount();
    const others = Array.from({ length: 501 }, (_, at) => `n${at}.test`);
    await insertDomains(store.db, ['a.owned.example', ...others, 'owned.example', 'www.owned.example'].map((name, at) => ({ id: `dom_${String(at).padStart(26, '0')}`, account_id: account.id, name, due_at: null, created_at: 0, tags: [] })));
    const publish = async (cursor: string | null) => (await area.call(publishOwnerships, personOf(account), { credentials: { provider: 'cloudflare', token: labDnsKeys.cloudflare.token }, ...(cursor === null ? {} : { cursor }) })).body.data;
    const first = await publish(null);
    assert.deepEqual(first.domains.slice(0, 4).map(({ domain, outcome }: any) => `${domain} ${outcome}`), ['owned.example published', 'a.owned.example covered', 'www.owned.example covered', 'n0.test noZone']);
    const second = await publish(first.nextCursor);
    assert.deepEqual([first.domains.length, second.domains.length, second.nextCursor, [...provider.records.keys()]], [500, 4, null, ['_dss-challenge.owned.example']]);
  });

  test('is published within 20 seconds from when the zones are known, however long their list takes, also where the provider wants a short pause meanwhile', async () => {
    const [clock, names] = [testClock(), ['owned.example', 'owned-file.example', 'shop.example']];
    const store = await open(clock);
    const asked: string[] = [];
    const limited = { fault: 'limited', cause: 'too many', retryAfterMs: 200 } as const;
    const area = areaOf(store, {
      isOn: true,
      open: () => ({
        async zones(attempt = ask => ask()) {
          const said = await attempt(() => Promise.resolve(asked.push('zones') < 3 ? limited : names));
          clock.advance(50_000);
          return said === limited ? limited : names.map(name => ({ id: name, name, unserved: null }));
        },
        addTxt(_zone, name) {
          asked.push(name);
          clock.advance(12_000);
          return Promise.resolve('published');
        },
      }),
    });
    const account = await area.addAccount();
    for (const name of names) await area.addDomain(account.id, name, null);
    const { body: { data } } = await area.call(publishOwnerships, personOf(account), { credentials: { provider: 'gandi', token: 'x' } });
    assert.deepEqual([data.stopped, data.domains.map(({ domain }: any) => domain), data.nextCursor === null], [null, names.slice(0, 2), false]);
    assert.deepEqual(asked, ['zones', 'zones', 'zones', ...names.slice(0, 2).map(name => `_dss-challenge.${name}`)]);
  });

  test('is checked every day, and lost seven days after it is gone', async () => {
    const clock = testClock();
    const store = await open(clock);
    const area = areaOf(store);
    const account = await area.addAccount();
    const id = await area.addDomain(account.id, 'owned.example');
    const state = async () => (await area.call(showOwnership, personOf(account), { id })).body.data.state;
    await area.call(verifyOwnership, personOf(account), { id });
    assert.equal(await area.reprove(), 0, 'not before its time');
    const pass = async (days: number) => { clock.advance(days * 1.1 * DAY_MS); return area.reprove(); };
    assert.equal(await pass(1), 1);
    assert.deepEqual([await state(), await area.notified()], ['proven', []]);

    const publishProof = lab.addFault({ at: 'ns1.lab-dns.net', name: '_dss-challenge.owned.example', fault: 'empty' });
    try {
      await pass(1);
      assert.deepEqual([await state(), await area.notified()], ['grace', ['ownership.failing']]);
      assert.equal(await area.refusal(account.id, id), null, 'it holds in the days of grace');
      await pass(5);
      assert.deepEqual([await state(), await area.notified()], ['grace', ['ownership.failing']]);
      await pass(2);
      assert.deepEqual([await state(), await area.notified()], ['lost', ['ownership.failing', 'ownership.lost']]);
      assert.equal((await area.refusal(account.id, id))?.code, 'ownership_required');
      await pass(1);
      assert.deepEqual(await area.notified(), ['ownership.failing', 'ownership.lost'], 'each is reported once');
    } finally {
      publishProof();
    }
    await pass(1);
    assert.deepEqual([await state(), await area.refusal(account.id, id)], ['proven', null]);
    await allTables(store.db).deleteFrom('domain').where('id', '=', id).execute();
    assert.deepEqual([await pass(1), await pass(1)], [1, 0], 'it ends with the domain');
  });

  test('survives nameservers that do not answer for some days', async () => {
    const clock = testClock();
    const store = await open(clock);
    const area = areaOf(store);
    const account = await area.addAccount();
    const id = await area.addDomain(account.id, 'owned.example');
    await area.call(verifyOwnership, personOf(account), { id });
    const publishProof = lab.addFault({ at: 'ns1.lab-dns.net', name: '_dss-challenge.owned.example', fault: 'servfail' });
    try {
      clock.advance(2 * DAY_MS);
      await area.reprove();
      const { body } = await area.call(showOwnership, personOf(account), { id });
      assert.equal(body.data.state, 'proven');
      assert.match(body.data.cause, /ns1\.lab-dns\.net: SERVFAIL/);
      assert.deepEqual(await area.notified(), []);
    } finally {
      publishProof();
    }
  });
});
