import type { Db } from '../../../../store/index.ts';
import { parsePage, type PageFacts } from '../page/index.ts';
import type { AuditSettings } from '../settings.ts';
import type { AuditRow } from '../store/audits.ts';
import { addFound, type PageRow } from '../store/frontier.ts';
import { leaveConnections, takeConnections } from '../store/hosts.ts';
import { savePage } from '../store/pages.ts';
import { tables } from '../tables.ts';
import { leadsOf, numbered } from './links.ts';
import type { Outside } from './outside.ts';
import { visit } from './visit.ts';
import type { AuditWork } from './work.ts';

/** What a batch of pages gave, in the order of the pages. */
export interface Batch {
  pages: readonly { row: PageRow; facts: PageFacts }[];
}

/** Fetches pages that wait, host by host over no more connections than all audits may have to it together. */
export async function fetchBatch(run: AuditWork, rows: readonly PageRow[], settings: AuditSettings, outside: Outside): Promise<Batch> {
  const { db, clock, crawlManners } = run.services;
  const facts = new Map<number, PageFacts>();
  const means = { ...outside, obeys: settings.respectRobots, now: () => clock.now() };
  const hosts = Map.groupBy(rows, ({ url }) => new URL(url).host);
  try {
    await Promise.all([...hosts].map(async ([host, ofHost]) => {
      const connections = await takeConnections({ db, clock }, { host, holder: run.id, max: crawlManners.connections }, run.signal);
      const waiting = [...ofHost];
      await Promise.all(Array.from({ length: connections }, async () => {
        for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
          facts.set(row.page, parsePage(await visit(row.url, means)));
          run.signal.throwIfAborted();
        }
      }));
    }));
  } finally {
    await leaveConnections({ db, clock }, run.id);
  }
  return { pages: rows.map(row => ({ row, facts: facts.get(row.page)! })) };
}

/** Stores a batch: its pages, where they lead, and what is to be fetched next. Gives what was left out on the way. */
export async function saveBatch(tx: Db, audit: Pick<AuditRow, 'id' | 'started_at'>, { pages }: Batch, settings: AuditSettings): Promise<void> {
  const leads = pages.map(({ row, facts }) => leadsOf(facts, row.rank, settings, audit.started_at));
  const numbers = await addFound(tx, audit.id, leads.flatMap(({ found }) => found), settings.maxPages);
  const all = await withNofollow(tx, audit.id, leads.flatMap(({ links }) => links.flatMap(({ key }) => key ?? [])), numbers.pages);
  for (const [at, { row, facts }] of pages.entries()) await savePage(tx, audit.id, row.page, facts, numbered(leads[at]!.links, all));
  const bytes = pages.reduce((sum, { facts: { fetch } }) => sum + (fetch.outcome === 'answered' ? fetch.bytes : 0), 0);
  const cut = leads.some(({ trapped }) => trapped > 0) ? 'traps' : leads.some(({ deeper }) => deeper > 0) ? 'depth' : null;
  await tables(tx).updateTable('site_audit').set(eb => ({ done: eb('done', '+', pages.length), bytes: eb('bytes', '+', bytes) })).where('id', '=', audit.id).execute();
  if (cut !== null) await tables(tx).updateTable('site_audit').set({ cut }).where('id', '=', audit.id).where('cut', 'is', null).execute();
}

/** Links that are not followed lead to pages as well, where others found them. */
async function withNofollow(tx: Db, auditId: string, keys: readonly string[], known: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
  const missing = [...new Set(keys.filter(key => !known.has(key)))];
  if (missing.length === 0) return known;
  const rows = await tables(tx).selectFrom('site_audit_page').select(['url_key', 'page']).where('audit_id', '=', auditId).where('url_key', 'in', missing.slice(0, 500)).execute();
  return new Map([...known, ...rows.map(({ url_key: key, page }) => [key, page] as const)]);
}
