import type { Browsing } from '../../../../core/outside/browse.ts';
import type { Db } from '../../../../store/index.ts';
import { numbered } from '../crawl/links.ts';
import type { Outside } from '../crawl/outside.ts';
import { mostPages } from '../crawl/most-pages.ts';
import type { AuditWork } from '../crawl/work.ts';
import type { AuditSettings } from '../settings.ts';
import { countDone, type AuditRow, type Cut } from '../store/audits.ts';
import { addFound, pagesByKey, type PageRow } from '../store/frontier.ts';
import { addLinks } from '../store/pages.ts';
import { chooseForRendering, countWaiting, nextToRender, noteUnrendered, saveRendered, type RenderMode } from '../store/rendering.ts';
import { MAX_LINKS } from '../store/stored-page.ts';
import { addTargets } from '../store/targets.ts';
import type { RenderedRead } from '../threads/tasks.ts';
import { showPage } from './show-page.ts';

/** Pages of one audit; of a domain that is not proven as few as accessibility audits take. */
const [MAX_PAGES, MAX_FOREIGN_PAGES] = [500, 5];
/** Then others may have the browser. */
const PAGES_AT_A_TIME = 20;
/** A browser that shows none of so many shows no other either. */
const MAX_FAILED_IN_A_ROW = 5;

/** What goes along while pages are rendered. */
interface Rendering {
  run: AuditWork;
  audit: AuditRow;
  settings: AuditSettings;
  outside: Outside;
  /** Pages that were shown or failed, of all that were to be. */
  done: number;
  total: number;
  /** How many of the last pages failed in a row. */
  failed: number;
}

/** Has a browser show those pages that the audit wants rendered, until none waits; gives the limit that ended it before. What scripts link to waits to be fetched then. */
export async function renderPages(run: AuditWork, audit: AuditRow, settings: AuditSettings, outside: Outside, isOver: () => Promise<Cut | null>): Promise<Cut | null> {
  const mode = settings.render ?? 'never';
  if (mode === 'never') return null;
  const { db, browse } = run.services;
  const rendering: Rendering = { run, audit, settings, outside, done: 0, total: 0, failed: 0 };
  await commit(rendering, tx => choosePages(tx, audit.id, mode, settings));
  rendering.total = await countWaiting(db, audit.id);
  for (;;) {
    const over = await isOver();
    const rows = over === null ? await nextToRender(db, audit.id, PAGES_AT_A_TIME) : [];
    if (rows.length === 0) return over;
    await browse(browsing => renderSome(rendering, rows, browsing), run.signal);
    run.signal.throwIfAborted();
  }
}

async function choosePages(tx: Db, auditId: string, mode: RenderMode, { proven, ownHosts = 'all' }: AuditSettings): Promise<void> {
  if (!proven || ownHosts === 'all') return chooseForRendering(tx, auditId, mode, proven ? MAX_PAGES : MAX_FOREIGN_PAGES);
  const origins = ownHosts.flatMap(host => [`https://${host}`, `http://${host}`]);
  await chooseForRendering(tx, auditId, mode, MAX_PAGES, { origins, inside: true });
  await chooseForRendering(tx, auditId, mode, MAX_FOREIGN_PAGES, { origins, inside: false });
}

async function renderSome(rendering: Rendering, rows: readonly PageRow[], browsing: Browsing): Promise<void> {
  const { run, audit, settings } = rendering;
  for (const row of rows) {
    const read = await renderOne(rendering, row, browsing);
    run.signal.throwIfAborted();
    rendering.done++;
    rendering.failed = 'cause' in read ? rendering.failed + 1 : 0;
    await commit(rendering, tx => ('cause' in read ? noteUnrendered(tx, audit.id, row.page, read.cause) : saveOne(tx, audit, row, read, settings)));
    if (rendering.failed < MAX_FAILED_IN_A_ROW) continue;
    await commit(rendering, tx => noteUnrendered(tx, audit.id, null, `${MAX_FAILED_IN_A_ROW} pages in a row could not be shown`));
    return;
  }
}

async function renderOne({ run, audit, settings, outside }: Rendering, { url, rank, facts }: PageRow, browsing: Browsing): Promise<RenderedRead | { cause: string }> {
  await outside.turn(url);
  const shown = await showPage(browsing, url, settings);
  if ('cause' in shown) return shown;
  return run.services.auditThreads.readRendered({ facts: facts!, shown, rank, settings, startedAt: audit.started_at }).catch((error: Error) => ({ cause: `what the browser showed could not be read: ${error.message}` }));
}

async function saveOne(tx: Db, audit: AuditRow, { page }: PageRow, { stored, comparison, leads, targets }: RenderedRead, settings: AuditSettings): Promise<void> {
  const { pages } = await addFound(tx, audit.id, leads.found, mostPages(settings));
  const known = new Map([...await pagesByKey(tx, audit.id, leads.links.flatMap(({ key }) => key ?? [])), ...pages]);
  await addLinks(tx, audit.id, [{ page, links: numbered(leads.links, known) }], MAX_LINKS);
  await addTargets(tx, audit.id, targets);
  await saveRendered(tx, audit.id, page, stored, comparison);
  const bytes = Object.values(comparison.performance.bytes).reduce((sum, one) => sum + one, 0);
  await countDone(tx, audit.id, { pages: 0, bytes, cut: leads.trapped > 0 ? 'traps' : leads.deeper > 0 ? 'depth' : null });
}

function commit({ run, done, total }: Rendering, change: Parameters<AuditWork['commit']>[1]): Promise<void> {
  return run.commit({ state: { stage: 'crawl' }, progress: { done, total: total + 1, step: 'render' } }, change);
}
