// A domain that is monitored while the clock is driven: scans come in their turn, and again where a change is to be confirmed.
import { randomBytes } from 'node:crypto';
import { startLab, worldOf } from '../lab/index.ts';
import type { Fault, LabDomain } from '../lab/types.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { composeCheck } from '../src/app/compose.ts';
import { runInDepth, type ScanResult } from '../src/areas/domains/check/index.ts';
import { alertOfScan } from '../src/areas/domains/history/alerts.ts';
import { insertDomains } from '../src/areas/domains/inventory/store.ts';
import { confirmDomain } from '../src/areas/domains/events/confirming.ts';
import { alarming } from '../src/areas/domains/events/jobs.ts';
import { observeScans } from '../src/areas/domains/events/observe.ts';
import { present, type EventRecord } from '../src/areas/domains/events/shapes.ts';
import { createNewId } from '../src/core/ids.ts';
import { createQueue, type Store } from '../src/store/index.ts';
import type { TestClock } from './databases.ts';
import { fedOf } from './facets.ts';
import { speak } from './speaking.ts';
import { allTables } from './tables.ts';

export const NAME = 'shop.example';
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** A zone with something of everything that is watched. */
export const records = `
  @ A 45.54.90.1
  @ AAAA 2a0e:b100:90::1
  www CNAME shop.example.
  mail A 45.54.90.2
  @ MX 10 mail.shop.example.
  @ TXT "v=spf1 mx -all"
  @ TXT "google-site-verification=1"
  _dmarc TXT "v=DMARC1; p=reject; rua=mailto:dmarc@shop.example"
  @ CAA 0 issue "letsencrypt.org"`;

const registration: NonNullable<LabDomain['registration']> = {
  registrar: { name: 'Lab Registrar Ltd', ianaId: 9990 }, createdAt: '2020-01-01T00:00:00Z', updatedAt: '2025-01-01T00:00:00Z', expiresAt: '2036-01-01T00:00:00Z',
  statuses: ['clientTransferProhibited'], nameservers: ['ns1.lab-dns.net', 'ns2.lab-dns.net'], via: 'rdap', delegationSigned: true,
};
const page: LabDomain['pages'][number] = { over: 'https', host: NAME, path: '/', status: 200, headers: {}, body: 'Shop', certificate: 'good' };

/** A blocklist that works (RFC 5782 §5). */
const blocklist = { name: 'spamhaus.org', records: '2.0.0.127.zen A 127.0.0.2\ndbltest.com.dbl A 127.0.1.2' };

type Change = Partial<Omit<LabDomain, 'registration' | 'pages'>> & { listings?: string; registration?: Partial<typeof registration>; page?: Partial<typeof page>; resolverFaults?: readonly Omit<Fault, 'at'>[] };

/** What a scan says of the shop in a lab where `change` is so. */
export async function scanInLab({ registration: registered, page: shown, resolverFaults = [], listings = '', ...change }: Change = {}): Promise<ScanResult> {
  const lab = await startLab({ world: worldOf([{ name: NAME, signed: true, records, registration: { ...registration, ...registered }, pages: [{ ...page, ...shown }], ...change }, { ...blocklist, records: `${blocklist.records}\n${listings}` }]) });
  try {
    for (const fault of resolverFaults) lab.addFault({ at: 'resolver', ...fault });
    return { ...await runInDepth(composeCheck(outsideOfLab(lab)), NAME, {}), asOf: {} };
  } finally {
    await lab.stop();
  }
}

/** A copy that `change` has edited. */
export function edited(result: ScanResult, change: (records: ScanResult['records'], whole: ScanResult) => void): ScanResult {
  const copy = structuredClone(result);
  change(copy.records, copy);
  return copy;
}

/** What a scan at a moment sees; null where no resolver answers, so that there is no scan. */
export type Source = (at: number) => ScanResult | null;

/** A domain in `store` and those who watch it. */
export async function startWatch(store: Store, clock: TestClock) {
  const newId = createNewId(clock, randomBytes);
  const queue = createQueue(store, newId);
  const [accountId, domainId] = [newId('acc'), newId('dom')];
  await allTables(store.db).insertInto('account').values({ id: accountId, name: 'Shop', plan: 'enterprise', operator: 0, settings: '{}', settings_version: 1, created_at: clock.now(), delete_after: null }).execute();
  await insertDomains(store.db, [{ id: domainId, account_id: accountId, name: NAME, due_at: null, created_at: clock.now(), tags: [] }]);

  async function scan(source: Source): Promise<void> {
    const at = clock.now();
    const result = source(at);
    if (!result) return;
    const seen = { accountId, domainId, name: NAME, result, at, runId: 'run_1' };
    await store.transaction(async tx => {
      await alertOfScan(tx, { newId }, seen);
      await observeScans.hear(tx, { queue, newId, speak }, seen);
    });
  }

  async function nextConfirmation(): Promise<number> {
    const row = await allTables(store.db).selectFrom('job').select('run_at').where('kind', '=', confirmDomain.kind).orderBy('run_at').limit(1).executeTakeFirst();
    return row?.run_at ?? Infinity;
  }

  return {
    accountId, domainId, queue, newId, speak, scan,
    /** Looks now and then every `everyMs` for `ms`, and whenever a change is to be confirmed. */
    async pass(ms: number, source: Source, everyMs = 6 * HOUR_MS): Promise<number> {
      const end = clock.now() + ms;
      let scans = 0;
      for (let due = clock.now(); ; scans++) {
        const next = Math.min(due, await nextConfirmation());
        if (next >= end) break;
        clock.set(Math.max(next, clock.now()));
        const jobs = await queue.take([confirmDomain.kind], 10);
        if (jobs.length === 0) due += everyMs;
        await scan(source);
        for (const job of jobs) await queue.finish(store.db, job);
      }
      clock.set(end);
      return scans;
    },
    /** Tells of denied events whose time has come. */
    alarm: () => store.transaction(tx => alarming.due(tx, { queue, speak }, clock.now(), 10)),
    async events(): Promise<EventRecord[]> {
      const rows = await allTables(store.db).selectFrom('domain_event').selectAll().where('domain_id', '=', domainId).where('kind', '!=', 'baseline.created').orderBy('id').execute();
      return rows.map(present);
    },
    /** What people were notified of: why, and of which kind of event. */
    async reported(): Promise<string[]> {
      const rows = await allTables(store.db).selectFrom('job').select('payload').where('kind', '=', 'notify').orderBy('turn').execute();
      return rows.map(({ payload }) => {
        const { notification: { kind, data } } = JSON.parse(payload) as { notification: { kind: string; data: Record<string, unknown> } };
        return `${data['occasion'] as string} ${kind}`;
      });
    },
    /** The alerts that there are or were, by severity. */
    alerts: () => allTables(store.db).selectFrom('alert').selectAll().where('account_id', '=', accountId).orderBy('position').orderBy('id').execute(),
    async openEvents(): Promise<number> {
      return (await fedOf(store.db, domainId)).openEvents;
    },
    async accepted(subject: string): Promise<unknown> {
      const row = await allTables(store.db).selectFrom('baseline').select('value').where('domain_id', '=', domainId).where('subject', '=', subject).executeTakeFirst();
      return row && JSON.parse(row.value);
    },
  };
}
