import { createBlobs } from '../../../core/outside/blobs.ts';
import type { Print } from '../../../core/outside/print.ts';
import type { KnownCaller } from '../../../core/access.ts';
import { createQueue, type Store } from '../../../store/index.ts';
import type { EvidenceSource, EvidenceSources, Observation } from '../../evidence-source.ts';
import { standardPlans } from '../../platform/account/index.ts';
import { personOf, testService } from '../../platform/audit/testing.ts';
import type { TestClock } from '../../../../test/databases.ts';
import { allTables } from '../../../../test/tables.ts';
import { createCatalogueReader } from './catalogues/reading/reader.ts';
import { collect } from './evidence/collect.ts';
import { complianceArea } from './index.ts';
import type { ComplianceServices } from './services.ts';

/** The area over a real database, with a clock that is driven, blobs in memory, and what areas see scripted unless `sources` are given. */
export function complianceService(store: Store, sources?: EvidenceSources) {
  const clock = store.clock as TestClock;
  const held = new Map<string, Uint8Array>();
  const blobs = createBlobs({
    write: (sha256, bytes) => Promise.resolve(void held.set(sha256, bytes)), read: sha256 => Promise.resolve(held.get(sha256) ?? null), remove: sha256 => Promise.resolve(void held.delete(sha256)),
  });
  const seen: { account: Observation[]; domains: Observation[] } = { account: [], domains: [] };
  const scripted: EvidenceSources = new Map<string, EvidenceSource>([
    ['checks', { kinds: ['uptime', 'auditLog'], scope: 'status', about: 'account', observe: () => Promise.resolve(seen.account) }],
    ['history', { kinds: ['emailAuth', 'tlsConfig'], scope: 'domains', about: 'domains', observe: (_db, { domains }) => Promise.resolve(seen.domains.filter(({ domain }) => domains.some(({ id }) => id === domain?.id))) }],
  ]);
  const print: Print = page => Promise.resolve({ outcome: 'printed', pdf: Buffer.from(`%PDF-\n${page}`) });
  const base = testService(store, { subjects: new Map(), evidenceSources: sources ?? scripted, plans: standardPlans, blobs, print, catalogueReader: createCatalogueReader() });
  const services = Object.assign(base.services, { queue: createQueue(store, base.services.newId) }) as unknown as ComplianceServices;

  async function addAccount(given: Parameters<typeof base.addAccount>[0] = {}) {
    const account = await base.addAccount({ plan: 'pro', ...given });
    const call = (id: string, input: Record<string, unknown> = {}, caller: KnownCaller = personOf(account)) => base.call(complianceArea.operations.find(one => one.id === id)!, caller, input);
    return {
      account, call,
      collect: () => collect(services, account.id, new AbortController().signal),
      choose: (framework: string, domains?: string[]) => call('compliance.frameworks.update', { framework, chosen: true, ...(domains ? { domains } : {}) }),
      keyWith: (...scopes: string[]) => ({ kind: 'key', account, keyId: 'key_1', prefix: 'dss_1', scopes, rateLimit: 100 }) as KnownCaller,
      async addDomain(name: string) {
        const id = services.newId('dom');
        const now = clock.now();
        await allTables(store.db).insertInto('domain').values({ id, account_id: account.id, name, note: null, search: name, group_id: null, client_id: null, profile: null, selectors: '[]', monitored: 1, interval_minutes: null, due_at: now, checked_at: now, version: 1, created_at: now, updated_at: now }).execute();
        return { id, name };
      },
    };
  }

  /** What people were notified of since the last time, as kind and title. */
  async function notified(): Promise<string[]> {
    const jobs = await services.queue.take(['notify'], 100);
    await store.transaction(tx => services.queue.finishThese(tx, jobs));
    return jobs.map(({ payload }) => (payload as { notification: { kind: string; title: string } }).notification).map(({ kind, title }) => `${kind}: ${title}`);
  }

  return { ...base, services, clock, held, seen, addAccount, notified };
}
