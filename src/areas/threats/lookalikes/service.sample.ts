import { randomBytes } from 'node:crypto';
import { bulkStates, type BulkServices, type BulkState, type BulkType } from '../../../core/outside/bulk-lookup.ts';
import type { Clock } from '../../../core/clock.ts';
import { createNewId } from '../../../core/ids.ts';
import type { PageReply, RegistryReply } from '../../../core/outside/probes.ts';
import { createQueue, type Store } from '../../../store/index.ts';
import { readPlans } from '../../platform/account/index.ts';
import type { RunWork } from '../../run-kind.ts';
import type { LookalikesServices } from './services.ts';
import { probeAgain } from './sweep/jobs.ts';
import { doLookalikeSweep } from './sweep/run.ts';
import type { Tier } from './sweep/tiers.ts';
import { speak } from '../../../../test/speaking.ts';
import { allTables } from '../../../../test/tables.ts';

/** What DNS has of a name; `state` stands for all types where it is given. */
export interface SampleName {
  state?: BulkState;
  NS?: readonly string[];
  A?: readonly string[];
  MX?: readonly string[];
  TXT?: readonly string[];
  /** The page over HTTPS, and where it leads. */
  page?: string;
  location?: string;
  /** ISO 8601. */
  createdAt?: string;
}

/** A small world: names that are not in it are not registered. */
export class SampleWorld {
  readonly names = new Map<string, SampleName>();
  /** Suffixes that answer for every name. */
  readonly wildcards = new Set<string>();
  asked = 0;
  readonly askedRegistry: string[] = [];
  /** Everything fails while it is set. */
  down = false;

  /** The answers of this world to many names. */
  bulk(): BulkServices {
    const answer = (name: string, type: BulkType): { state: BulkState; records: readonly string[] } => {
      const known = this.names.get(name.replace(/^_dmarc\./, ''));
      if (this.down || known?.state === 'unknown') return { state: 'unknown', records: [] };
      if (known?.state) return { state: known.state, records: [] };
      if (!known) return { state: this.wildcards.has(name.slice(name.indexOf('.') + 1)) ? 'nodata' : 'nxdomain', records: [] };
      const records = name.startsWith('_dmarc.') || type === 'AAAA' || type === 'SOA' || type === 'PTR' ? [] : known[type] ?? (type === 'NS' ? ['ns1.host.example'] : []);
      return { state: records.length > 0 ? 'found' : 'nodata', records };
    };
    return {
      bulkLookup: async (names, type, signal) => {
        signal.throwIfAborted();
        this.asked += names.length;
        const answers = names.map(name => answer(name, type));
        return { states: Uint8Array.from(answers, ({ state }) => bulkStates.indexOf(state)), records: at => answers[at]!.records, cause: () => null };
      },
      wildcards: async suffixes => suffixes.map(suffix => ({ state: this.wildcards.has(suffix) ? 'nodata' : 'nxdomain', records: new Set<string>() })),
    };
  }

  /** Clients for the websites and registries of this world. */
  open(): { clients: object; close(): void } {
    const visit = async (url: string): Promise<PageReply> => {
      const { hostname, protocol } = new URL(url);
      // Its addresses, of both families.
      this.asked += 2;
      const known = this.names.get(hostname);
      if (this.down) return { outcome: 'failed', stage: 'dns', cause: 'SERVFAIL' };
      if (known?.page === undefined && known?.location === undefined) return { outcome: 'failed', stage: 'connect', cause: `refused over ${protocol}` };
      const fields = known.location === undefined ? [] : [['location', known.location] as const];
      return { outcome: 'answered', url, status: known.location === undefined ? 200 : 301, fields, body: known.page ?? '', truncated: false, refused: null };
    };
    const find = async (name: string): Promise<RegistryReply> => {
      this.askedRegistry.push(name);
      const { createdAt } = this.names.get(name) ?? {};
      if (createdAt === undefined) return { outcome: 'failed', source: 'rdap', cause: 'timeout' };
      const text = JSON.stringify({ objectClassName: 'domain', ldhName: name, events: [{ eventAction: 'registration', eventDate: createdAt }] });
      return { outcome: 'answered', source: 'rdap', server: 'rdap.example', text };
    };
    return { clients: { web: { visit }, registry: { find } }, close: () => {} };
  }
}

export const SAMPLE = { account: 'acc_a', domain: 'dom_a', name: 'lumenpay.com' } as const;

/** A domain in the inventory of the account, watched. */
export async function addDomain(store: Store, id: string, name: string): Promise<void> {
  await allTables(store.db).insertInto('domain').values({
    id, account_id: SAMPLE.account, name, note: null, search: name, group_id: null, client_id: null, profile: null, selectors: '[]', monitored: 1, interval_minutes: null, due_at: 0,
    checked_at: null, version: 1, created_at: 0, updated_at: 0,
  }).execute();
}

/** The area over a database, a driven clock and a small world, with one domain in the inventory. */
export async function openLookalikes(store: Store, world = new SampleWorld()) {
  const clock = store.clock as Clock & { advance(ms: number): void };
  const newId = createNewId(clock, randomBytes);
  const queue = createQueue(store, newId);
  await allTables(store.db).insertInto('account').values({ id: SAMPLE.account, name: '', plan: 'pro', operator: 0, settings: '{}', settings_version: 0, created_at: 0, delete_after: null }).execute();
  await addDomain(store, SAMPLE.domain, SAMPLE.name);
  const services = { ...world.bulk(), open: () => world.open(), db: store.db, store, clock, newId, queue, speak, plans: readPlans(null) } as unknown as LookalikesServices;
  const committed: { state: unknown }[] = [];
  /** Does a sweep from where `state` left it; `stopAfter` commits the worker dies. */
  const sweep = async (tier: Tier = 'all', { state = null, stopAfter = Infinity, domain = SAMPLE.domain }: { state?: unknown; stopAfter?: number; domain?: string } = {}) => {
    let commits = 0;
    const work: RunWork<LookalikesServices, never, never> = {
      id: 'run_a', accountId: SAMPLE.account, subject: { type: 'domain', id: domain, label: domain }, trigger: 'schedule', input: { tier } as never, state: state as never, services,
      signal: new AbortController().signal, tell: () => {},
      commit: async (stage, change) => {
        if (++commits > stopAfter) throw new Error('killed');
        await store.transaction(async tx => change?.(tx));
        committed.push({ state: stage.state });
      },
    };
    const outcome = await doLookalikeSweep.work(work);
    await store.transaction(async tx => outcome.change?.(tx));
    return outcome;
  };
  /** Does the jobs of the area that are due. */
  const work = async () => {
    for (const job of await queue.take([probeAgain.kind], 10)) {
      const outcome = await probeAgain.handle({ ...job, services, signal: new AbortController().signal });
      await store.transaction(async tx => {
        await queue.finish(tx, job);
        await outcome?.change?.(tx);
      });
    }
  };
  return {
    world, services, clock, queue, sweep, work, committed,
    candidates: () => allTables(store.db).selectFrom('lookalike').selectAll().orderBy('name').execute(),
    events: async () => (await allTables(store.db).selectFrom('lookalike_event').selectAll().orderBy('id').execute()).map(({ kind, name }) => `${name} ${kind}`),
    notices: async () => (await allTables(store.db).selectFrom('job').select('payload').where('kind', '=', 'notify').orderBy('id').execute()).map(({ payload }) => (JSON.parse(payload) as { notification: { kind: string; severity: string; title: string } }).notification),
  };
}
