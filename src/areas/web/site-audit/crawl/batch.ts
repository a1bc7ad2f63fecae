import type { Db } from '../../../../store/index.ts';
import type { AuditSettings } from '../settings.ts';
import { countDone, noteSignedOut, type AuditRow } from '../store/audits.ts';
import { addFound, pagesByKey, type PageRow } from '../store/frontier.ts';
import { takeConnections, whileHolding } from '../store/hosts.ts';
import { savePages } from '../store/pages.ts';
import { addTargets } from '../store/targets.ts';
import type { PageRead } from '../threads/tasks.ts';
import { numbered } from './links.ts';
import type { Outside } from './outside.ts';
import { mostPages } from './most-pages.ts';
import { isOwn } from './scope.ts';
import { visit } from './visit.ts';
import type { AuditWork } from './work.ts';

/** What a batch of pages gave, in the order of the pages. */
export interface Batch {
  pages: readonly { row: PageRow; read: PageRead }[];
  /** Why the session of the audit is over: then some pages are left; null where it goes on. */
  signedOut: string | null;
}

/** Fetches pages that wait, host by host over no more connections than all audits may have to it together. */
export async function fetchBatch(run: AuditWork, audit: Pick<AuditRow, 'started_at'>, rows: readonly PageRow[], settings: AuditSettings, outside: Outside): Promise<Batch> {
  const { db, clock, crawlManners, auditThreads } = run.services;
  const read = new Map<number, PageRead>();
  let signedOut: string | null = null;
  const means = { ...outside, obeys: (url: string) => settings.respectRobots || !isOwn(url, settings), now: () => clock.now() };
  const hosts = Map.groupBy(rows, ({ url }) => new URL(url).host);
  await whileHolding({ db, clock }, run.id, () => Promise.all([...hosts].map(async ([host, ofHost]) => {
    const connections = await takeConnections({ db, clock }, { host, holder: run.id, max: crawlManners.connections }, run.signal);
    const waiting = [...ofHost];
    await Promise.all(Array.from({ length: connections }, async () => {
      for (let row = waiting.shift(); row !== undefined && signedOut === null; row = waiting.shift()) {
        const fetched = await visit(row.url, means);
        const fault = await outside.signedOutBy(fetched);
        if (fault === null) read.set(row.page, await auditThreads.read({ fetched, rank: row.rank, settings, startedAt: audit.started_at }));
        else signedOut = fault;
        run.signal.throwIfAborted();
      }
    }));
  })));
  return { pages: rows.flatMap(row => (read.has(row.page) ? [{ row, read: read.get(row.page)! }] : [])), signedOut };
}

/** Stores a batch: its pages, where they lead, and what is to be fetched next. */
export async function saveBatch(tx: Db, audit: Pick<AuditRow, 'id'>, { pages, signedOut }: Batch, settings: AuditSettings): Promise<void> {
  const leads = pages.map(({ read }) => read.leads);
  const numbers = await addFound(tx, audit.id, leads.flatMap(({ found }) => found), mostPages(settings));
  const all = await withNofollow(tx, audit.id, leads.flatMap(({ links }) => links.flatMap(({ key }) => key ?? [])), numbers.pages);
  await savePages(tx, audit.id, pages.map(({ row, read }, at) => ({ page: row.page, stored: read.stored, links: numbered(leads[at]!.links, all) })));
  await addTargets(tx, audit.id, pages.flatMap(({ read }) => read.targets));
  const bytes = pages.reduce((sum, { read }) => sum + read.stored.bytes, 0);
  const cut = leads.some(({ trapped }) => trapped > 0) ? 'traps' : leads.some(({ deeper }) => deeper > 0) ? 'depth' : null;
  await countDone(tx, audit.id, { pages: pages.length, bytes, cut });
  if (signedOut !== null) await noteSignedOut(tx, audit.id, `the session ended: ${signedOut}`);
}

const MAX_KEYS = 500;

/** Links that are not followed lead to pages as well, where others found them. */
async function withNofollow(tx: Db, auditId: string, keys: readonly string[], known: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
  const missing = [...new Set(keys.filter(key => !known.has(key)))];
  return missing.length === 0 ? known : new Map([...known, ...await pagesByKey(tx, auditId, missing.slice(0, MAX_KEYS))]);
}
