import { standardPlans } from '../../platform/account/index.ts';
import { personOf, testService } from '../../platform/audit/testing.ts';
import { insertDomains } from '../../domains/inventory/store.ts';
import { doRun } from '../../platform/runs/runner.ts';
import type { Email } from '../../../core/outside/mail.ts';
import type { OriginReply, ValidityReply } from '../../../core/outside/origins.ts';
import type { RegistryReply } from '../../../core/outside/probes.ts';
import { createQueue, type Store } from '../../../store/index.ts';
import type { TestClock } from '../../../../test/databases.ts';
import { allTables } from '../../../../test/tables.ts';
import { SampleHosts } from '../exposure/scan.sample.ts';
import { confirmationOperations } from './operations/confirmation.ts';
import { ipEventOperations } from './operations/events.ts';
import { proofOperations } from './operations/proof.ts';
import { ipScanOperations } from './operations/scan.ts';
import { targetOperations } from './operations/targets.ts';
import type { IpScanResult } from './conclude.ts';
import { doIpScan } from './run.ts';
import { ipScan } from './scan-work.ts';
import { alarmingTargets, watchingTargets } from './schedule.ts';
import type { IpTargetsServices } from './services.ts';

const [list, show, create, update, remove] = targetOperations;
const [prove] = proofOperations;
const [scan] = ipScanOperations;
const [confirm, withdraw] = confirmationOperations;
const [events, authorize, deny] = ipEventOperations;

/** The outside of IP targets in memory: hosts with their packets, blocklists, networks, the registry and a mail server. */
export class SampleOutside extends SampleHosts {
  /** Zones of lists that work; those that are missing do not list their own test entry. */
  readonly lists = new Map<string, Map<string, string[]>>();
  readonly origins = new Map<string, OriginReply>();
  validity: ValidityReply = { outcome: 'answered', state: 'valid', reason: null };
  registry: RegistryReply = { outcome: 'failed', source: 'rdap', cause: 'nobody answers' };
  readonly mails: Email[] = [];
  /** Every question to the DNS, in order. */
  readonly asked: string[] = [];

  /** A list that works, with what it answers by address. */
  addList(zone: string, listed: Record<string, string[]> = {}): void {
    this.lists.set(zone, new Map(Object.entries(listed)));
  }

  override open() {
    const session = super.open();
    const lookup = async (name: string, type: string) => {
      this.asked.push(`${name} ${type}`);
      const list = [...this.lists].find(([zone]) => name.endsWith(`.${zone}`));
      if (list && type === 'A' && !this.silent.has(list[0])) return this.answerOf(name, list[0]);
      return list && this.silent.has(list[0]) ? { outcome: 'failed', kind: 'timeout', cause: 'timeout' } : session.clients.dns.lookup(name, type);
    };
    const blocklists = { zones: null, spamhausKey: null, testPoint: (name: string) => lookup(name, 'A') };
    return { ...session, clients: { ...session.clients, dns: { lookup }, blocklists } } as never;
  }

  private answerOf(name: string, zone: string) {
    const reversed = name.slice(0, -zone.length - 1).split('.').toReversed().join('.');
    const codes = reversed === '127.0.0.2' ? ['127.0.0.2'] : this.lists.get(zone)!.get(reversed);
    return codes === undefined ? { outcome: 'absent', nxdomain: true, via: [] } : { outcome: 'found', value: codes, via: [], ttlSeconds: 60 };
  }
}

/** The area over `store` and a small Internet, with a domain whose ownership is proven; scans are done when a test says so. */
export async function openIpTargets(store: Store, outside = new SampleOutside(), parts: object = {}) {
  const queue = createQueue(store, testService(store).services.newId);
  const service = testService(store, {
    queue, open: () => outside.open(), openTarget: (address: string) => (address.startsWith('10.') ? null : outside.openTarget(address)), random: Math.random, runKinds: [ipScan], counters: { refund: () => Promise.resolve() }, plans: standardPlans,
    manners: { connectsPerSecond: Infinity, dialoguesPerSecond: Infinity, openAtOnce: 20, requestsPerSecond: Infinity }, refund: () => Promise.resolve(), baseUrl: 'https://dss.example',
    listChoice: { zones: [...outside.lists.keys()], accepted: [], hasSpamhausKey: false },
    origins: { of: async (address: string) => outside.origins.get(address) ?? { outcome: 'absent' }, nameOf: async (asn: number) => `NET-${asn}`, validity: async () => outside.validity },
    capture: { network: async () => outside.registry },
    mailer: { configured: true, send: async (mail: Email) => { outside.mails.push(mail); return 250; } },
    ...parts,
  });
  const account = await service.addAccount();
  const addDomain = async (name: string, accountId = account.id): Promise<string> => {
    const id = service.services.newId('dom');
    const now = store.clock.now();
    await insertDomains(store.db, [{ id, account_id: accountId, name, due_at: null, created_at: now, tags: [] }]);
    await allTables(store.db).insertInto('ownership').values({ domain_id: id, token: 'a'.repeat(32), method: 'dns', proven_at: now, confirmed_at: now, checked_at: now, failing_since: null, lost_at: null, cause: null }).execute();
    return id;
  };
  const call = (operation: Parameters<typeof service.call>[0], input: Record<string, unknown> = {}, by = account) => service.call({ ...operation, allowance: 'none' }, personOf(by), input);
  /** Does the scans that wait, so many at most; gives how many these were. */
  const work = async (signal = new AbortController().signal, most = 50): Promise<number> => {
    const reported: string[] = [];
    const jobs = await queue.take([ipScan.kind], most);
    for (const job of jobs) {
      await doRun(doIpScan, job, signal, { store, queue, servicesOf: () => Promise.resolve(service.services as unknown as IpTargetsServices), report: error => void reported.push(String(error)), refund: () => Promise.resolve() });
    }
    if (reported.length > 0) throw new Error(reported.join());
    return jobs.length;
  };
  const area = {
    ...service, outside, store, account, addDomain, work, advance: (ms: number) => (store.clock as TestClock).advance(ms),
    create: (input: Record<string, unknown>) => call(create, input),
    show: async (id: string) => (await call(show, { id })).body.data,
    list: async (by = account) => (await call(list, {}, by)).body.data,
    listReply: async (input: Record<string, unknown> = {}, by = account) => (await call(list, input, by)).body,
    update: (input: Record<string, unknown>) => call(update, input),
    remove: (id: string) => call(remove, { id }),
    prove: (input: Record<string, unknown>) => call(prove, input),
    events: async (id: string) => (await call(events, { id })).body.data,
    authorize: (input: Record<string, unknown>) => call(authorize, input),
    deny: (input: Record<string, unknown>) => call(deny, input),
    confirm: (id: string) => call(confirm, { id }),
    withdraw: (id: string) => call(withdraw, { id }),
    /** Adds a target, confirms it where it is proven, and gives its id. */
    async add(target: string, input: Record<string, unknown> = {}): Promise<string> {
      const id = await area.addOnly(target, input);
      await call(confirm, { id });
      return id;
    },
    async addOnly(target: string, input: Record<string, unknown> = {}): Promise<string> {
      const { status, body } = await call(create, { target, ...input });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.data.id;
    },
    start: (input: Record<string, unknown>) => call(scan, input),
    /** Starts a scan, does it, and gives how its run ended. */
    async scan(id: string, input: Record<string, unknown> = {}) {
      area.advance(1000);
      const { status, body } = await call(scan, { id, ...input });
      if (status !== 202) throw new Error(JSON.stringify(body));
      await work();
      const run = await allTables(store.db).selectFrom('run').select(['status', 'result', 'error']).where('id', '=', body.data.id).executeTakeFirstOrThrow();
      return { status: run.status, error: run.error, ...JSON.parse(run.result ?? '{}') as IpScanResult };
    },
    loseOwnership: () => allTables(store.db).updateTable('ownership').set({ failing_since: store.clock.now() - 8 * 86_400_000 }).execute(),
    /** Starts what is due. */
    due: () => store.transaction(tx => watchingTargets.due(tx, { ...service.services, db: tx, queue } as never, store.clock.now(), 10)),
    alarms: () => store.transaction(tx => alarmingTargets.due(tx, { ...service.services, db: tx, queue } as never, store.clock.now(), 10)),
    alerts: async () => (await allTables(store.db).selectFrom('alert').select(['kind', 'cleared_at']).execute()).filter(({ cleared_at }) => cleared_at === null).map(({ kind }) => kind).toSorted(),
    notified: async () => (await allTables(store.db).selectFrom('job').select('payload').where('kind', '=', 'notify').orderBy('id').execute()).map(({ payload }) => (JSON.parse(payload) as { notification: { title: string } }).notification.title),
  };
  return area;
}
