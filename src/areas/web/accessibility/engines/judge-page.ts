import type { OpenPage } from '../../../../core/outside/browse.ts';
import { decideContrast } from './contrast.ts';
import { EngineResults, scriptAt, type EngineOutcome } from './engine.ts';
import { engines } from './engines.ts';
import { judgeFocus, MAX_STOPS, type Walk } from './focus.ts';
import { joinResults, type PageFinding } from './join.ts';
import { wordProbe } from './probes.ts';

/** A page as all engines judged it. */
export interface PageJudgement {
  engines: readonly EngineOutcome[];
  findings: readonly PageFinding[];
  walk: Walk;
}

const PREPARE_MS = 5000;

/** Judges the page by every engine, each within its own limit: one that fails takes nothing from the others. What the browser shows as the source of XML is no page: no engine judges it. The keyboard makes at most so many stops. */
export async function judgePage(page: OpenPage, mostStops = MAX_STOPS): Promise<PageJudgement> {
  const prepared = await preparePage(page);
  if (prepared.outcome === 'failed' || prepared.value !== true) return { engines: [], findings: [], walk: { stops: 0, cut: false } };
  const outcomes: EngineOutcome[] = [];
  for (const engine of [wordProbe, ...engines]) outcomes.push(await engine.judge(page));
  const { failed, enough } = await decideContrast(page, outcomes);
  const [probes] = outcomes;
  if (probes?.outcome === 'judged') probes.judgement.results.push(...EngineResults.safeParse(failed).data ?? []);
  // It moves the focus, which pages may react to: after all others.
  const { outcome, walk } = await judgeFocus(page, Math.min(MAX_STOPS, mostStops));
  outcomes.push(outcome);
  return { engines: outcomes, findings: joinResults(outcomes, enough), walk };
}

/** Judges the page as it is now, in another window or state, by the rules of all engines. */
export async function judgeView(page: OpenPage): Promise<{ findings: readonly PageFinding[]; cause: string | null }> {
  const prepared = await preparePage(page);
  if (prepared.outcome === 'failed') return { findings: [], cause: prepared.cause };
  const outcomes: EngineOutcome[] = [];
  for (const engine of engines) outcomes.push(await engine.judge(page));
  return { findings: joinResults(outcomes), cause: outcomes.every(({ outcome }) => outcome === 'failed') ? 'no engine could judge it' : null };
}

/** Gives the page what all engines and probes share; comes to false for what is no page. */
export function preparePage(page: OpenPage): ReturnType<OpenPage['run']> {
  return page.run(`(() => { ${world()}; return document.getElementById('webkit-xml-viewer-source-xml') === null; })()`, { timeoutMs: PREPARE_MS });
}

let worldScript: string | undefined;

function world(): string {
  return worldScript ??= scriptAt(new URL('./in-page/world.js', import.meta.url));
}
