import type { OpenPage } from '../../../../core/outside/browse.ts';
import { scriptAt, type EngineOutcome } from './engine.ts';
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
  const prepared = await page.run(`(() => { ${world()}; return document.getElementById('webkit-xml-viewer-source-xml') === null; })()`, { timeoutMs: PREPARE_MS });
  if (prepared.outcome === 'failed' || prepared.value !== true) return { engines: [], findings: [], walk: { stops: 0, cut: false } };
  const outcomes: EngineOutcome[] = [];
  for (const engine of [wordProbe, ...engines]) outcomes.push(await engine.judge(page));
  // It moves the focus, which pages may react to: after all others.
  const { outcome, walk } = await judgeFocus(page, Math.min(MAX_STOPS, mostStops));
  outcomes.push(outcome);
  return { engines: outcomes, findings: joinResults(outcomes), walk };
}

let worldScript: string | undefined;

function world(): string {
  return worldScript ??= scriptAt(new URL('./in-page/world.js', import.meta.url));
}
