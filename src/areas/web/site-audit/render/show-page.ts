import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Browsing, OpenPage } from '../../../../core/outside/browse.ts';
import { isOfSite } from '../crawl/scope.ts';
import type { RenderedFacts } from '../page/index.ts';
import type { AuditSettings } from '../settings.ts';
import { clsOf, loadsOf, tbtOf } from './metrics.ts';

const MEASURE_MS = 10_000;
const PRESS_MS = 3000;
const PRESSES = 3;
const WIDE = { width: 1350, height: 940 };
const NARROW = { width: 412, height: 823 };

const At = z.number().nonnegative().max(1e7);
const Measured = z.object({
  html: z.string(), elements: z.number().int(), images: z.array(z.object({ url: z.string(), naturalWidth: z.number(), shownWidth: z.number() })),
  lcpMs: At.nullable(), fcpMs: At.nullable(), loadMs: At.nullable(), shifts: z.array(z.object({ atMs: At, value: z.number() })), tasks: z.array(z.object({ atMs: At, tookMs: At })),
});

/** A page after its scripts ran. */
export interface ShownPage extends Pick<RenderedFacts, 'images' | 'performance'> {
  html: string;
}

/** Shows the page in a browser that has seen none before, and measures it; a cause where it cannot be told what scripts make of it. */
export async function showPage(browsing: Browsing, url: string, settings: Pick<AuditSettings, 'domain' | 'subdomains' | 'userAgent'>): Promise<ShownPage | { cause: string }> {
  const opened = await browsing.open(url, settings.userAgent === 'mobile' ? NARROW : WIDE, true);
  if (opened.outcome === 'failed') return { cause: opened.cause };
  const { page } = opened;
  if (!page.scripts) return { cause: 'the browser has no sandbox here, and runs no scripts without one: run the service as a user other than root' };
  if (page.status !== null && (page.status < 200 || page.status >= 300)) return { cause: `the server answered the browser with status ${page.status}` };
  const host = URL.parse(page.url)?.hostname ?? '';
  if (!isOfSite(settings, host)) return { cause: `a script leads away, to ${host}` };
  const ran = await page.run(measureScript(), { timeoutMs: MEASURE_MS });
  if (ran.outcome === 'failed') return { cause: ran.cause };
  const read = Measured.safeParse(ran.value);
  const loads = await page.loads();
  if (!read.success || loads === null) return { cause: 'what the browser measured cannot be read' };
  const { html, elements, images, lcpMs, fcpMs, loadMs, shifts, tasks } = read.data;
  return {
    html, images,
    performance: { lcpMs: rounded(lcpMs), fcpMs: rounded(fcpMs), loadMs: rounded(loadMs), cls: fcpMs === null ? null : clsOf(shifts), tbtMs: tbtOf(tasks, fcpMs), inpMs: await inpOf(page), elements, ...loadsOf(loads, settings.domain) },
  };
}

let script: string | undefined;

function measureScript(): string {
  return script ??= readFileSync(new URL('./in-page/measure.js', import.meta.url), 'utf8');
}

const WATCH = `(() => {
  globalThis.dssTook = [0];
  new PerformanceObserver(list => globalThis.dssTook.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'event', durationThreshold: 16 });
})()`;
const TOOK = '(async () => { await new Promise(paint => setTimeout(paint, 100)); return Math.max(...globalThis.dssTook); })()';

/** Presses Tab, which changes nothing, and gives the longest time until the next paint, in milliseconds; null where the page did not answer. */
async function inpOf(page: OpenPage): Promise<number | null> {
  if ((await page.run(WATCH, { timeoutMs: PRESS_MS })).outcome === 'failed') return null;
  for (let nth = 0; nth < PRESSES; nth++) if (!await page.press('Tab')) return null;
  const took = await page.run(TOOK, { timeoutMs: PRESS_MS });
  return took.outcome === 'done' && typeof took.value === 'number' ? Math.round(took.value) : null;
}

function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms);
}
