import { reverseName } from '../../../checks/hosts/reverse.ts';
import type { ServiceDialogues } from '../../../core/outside/service-dialogues.ts';
import type { OpenTarget } from '../../../core/outside/scan-target.ts';
import type { Store } from '../../../store/index.ts';
import { createQueue } from '../../../store/index.ts';
import type { TestClock } from '../../../../test/databases.ts';
import { allTables } from '../../../../test/tables.ts';
import { personOf, testService } from '../../platform/audit/testing.ts';
import { insertDomains } from '../../domains/inventory/store.ts';
import { doRun } from '../../platform/runs/runner.ts';
import { doVulnScan, vulnScan } from './run.ts';
import { scanning } from './schedule.ts';
import type { ExposureServices } from './services.ts';
import { scripted } from './services/cases.sample.ts';
import { createWebsites } from './web/websites.ts';
import { scanOperations } from './operations.ts';

const HOUR_MS = 3_600_000;

/** What a packet is for: `page` the first page of a port, `web` what a website is asked afterwards. */
type Sent = 'touch' | 'dialogue' | 'tls' | 'page' | 'web';
/** The first page is waited for less long than what follows. */
const FIRST_PAGE_MS = 8000;

/** Says nothing, whatever it is asked. */
const silent = scripted({ replies: [] });

/** A small Internet for scans: names with their addresses, addresses with their open ports, and every packet that was sent. */
export class SampleHosts {
  readonly names = new Map<string, { addresses: readonly string[]; via?: readonly string[]; exchanges?: readonly string[] }>();
  readonly hosts = new Map<string, { open: readonly number[]; server?: string; ptr?: string; expiredAt?: number; certificateFor?: readonly string[]; services?: Readonly<Record<number, ServiceDialogues>> }>();
  /** `address:port`, in order. */
  readonly packets: string[] = [];
  /** The same with what each was for. */
  readonly sent: string[] = [];
  /** Called before each packet. */
  before: (address: string, port: number, what: Sent) => void = () => {};
  /** Names of which the DNS fails to answer. */
  readonly silent = new Set<string>();

  open() {
    const lookup = (name: string, type: string) => {
      const none = { outcome: 'absent', nxdomain: false, via: [] };
      if (this.silent.has(name)) return { outcome: 'failed', kind: 'timeout', cause: 'timeout' };
      if (type === 'PTR') {
        const host = [...this.hosts].find(([address]) => reverseName(address) === name)?.[1];
        return host?.ptr === undefined ? none : { outcome: 'found', value: [host.ptr], via: [], ttlSeconds: 60 };
      }
      const known = this.names.get(name);
      if (type === 'MX') return known?.exchanges ? { outcome: 'found', value: known.exchanges.map(exchange => ({ preference: 10, exchange })), via: [], ttlSeconds: 60 } : none;
      const value = (known?.addresses ?? []).filter(address => address.includes(':') === (type === 'AAAA'));
      return value.length > 0 ? { outcome: 'found', value, via: known!.via ?? [], ttlSeconds: 60 } : none;
    };
    return { clients: { dns: { lookup: (name: string, type: string) => Promise.resolve(lookup(name, type)) }, mayReach: () => true }, close: () => {} };
  }

  readonly openTarget: OpenTarget = address => {
    const sent = (port: number, what: Sent) => {
      this.before(address, port, what);
      this.packets.push(`${address}:${port}`);
      this.sent.push(`${what} ${address}:${port}`);
      return this.hosts.get(address)?.open.includes(port) ?? false;
    };
    return {
      address,
      userAgent: 'test',
      dialogues: {
        open: (target, options) => Promise.resolve(sent(target.port, 'dialogue') ? (this.hosts.get(address)?.services?.[target.port] ?? silent).open(target, options) : { failed: 'refused' as const, cause: 'refused' }),
        ask: ({ port }) => {
          sent(port, 'dialogue');
          return Promise.resolve(null);
        },
      },
      touch: port => Promise.resolve({ state: sent(port, 'touch') ? 'open' as const : 'closed' as const, rttMs: 10 }),
      tls: {
        handshake: ({ host, port }) => {
          const { expiredAt, certificateFor } = this.hosts.get(address) ?? {};
          if (!sent(port, 'tls') || port === 80) return Promise.resolve({ outcome: 'failed' as const, stage: 'tls' as const, cause: 'no TLS' });
          return Promise.resolve({
            outcome: 'answered' as const, address, protocol: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256', group: 'X25519', alpn: null, namesHost: true, ocspStapled: false,
            refused: certificateFor?.includes(host) || host === address ? null : { reason: 'chain' as const, cause: 'self-signed' },
            chain: [{
              subject: 'CN=host', issuer: 'CN=Lab', names: certificateFor ?? [host], notBefore: 0, notAfter: expiredAt ?? 4_000_000_000_000, serialNumber: '1', signatureAlgorithm: 'ecdsa',
              key: { type: 'EC', bits: 256 }, der: '', spki: '',
            }],
          });
        },
      },
      page: (url, { timeoutMs }) => {
        const { protocol, port } = new URL(url);
        if (!sent(Number(port) || (protocol === 'https:' ? 443 : 80), timeoutMs > FIRST_PAGE_MS ? 'web' : 'page')) return Promise.resolve({ outcome: 'failed', stage: 'connect', cause: 'refused' });
        return Promise.resolve({ outcome: 'answered', url, status: 200, fields: [['server', this.hosts.get(address)?.server ?? 'nginx']], body: '<title>Here</title>', truncated: false, refused: null });
      },
    };
  };
}

/** What does the scans of `store`, over a small Internet; `leaseMs` is how long a run is this worker's that is not heard of. */
export function openExposureWork(store: Store, hosts: SampleHosts, outside: object = {}, leaseMs?: number) {
  const { services } = testService(store);
  const queue = createQueue(store, services.newId, leaseMs);
  const service = testService(store, {
    queue, open: () => hosts.open(), openTarget: hosts.openTarget, random: Math.random, runKinds: [vulnScan], counters: { refund: () => Promise.resolve() },
    manners: { connectsPerSecond: Infinity, dialoguesPerSecond: Infinity, openAtOnce: 20, requestsPerSecond: Infinity },
    websites: createWebsites({ templates: null, technologies: null, log: () => {} }),
    ...outside,
  });
  return {
    service, queue,
    /** Does the scans that wait, so many at most; gives how many these were, and what went wrong. */
    async work(signal = new AbortController().signal, most = 10): Promise<{ done: number; reported: string[] }> {
      const reported: string[] = [];
      const means = { store, queue, servicesOf: () => Promise.resolve(service.services as unknown as ExposureServices), report: (error: unknown) => void reported.push(String(error)), refund: () => Promise.resolve() };
      const jobs = await queue.take([vulnScan.kind], most);
      for (const job of jobs) await doRun(doVulnScan, job, signal, means);
      return { done: jobs.length, reported };
    },
  };
}

/** The area over `store` and a small Internet, with a domain whose ownership is proven; scans are done when a test says so. */
export async function openExposure(store: Store, hosts = new SampleHosts(), { domain = 'owned.example', outside }: { domain?: string; outside?: object } = {}) {
  const { service, queue, work } = openExposureWork(store, hosts, outside);
  const { services } = service;
  const account = await service.addAccount();
  const addDomain = async (accountId: string, name: string, proven = true): Promise<string> => {
    const id = services.newId('dom');
    const now = store.clock.now();
    await insertDomains(store.db, [{ id, account_id: accountId, name, due_at: null, created_at: now, tags: [] }]);
    const at = proven ? now : null;
    await allTables(store.db).insertInto('ownership').values({ domain_id: id, token: 'a'.repeat(32), method: proven ? 'dns' : null, proven_at: at, confirmed_at: at, checked_at: at, failing_since: null, lost_at: null, cause: null }).execute();
    return id;
  };
  const domainId = await addDomain(account.id, domain);
  const [start, latest, ports] = scanOperations;
  return {
    ...service, hosts, store, queue, account, domainId, addDomain,
    start: (input: Record<string, unknown> = {}) => service.call({ ...start, allowance: 'none' }, personOf(account), { domainId, ...input }),
    latest: async () => (await service.call(latest, personOf(account), { domainId })).body,
    ports: async () => (await service.call(ports, personOf(account), { domainId })).body,
    confirm: (address: string) => allTables(store.db).insertInto('exposure_address').values({ account_id: account.id, domain_id: domainId, address, confirmed_by: 'usr_owner', confirmed_at: 0 }).execute(),
    optOut: (target: string) => allTables(store.db).insertInto('exposure_opt_out').values({ id: services.newId('xpf'), target, note: null, created_at: 0 }).execute(),
    loseOwnership: () => allTables(store.db).updateTable('ownership').set({ failing_since: store.clock.now() - 8 * 24 * HOUR_MS }).execute(),
    /** Starts what is due. */
    due: () => store.transaction(tx => scanning.due(tx, { ...service.services, db: tx, queue } as never, store.clock.now(), 10)),
    raised: async () => (await allTables(store.db).selectFrom('alert').select(['kind', 'cleared_at']).execute()).filter(({ cleared_at }) => cleared_at === null).map(({ kind }) => kind).toSorted(),
    advance: (ms: number) => (store.clock as TestClock).advance(ms),
    /** Does the scans that wait. */
    work: async (signal?: AbortSignal): Promise<string[]> => (await work(signal)).reported,
    /** Starts a scan, does it, and gives what it said. */
    async scan(input: Record<string, unknown> = {}) {
      (store.clock as TestClock).advance(1000);
      const started = await this.start(input);
      if (started.status !== 202) throw new Error(JSON.stringify(started.body));
      const reported = await this.work();
      if (reported.length > 0) throw new Error(reported.join());
      return { latest: await this.latest(), ports: await this.ports(), runId: (started.body as { data: { id: string } }).data.id };
    },
    status: async (id: string) => (await allTables(store.db).selectFrom('run').select(['status', 'error']).where('id', '=', id).executeTakeFirstOrThrow()),
  };
}
