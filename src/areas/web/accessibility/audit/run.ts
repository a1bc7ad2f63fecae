import { isWithin } from '../../../../core/domain-name.ts';
import type { Browsing, OpenPage } from '../../../../core/outside/browse.ts';
import { findDomain } from '../../../domains/inventory/index.ts';
import { ownedBy } from '../../../domains/ownership/index.ts';
import { defineRun, type RunWork } from '../../../run-kind.ts';
import { tellOfAudit } from '../alerts.ts';
import { criteriaOf } from '../criteria/criteria.ts';
import type { PageFinding } from '../engines/join.ts';
import { MAX_STOPS_OF_AUDIT } from '../engines/focus.ts';
import { judgePage, type PageJudgement } from '../engines/judge-page.ts';
import { PageFacts, readPage, type SeenPage } from '../engines/page-facts.ts';
import type { AccessibilityServices } from '../services.ts';
import { FOREIGN_PAGES, type AuditSettings } from '../settings.ts';
import { addAudit, addPages, auditBefore, endAudit, findAudit, notePage, pagesOf, type AuditRow, type PageRow } from '../store/audits.ts';
import { causesMet, saveFindings, type ShownPicture } from '../store/findings.ts';
import { addPictures, lastPicture } from '../store/pictures.ts';
import { addQuestions } from '../store/questions.ts';
import { stored } from './fingerprint.ts';
import { MAX_OF_AUDIT, takePictures, type Pictured } from './pictures.ts';
import { questionsOf, type ElementQuestion } from './questions.ts';
import { chooseSample } from './sample.ts';

export interface AuditInput {
  settings: AuditSettings;
}

/** What pages that are judged leave for the end: what rules could not tell. */
interface AuditProgress {
  elements: readonly ElementQuestion[];
}

type AuditWork = RunWork<AccessibilityServices, AuditInput, AuditProgress>;

/** Judges the pages of a sample, and asks what rules cannot tell. */
export const accessibilityAudit = defineRun<AuditInput>()({ kind: 'accessibilityAudit', scope: 'accessibility' });

/** Questions about elements that one page may leave. */
const MAX_OF_PAGE = 200;

export const doAccessibilityAudit = accessibilityAudit.handledBy<AccessibilityServices, AuditProgress>(async run => {
  const domain = await findDomain(run.services.db, run.accountId, run.subject.id);
  if (!domain) return { status: 'completed', result: null };
  const audit = await beginAudit(run, domain.id);
  const settings = JSON.parse(audit.settings) as AuditSettings;
  const elements = await run.services.browse(browsing => judgePages(run, audit, settings, browsing), run.signal);
  run.signal.throwIfAborted();
  return endOf(run, audit, settings, elements);
});

/** The audit of the run, begun where it was not. A domain that is not proven any more has fewer pages. */
async function beginAudit(run: AuditWork, domainId: string): Promise<AuditRow> {
  const { db, clock } = run.services;
  const begun = await findAudit(db, run.accountId, run.id);
  if (begun) return begun;
  const { settings } = run.input;
  const proven = await ownedBy(db, run.accountId, settings.domain, clock.now()) !== null;
  const maxPages = proven ? settings.maxPages : Math.min(settings.maxPages, FOREIGN_PAGES);
  const now = clock.now();
  await run.commit({ state: { elements: [] }, progress: { done: 0, total: settings.urls.length, step: 'pages' } }, tx =>
    addAudit(tx, { id: run.id, accountId: run.accountId, domainId, settings: { ...settings, maxPages, urls: settings.urls.slice(0, maxPages) }, now }));
  return (await findAudit(db, run.accountId, run.id))!;
}

/** Stops of the keyboard that the pages have had. */
function stopsOf(pages: readonly PageRow[]): number {
  return pages.reduce((sum, { facts }) => sum + (facts === null ? 0 : PageFacts.parse(JSON.parse(facts)).walk.stops), 0);
}

/** Judges what waits, page by page, each with a commit of its own; gives what rules could not tell. */
async function judgePages(run: AuditWork, audit: AuditRow, settings: AuditSettings, browsing: Browsing): Promise<readonly ElementQuestion[]> {
  const elements = [...(run.state?.elements ?? [])];
  for (;;) {
    const pages = await pagesOf(run.services.db, audit.id);
    const next = pages.find(({ state }) => state === 'waiting');
    if (!next || run.signal.aborted) return elements;
    const [known, last] = [await causesMet(run.services.db, audit.id), await lastPicture(run.services.db, audit.id)];
    const result = await showAndJudge(browsing, next, settings, { known, remaining: MAX_OF_AUDIT - last, stops: MAX_STOPS_OF_AUDIT - stopsOf(pages) });
    run.signal.throwIfAborted();
    const { failures, undecided, pictures } = 'cause' in result ? NOTHING : numbered(result, last);
    elements.push(...undecided.map(finding => ({ page: next.page, url: next.url, finding })));
    const more = 'cause' in result ? [] : chooseSample(result.seen.links, pages.map(({ url }) => url), settings.domain, settings.maxPages - pages.length);
    const done = pages.filter(({ state }) => state !== 'waiting').length + 1;
    await run.commit({ state: { elements }, progress: { done, total: pages.length + more.length, step: 'pages' } }, async tx => {
      await notePage(tx, audit.id, next.page, 'cause' in result ? result : { facts: result.facts });
      await saveFindings(tx, audit.id, next.page, failures.map(stored));
      await addPictures(tx, audit.id, pictures);
      await addPages(tx, audit.id, more);
    });
  }
}

type Judged = { facts: PageFacts; seen: SeenPage; failures: readonly Pictured[]; undecided: readonly Pictured[] };
type Numbered = PageFinding & { picture: ShownPicture | null };

const NOTHING = { failures: [], undecided: [], pictures: [] };

/** The findings with the numbers of their pictures, from the one after `last` on, and these pictures. */
function numbered({ failures, undecided }: Judged, last: number): { failures: Numbered[]; undecided: Numbered[]; pictures: { picture: number; png: Uint8Array }[] } {
  const pictures: { picture: number; png: Uint8Array }[] = [];
  const number = ({ picture: taken, ...finding }: Pictured): Numbered => {
    if (taken === null) return { ...finding, picture: null };
    const { png, ...part } = taken;
    const picture = last + pictures.length + 1;
    pictures.push({ picture, png });
    return { ...finding, picture: { picture, ...part } };
  };
  return { failures: failures.map(number), undecided: undecided.map(number), pictures };
}

async function showAndJudge(browsing: Browsing, { url }: PageRow, settings: AuditSettings, left: { known: ReadonlySet<string>; remaining: number; stops: number }): Promise<Judged | { cause: string }> {
  const { viewport, domain } = settings;
  const opened = await browsing.open(url, viewport);
  if (opened.outcome === 'failed') return { cause: opened.cause };
  const { page } = opened;
  if (page.status !== null && page.status >= 400) return { cause: `the server answered with status ${page.status}` };
  if (!isWithin(new URL(page.url).hostname, domain)) return { cause: `it leads away, to ${new URL(page.url).hostname}` };
  const read = await readPage(page);
  if ('cause' in read) return { cause: read.cause };
  const judgement = await judgePage(page, left.stops);
  if (judgement.engines.every(({ outcome }) => outcome === 'failed')) return { cause: 'no engine could judge it' };
  const pictured = await takePictures(page, { failures: failuresOf(judgement, settings), undecided: undecidedOf(judgement) }, left);
  return { seen: read.seen, ...pictured, facts: factsOf(page, read.seen, judgement) };
}

function factsOf({ url, status, certificateError, browser, scripts }: Pick<OpenPage, 'url' | 'status' | 'certificateError' | 'browser' | 'scripts'>, { title, language, hash, content }: SeenPage, { engines, walk }: PageJudgement): PageFacts {
  return {
    title, language, hash, content, status, certificateError, walk, finalUrl: url, browser, scripts,
    engines: engines.map(one => ({ engine: one.engine, version: one.version, outcome: one.outcome, cause: one.outcome === 'failed' ? one.cause : null })),
    passed: engines.flatMap(one => (one.outcome === 'judged' ? one.judgement.passed.filter(({ criteria }) => criteria.length > 0).map(({ rule, criteria }) => ({ engine: one.engine, rule, criteria })) : [])),
  };
}

/** The failures that concern a criterion of the audit, with these criteria alone. */
function failuresOf({ findings }: PageJudgement, { standard, level }: AuditSettings): PageJudgement['findings'] {
  const own = new Set(criteriaOf(standard, level).map(({ number }) => number));
  return findings.filter(({ outcome }) => outcome === 'failed').map(one => ({ ...one, criteria: one.criteria.filter(number => own.has(number)) })).filter(({ criteria }) => criteria.length > 0);
}

function undecidedOf({ findings }: PageJudgement): PageFinding[] {
  return findings.filter(({ outcome }) => outcome === 'cantTell').slice(0, MAX_OF_PAGE);
}

async function endOf(run: AuditWork, audit: AuditRow, settings: AuditSettings, elements: readonly ElementQuestion[]) {
  const { db, clock, newId } = run.services;
  const pages = await pagesOf(db, audit.id);
  const judged = pages.flatMap(({ facts, url }) => (facts === null ? [] : [{ ...PageFacts.parse(JSON.parse(facts)), url }]));
  const unjudged = pages.length - judged.length;
  const questions = questionsOf(criteriaOf(settings.standard, settings.level), judged, unjudged, elements);
  const before = await auditBefore(db, audit);
  const status = unjudged === 0 ? 'completed' : 'partial';
  return {
    status, result: { auditId: audit.id, pages: judged.length, unjudged, questions: questions.length },
    change: async (tx: typeof db) => {
      await addQuestions(tx, newId, audit, questions, before?.id ?? null);
      await endAudit(tx, audit, status, clock.now());
      await tellOfAudit(tx, run.services, audit, settings.domain, clock.now());
    },
  } as const;
}
