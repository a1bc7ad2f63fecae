import { isWithin } from '../../../../core/domain-name.ts';
import type { OpenPage, Viewport } from '../../../../core/outside/browse.ts';
import { takeSteps } from '../../../../core/outside/take-steps.ts';
import { criteriaOf } from '../criteria/criteria.ts';
import type { PageFinding } from '../engines/join.ts';
import { judgePage, judgeView, type PageJudgement } from '../engines/judge-page.ts';
import { probeLayout } from '../engines/layout.ts';
import { askPrompts, type Prompted } from '../engines/prompts.ts';
import { readPage, type PageFacts, type SeenPage } from '../engines/page-facts.ts';
import type { AuditSettings } from '../settings.ts';
import type { PageState } from '../store/steps.ts';
import { takePictures, type Pictured } from './pictures.ts';
import type { Visitor } from './visitor.ts';

/** What a page came to; `ends` where no other page would come to more. */
export type Judged = { facts: PageFacts; seen: SeenPage; failures: readonly Pictured[]; undecided: readonly Pictured[] };
export type NotJudged = { cause: string; ends: boolean };

/** What of the limits of the audit is left for a page. */
export interface Left {
  /** Causes that have a picture. */
  known: ReadonlySet<string>;
  pictures: number;
  stops: number;
}

/** Questions about elements that one page may leave. */
const MAX_OF_PAGE = 200;

/** Shows a page and judges it in the first window, then in the other windows and in its states: these add only what showed nowhere before. */
export async function showAndJudge(visitor: Visitor, url: string, settings: AuditSettings, states: readonly PageState[], left: Left): Promise<Judged | NotJudged> {
  const [first, ...others] = settings.viewports as [Viewport, ...Viewport[]];
  const opened = await visitor.open(url, first);
  if (opened.outcome !== 'shown') return { cause: opened.cause, ends: opened.outcome === 'signedOut' };
  const { page } = opened;
  const failed = (cause: string): NotJudged => ({ cause, ends: false });
  if (page.status !== null && page.status >= 400) return failed(`the server answered with status ${page.status}`);
  if (!isWithin(new URL(page.url).hostname, settings.domain)) return failed(`it leads away, to ${new URL(page.url).hostname}`);
  const read = await readPage(page);
  if ('cause' in read) return failed(read.cause);
  const judgement = await judgePage(page, left.stops);
  if (judgement.engines.every(({ outcome }) => outcome === 'failed')) return failed('no engine could judge it');
  const layout = await probeLayout(page, first);
  const prompted = await askPrompts(page);
  const met = new Set<string>();
  const pictured: { failures: Pictured[]; undecided: Pictured[] } = { failures: [], undecided: [] };
  const add = async (shown: OpenPage, findings: readonly PageFinding[], view: string | null): Promise<void> => {
    const fresh = findings.filter(one => met.size < met.add(`${one.outcome} ${one.selector} ${one.act.join()} ${one.criteria.join()} ${one.title}`).size);
    const more = await takePictures(shown, { failures: failuresOf(fresh, settings), undecided: fresh.filter(({ outcome }) => outcome === 'cantTell') }, { known: left.known, remaining: left.pictures - [...pictured.failures, ...pictured.undecided].filter(({ picture }) => picture !== null).length });
    pictured.failures.push(...more.failures.map(one => ({ ...one, view })));
    pictured.undecided.push(...more.undecided.map(one => ({ ...one, view })));
  };
  await add(page, [...judgement.findings, ...layout.findings], null);

  const views: PageFacts['views'] = [];
  for (const { width, height } of others) {
    const view = `${width} × ${height}`;
    const judged = await page.resize({ width, height }) ? await judgeView(page) : null;
    views.push({ view, cause: judged === null ? 'the window could not be resized' : judged.cause });
    if (judged !== null) await add(page, judged.findings, view);
  }
  for (const { name, steps } of states.filter(state => state.url === undefined || state.url === url)) {
    const again = await visitor.open(url, first);
    if (again.outcome === 'signedOut') return { cause: again.cause, ends: true };
    const took = again.outcome === 'shown' ? await takeSteps(again.page, steps) : { cause: again.cause };
    const judged = 'url' in took && again.outcome === 'shown' ? await judgeView(again.page) : null;
    views.push({ view: name, cause: 'cause' in took ? took.cause : judged!.cause });
    if (judged !== null && again.outcome === 'shown') await add(again.page, judged.findings, name);
  }
  return { seen: read.seen, failures: pictured.failures, undecided: pictured.undecided.slice(0, MAX_OF_PAGE), facts: factsOf(page, read.seen, { ...judgement, engines: [...judgement.engines, layout.outcome] }, prompted, views) };
}

function factsOf({ url, status, certificateError, browser, scripts }: Pick<OpenPage, 'url' | 'status' | 'certificateError' | 'browser' | 'scripts'>, { title, language, hash, content, parts }: SeenPage, { engines, walk }: PageJudgement, { engine, prompts }: Prompted, views: PageFacts['views']): PageFacts {
  return {
    title, language, hash, content, parts, status, certificateError, walk, views, finalUrl: url, browser, scripts,
    prompts: [...prompts],
    engines: [...engines.map(one => ({ engine: one.engine, version: one.version, outcome: one.outcome, cause: one.outcome === 'failed' ? one.cause : null })), engine],
    passed: engines.flatMap(one => (one.outcome === 'judged' ? one.judgement.passed.filter(({ criteria }) => criteria.length > 0).map(({ rule, criteria }) => ({ engine: one.engine, rule, criteria })) : [])),
  };
}

/** The failures that concern a criterion of the audit, with these criteria alone. */
function failuresOf(findings: readonly PageFinding[], { standard, level }: AuditSettings): PageFinding[] {
  const own = new Set(criteriaOf(standard, level).map(({ number }) => number));
  return findings.filter(({ outcome }) => outcome === 'failed').map(one => ({ ...one, criteria: one.criteria.filter(number => own.has(number)) })).filter(({ criteria }) => criteria.length > 0);
}
