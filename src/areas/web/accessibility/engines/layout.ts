import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { OpenPage, Viewport } from '../../../../core/outside/browse.ts';
import { judged, scriptAt, type EngineOutcome } from './engine.ts';
import { flashesIn } from './flashes.ts';
import { joinResults, type PageFinding } from './join.ts';
import { PROBES_VERSION } from './probes-version.ts';

const CALL_MS = 5000;
/** WCAG 2.2, 1.4.10: a window of 1280 by 1024 at 400 %. */
const NARROW: Viewport = { width: 320, height: 256 };
const [PORTRAIT, LANDSCAPE]: [Viewport, Viewport] = [{ width: 390, height: 844 }, { width: 844, height: 390 }];
/** For styles and scripts to react. */
const REACT_MS = 250;
/** What moves is looked at this long at first, and then whether it still moves after five seconds (2.2.2). */
const WATCH_MS = 1200;
const LONG_MS = 5000;

const Point = z.object({ x: z.number(), y: z.number() });
const Appeared = z.object({ trigger: Point, content: Point }).nullable();

type Call = (call: string) => Promise<unknown>;

/** Looks at the page in other windows, with larger and wider text, under the pointer, after input and while time passes, and leaves it in the first window. What is not certain is a question. */
export async function probeLayout(page: OpenPage, first: Viewport): Promise<{ outcome: EngineOutcome; findings: readonly PageFinding[] }> {
  const call: Call = async text => {
    const ran = await page.run(`(() => { ${script()}; return globalThis.dssLayout.${text}; })()`, { timeoutMs: CALL_MS });
    return ran.outcome === 'done' ? ran.value : null;
  };
  await probeText(page, first, call);
  if (page.scripts) {
    await probeInput(page, call);
  }
  await probeHover(page, call);
  await probeMotion(page, call);
  const outcome = judged('layout', PROBES_VERSION, await page.run(`(() => { ${script()}; return globalThis.dssLayout.end(); })()`, { timeoutMs: CALL_MS }));
  return { outcome, findings: joinResults([outcome]) };
}

async function probeText(page: OpenPage, first: Viewport, call: Call): Promise<void> {
  await call('keep()');
  await call('space()');
  await call('spaced()');
  const inWindow = async (viewport: Viewport, text: string): Promise<void> => {
    if (await page.resize(viewport)) await call(text);
  };
  await inWindow({ width: Math.round(first.width / 2), height: Math.round(first.height / 2) }, 'enlarged()');
  await inWindow(NARROW, 'reflow()');
  await inWindow(PORTRAIT, 'upright()');
  await inWindow(LANDSCAPE, 'turned()');
  await page.resize(first);
}

/** Changes each field while the page cannot leave, and sees whether it wants to. */
async function probeInput(page: OpenPage, call: Call): Promise<void> {
  const count = Number(await call('fields()'));
  if (count > 0) await page.hold();
  for (let number = 0; number < count; number++) {
    await call(`input(${number})`);
    await delay(REACT_MS);
    const [went] = await page.hold();
    await call(`changed(${number}, ${JSON.stringify(went ?? null)})`);
  }
  if (count > 0) await page.release();
}

/** Points at what may show more, then at what it shows, and presses Escape. */
async function probeHover(page: OpenPage, call: Call): Promise<void> {
  const count = Number(await call('hovers()'));
  const pointAt = async (at: z.output<typeof Point>): Promise<void> => {
    await page.point(at);
    await delay(REACT_MS);
  };
  for (let number = 0; number < count; number++) {
    await page.point({ x: 0, y: 0 });
    const trigger = Point.safeParse(await call(`hover(${number})`)).data;
    if (!trigger) continue;
    await pointAt(trigger);
    const appeared = Appeared.safeParse(await call('appeared()')).data;
    if (!appeared) continue;
    await pointAt(appeared.content);
    await call('pointed()');
    await pointAt(appeared.trigger);
    await page.press('Escape');
    await delay(REACT_MS);
    await call('dismissed()');
  }
  if (count > 0) await page.point({ x: 0, y: 0 });
}

async function probeMotion(page: OpenPage, call: Call): Promise<void> {
  if (await call(`moving(${page.scripts})`) !== true) return;
  const frames = await page.watch(WATCH_MS);
  // The browser gives the first picture in any case.
  if (frames.length <= 2) return void await call('flashed("passed", 0)');
  const { outcome, count } = flashesIn(frames);
  await call(`flashed(${JSON.stringify(outcome)}, ${count})`);
  await delay(LONG_MS - WATCH_MS);
  await call(`moved(${(await page.watch(WATCH_MS)).length > 2})`);
}

let source: string | undefined;

function script(): string {
  return source ??= scriptAt(new URL('./in-page/layout.js', import.meta.url));
}
