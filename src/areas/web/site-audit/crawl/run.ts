import { defineRun } from '../../../run-kind.ts';
import { ownHostsOf, ownsHost } from '../../../domains/ownership/index.ts';
import { findDomain } from '../../../domains/inventory/index.ts';
import { judgeAudit } from '../results/judge.ts';
import type { SiteFacts } from '../results/site.ts';
import { renderPages } from '../render/run.ts';
import type { SiteAuditServices } from '../services.ts';
import { ofOthers, type AuditSettings } from '../settings.ts';
import { addAudit, findAudit, findHost, hostsOf, noteSignedOut, noteSitemaps, type AuditRow, type Cut } from '../store/audits.ts';
import type { Found } from '../store/found.ts';
import { addFound, nextPages } from '../store/frontier.ts';
import { originsWithPages } from '../store/pages.ts';
import { keptSignIn } from '../store/sign-in.ts';
import { countTargets, nextTargets, saveTargets } from '../store/targets.ts';
import { askTargets } from '../targets/fetch.ts';
import { fetchBatch, saveBatch } from './batch.ts';
import { outsideOf, type Outside } from './outside.ts';
import { entranceOf, siblingOf } from './entrances.ts';
import { readSitemaps, startOf } from './seeds.ts';
import { beginSession, type Session } from './session.ts';
import { mostPages } from './most-pages.ts';
import { isOfSite } from './scope.ts';
import { timed, type AuditInput, type AuditState, type AuditWork } from './work.ts';

/** Fetches the pages of a site, and judges them. */
export const siteAudit = defineRun<AuditInput>()({ kind: 'siteAudit', scope: 'seo', resultAt: ({ id }) => `/api/seo-results/${id}` });

/** Pages between two commits: what a crash costs, and what stands in memory. */
const PAGES_A_BATCH = 40;
const TARGETS_A_BATCH = 100;
/** What sitemaps name of other sites is evidence of one fault. */
const MAX_FOREIGN = 100;
/** Hosts of one site whose sitemaps are read. */
const MAX_HOSTS = 50;

export const doSiteAudit = siteAudit.handledBy<SiteAuditServices, AuditState>(async given => {
  const run = timed(given);
  const domain = await findDomain(run.services.db, run.accountId, run.subject.id);
  if (!domain) return { status: 'completed', result: null };
  let audit = await beginAudit(run, domain.id);
  const settings = JSON.parse(audit.settings) as AuditSettings;
  const isJudging = run.state?.stage === 'judge';
  const began = settings.signOut === undefined || audit.cut === 'signedOut' || isJudging ? null : await beginSession(run, settings);
  run.signal.throwIfAborted();
  const session = began !== null && 'fault' in began ? began : null;
  const outside = outsideOf({ services: run.services, auditId: audit.id, settings, signal: run.signal, session });
  if (began !== null && 'cause' in began) await endSession(run, audit, began.cause);
  else await checkSession(run, audit, session, outside, 'signing in did not work');
  const isOver = (): Promise<Cut | null> => overOf(run, settings);
  let cut = await crawl(run, audit, settings, outside, isOver);
  if (!isJudging && settings.sitemaps && settings.urls === undefined) {
    while (cut !== 'signedOut' && await addSitemaps(run, audit, settings, outside)) cut = await crawl(run, audit, settings, outside, isOver) ?? cut;
  }
  if (!isJudging) {
    cut = await renderAndFollow(run, audit, settings, outside, isOver) ?? cut;
    cut = await askForTargets(run, audit, settings, outside, isOver) ?? cut;
    if (cut !== 'signedOut' && await checkSession(run, audit, session, outside, 'the session ended')) cut = 'signedOut';
  }
  audit = (await findAudit(run.services.db, run.accountId, run.id))!;
  return judgeAudit(run, audit, settings, cut ?? (audit.beyond > 0 ? 'pages' : audit.cut as Cut | null));
});

/** The audit of the run, begun where it was not. What was proven when it was asked for is judged again. */
async function beginAudit(run: AuditWork, domainId: string): Promise<AuditRow> {
  const { db, clock } = run.services;
  const begun = await findAudit(db, run.accountId, run.id);
  if (begun) return begun;
  const now = clock.now();
  const { settings } = run.input;
  const ownHosts = await ownHostsOf(db, run.accountId, settings.domain, now);
  const kept = await keptSignIn(db, run.services, domainId);
  const signedIn = kept === null ? {} : { signOut: kept.signIn?.signOut ?? [], render: 'never' as const };
  const bound: AuditSettings = { ...settings, ...(settings.proven && ownsHost(ownHosts, settings.domain) ? { ownHosts } : ofOthers(settings)), ...signedIn };
  await commit(run, { done: 0, total: 1 }, async tx => {
    await addAudit(tx, { id: run.id, accountId: run.accountId, domainId, settings: bound, now });
    await addFound(tx, run.id, startOf(bound), mostPages(bound));
  });
  return (await findAudit(db, run.accountId, run.id))!;
}

/** Fetches what waits until nothing does; gives the limit that ended it before. */
async function crawl(run: AuditWork, audit: AuditRow, settings: AuditSettings, outside: Outside, isOver: () => Promise<Cut | null>): Promise<Cut | null> {
  for (;;) {
    const over = await isOver();
    const rows = over === null ? await nextPages(run.services.db, audit.id, PAGES_A_BATCH) : [];
    if (rows.length === 0) return over;
    const batch = await fetchBatch(run, audit, rows, settings, outside);
    run.signal.throwIfAborted();
    const { known, done } = (await findAudit(run.services.db, run.accountId, audit.id))!;
    await commit(run, { done: done + batch.pages.length, total: known + 1 }, tx => saveBatch(tx, audit, batch, settings));
  }
}

/** Renders pages and fetches what only scripts link to, as long as that leads to more; gives the limit that ended it before. */
async function renderAndFollow(run: AuditWork, audit: AuditRow, settings: AuditSettings, outside: Outside, isOver: () => Promise<Cut | null>): Promise<Cut | null> {
  for (;;) {
    const over = await renderPages(run, audit, settings, outside, isOver);
    if (over !== null || (await nextPages(run.services.db, audit.id, 1)).length === 0) return over;
    const cut = await crawl(run, audit, settings, outside, isOver);
    if (cut !== null) return cut;
  }
}

/** Reads the sitemaps of the next host once links lead no further, and adds what only they know; false where all were read. */
async function addSitemaps(run: AuditWork, audit: AuditRow, settings: AuditSettings, outside: Outside): Promise<boolean> {
  const origin = await nextWithSitemaps(run, audit, settings, outside);
  if (origin === null) return false;
  const [found, foreign]: [Found[], { url: string; sitemap: string }[]] = [[], []];
  const sitemaps = await readSitemaps(origin, outside, settings, {
    own: one => { if (found.length < 2 * settings.maxPages) found.push(one); },
    foreign: one => { if (foreign.length < MAX_FOREIGN) foreign.push(one); },
  });
  const isStart = origin === startOrigin(settings);
  const [plain, sibling] = isStart ? [await entranceOf(`http://${settings.domain}/`, outside, run), await entranceOf(siblingOf(settings.domain), outside, run)] : [null, null];
  const noted: SiteFacts = { sitemaps, foreign, plain, sibling };
  run.signal.throwIfAborted();
  const { known, done } = (await findAudit(run.services.db, run.accountId, audit.id))!;
  await commit(run, { done, total: known + 1 }, async tx => {
    await addFound(tx, audit.id, found, mostPages(settings));
    await noteSitemaps(tx, audit.id, origin, noted);
  });
  return true;
}

/** The host where the audit began, then each other one of the site that has pages: a host names its own in its sitemaps. */
async function nextWithSitemaps(run: AuditWork, audit: AuditRow, settings: AuditSettings, outside: Outside): Promise<string | null> {
  const { db } = run.services;
  const start = startOrigin(settings);
  await outside.rules(start);
  if (!(await findHost(db, audit.id, start))?.sitemaps) return start;
  const others = (await hostsOf(db, audit.id)).filter(({ origin }) => origin.startsWith('https:') && isOfSite(settings, new URL(origin).hostname)).slice(0, MAX_HOSTS);
  const visited = await originsWithPages(db, audit.id, others.filter(({ sitemaps }) => sitemaps === null).map(({ origin }) => origin));
  return [...visited][0] ?? null;
}

function startOrigin({ domain }: AuditSettings): string {
  return `https://${domain}`;
}

/** Asks for what pages refer to besides pages of the site, until nothing waits; gives the limit that ended it before. */
async function askForTargets(run: AuditWork, audit: AuditRow, settings: AuditSettings, outside: Outside, isOver: () => Promise<Cut | null>): Promise<Cut | null> {
  for (;;) {
    const over = await isOver();
    const rows = over === null ? await nextTargets(run.services.db, audit.id, TARGETS_A_BATCH) : [];
    if (rows.length === 0) return over;
    const asked = await askTargets(run, rows, settings, outside);
    run.signal.throwIfAborted();
    const { done, total } = await countTargets(run.services.db, audit.id);
    await run.commit({ state: { stage: 'crawl' }, progress: { done: done + rows.length, total: total + 1, step: 'targets' } }, tx => saveTargets(tx, audit.id, asked));
  }
}

/** Whether the session of the audit does not hold, which ends it then; false where there is none. */
async function checkSession(run: AuditWork, audit: AuditRow, session: Session | null, outside: Outside, says: string): Promise<boolean> {
  const fault = await session?.fault(outside.ask) ?? null;
  run.signal.throwIfAborted();
  if (fault !== null) await endSession(run, audit, `${says}: ${fault}`);
  return fault !== null;
}

async function endSession(run: AuditWork, audit: AuditRow, cause: string): Promise<void> {
  const { done, known } = (await findAudit(run.services.db, run.accountId, audit.id))!;
  await commit(run, { done, total: known + 1 }, tx => noteSignedOut(tx, audit.id, cause));
}

/** Which limit of the whole is reached; null for none. */
async function overOf(run: AuditWork, settings: AuditSettings): Promise<Cut | null> {
  const audit = (await findAudit(run.services.db, run.accountId, run.id))!;
  if (audit.cut === 'signedOut') return 'signedOut';
  if (audit.bytes >= settings.maxBytes) return 'bytes';
  return run.workedMs() >= settings.maxMs ? 'time' : null;
}

function commit(run: AuditWork, { done, total }: { done: number; total: number }, change: (tx: Parameters<Parameters<AuditWork['commit']>[1] & object>[0]) => Promise<void>): Promise<void> {
  return run.commit({ state: { stage: 'crawl' }, progress: { done, total, step: 'crawl' } }, change);
}
