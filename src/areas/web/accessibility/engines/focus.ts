import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { OpenPage } from '../../../../core/outside/browse.ts';
import { judged, scriptAt, type EngineOutcome } from './engine.ts';
import { PROBES_VERSION } from './probes-version.ts';

const STEP_MS = 5000;
/** Stops on one page at most. */
export const MAX_STOPS = 40;
/** Stops on all pages of an audit: as many as a hundred long pages have. */
export const MAX_STOPS_OF_AUDIT = 4000;
/** Stops inside one element, such as those of a date. */
const INNER_STOPS = 10;
/** For scripts to react. */
const REACT_MS = 100;
/** How far around an element an indicator of its focus is looked for first. */
const AROUND_PX = 40;

const Step = z.object({ element: z.number().int(), again: z.boolean(), stays: z.boolean(), box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }), page: z.object({ width: z.number(), height: z.number() }) }).nullable();

/** How far the keyboard went: the number of its stops, and whether a limit ended the walk. */
export interface Walk {
  stops: number;
  cut: boolean;
}

/** Walks through the page with Tab, at most so many stops, and compares pictures of each element with and without the focus: where not one pixel differs, nobody sees where they are. */
export async function judgeFocus(page: OpenPage, mostStops: number): Promise<{ outcome: EngineOutcome; walk: Walk }> {
  if (mostStops <= 0) return { outcome: { engine: 'keyboard', version: PROBES_VERSION, outcome: 'failed', cause: 'the limit of stops for all pages of the audit was reached' }, walk: { stops: 0, cut: true } };
  const walk: Walking = call => page.run(`(() => { ${script()}; return globalThis.dssFocus.${call}; })()`, { timeoutMs: STEP_MS });
  await walk('begin()');
  if (page.scripts) await page.hold();
  let [stops, round] = [0, false];
  while (stops < mostStops && !round) {
    if (!await page.press('Tab')) break;
    const step = await nextStep(page, walk);
    round = step === null || step.again;
    if (step === null || step.again) break;
    stops++;
    if (!await isSeen(page, step, walk)) await walk(`unseen(${step.element})`);
    if (page.scripts) await judgeArrival(page, walk);
  }
  if (page.scripts) await page.release();
  return { outcome: judged('keyboard', PROBES_VERSION, await walk('end()')), walk: { stops, cut: stops >= mostStops && !round } };
}

type Walking = (call: string) => ReturnType<OpenPage['run']>;
type Stop = z.output<typeof Step>;

async function stepOf(walk: Walking): Promise<Stop> {
  const stepped = await walk('step()');
  return stepped.outcome === 'done' ? Step.safeParse(stepped.value).data ?? null : null;
}

/** Where Tab came to. An element such as a date has several stops inside; one that neither key leaves while there are others is a trap. */
async function nextStep(page: OpenPage, walk: Walking): Promise<Stop> {
  let step = await stepOf(walk);
  if (!step?.stays || valueOf(await walk('others()')) === 0) return step;
  for (let presses = 0; step?.stays && presses < INNER_STOPS; presses++) {
    await page.press('Tab');
    step = await stepOf(walk);
  }
  if (!step?.stays) return step;
  for (const key of ['Shift+Tab', 'Escape']) for (let presses = 0; presses < INNER_STOPS; presses++) await page.press(key);
  await page.press('Tab');
  if (valueOf(await walk('stays()')) === true) await walk('trapped()');
  return step;
}

function valueOf(ran: Awaited<ReturnType<Walking>>): unknown {
  return ran.outcome === 'done' ? ran.value : null;
}

/** Whether the page leaves when the focus comes: twice, since a page may also do so by itself. */
async function judgeArrival(page: OpenPage, walk: Walking): Promise<void> {
  const [url] = await page.hold();
  if (url === undefined) return;
  await walk('blur()');
  await page.hold();
  await walk('focus()');
  await delay(REACT_MS);
  const again = await page.hold();
  await walk(`went(${JSON.stringify(url.slice(0, 200))}, ${again.includes(url)})`);
}

async function isSeen(page: OpenPage, { box, page: whole }: NonNullable<Stop>, walk: Walking): Promise<boolean> {
  const near = { x: Math.max(0, box.x - AROUND_PX), y: Math.max(0, box.y - AROUND_PX), width: box.width + 2 * AROUND_PX, height: box.height + 2 * AROUND_PX };
  for (const clip of [near, { x: 0, y: 0, ...whole }]) {
    const focused = await page.picture(clip);
    await walk('blur()');
    const blurred = await page.picture(clip);
    await walk('focus()');
    if (focused === null || blurred === null || Buffer.compare(focused, blurred) !== 0) return true;
  }
  return false;
}

let source: string | undefined;

function script(): string {
  return source ??= scriptAt(new URL('./in-page/focus.js', import.meta.url));
}
