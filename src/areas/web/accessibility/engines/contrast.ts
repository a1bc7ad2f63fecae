import { z } from 'zod';
import type { OpenPage } from '../../../../core/outside/browse.ts';
import { readPixels, type Pixels } from '../../../../core/similarity/png.ts';
import { scriptAt, type EngineOutcome } from './engine.ts';

const CALL_MS = 5000;
/** Texts of one page that are looked at. */
const MAX_TEXTS = 20;
/** A pixel that differs by this in one of its colours belongs to the text; fewer of them tell nothing. */
const [DIFFERS, MIN_PIXELS] = [24, 40];
/** Below what is needed by this, there is no doubt. */
const MARGIN = 0.2;

const TextFacts = z.object({ box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }), colour: z.tuple([z.number(), z.number(), z.number()]), needed: z.number() }).nullable();

/** Decides by rendered pixels where the engines cannot tell the contrast of a text, such as on pictures and gradients: what fails everywhere behind the text, as results of an engine, and the numbers of elements whose contrast is enough everywhere. */
export async function decideContrast(page: OpenPage, outcomes: readonly EngineOutcome[]): Promise<{ failed: unknown[]; enough: ReadonlySet<number> }> {
  const open = outcomes.flatMap(one => (one.outcome === 'judged' ? one.judgement.results.filter(({ outcome, criteria, inert }) => outcome === 'cantTell' && !inert && criteria.includes('1.4.3')).map(({ element }) => element) : []));
  const failed: unknown[] = [];
  const enough = new Set<number>();
  const call = async (text: string): Promise<unknown> => {
    const ran = await page.run(`(() => { ${script()}; return globalThis.dssContrast.${text}; })()`, { timeoutMs: CALL_MS });
    return ran.outcome === 'done' ? ran.value : null;
  };
  for (const element of [...new Set(open)].slice(0, MAX_TEXTS)) {
    const facts = TextFacts.safeParse(await call(`facts(${element})`)).data;
    if (!facts) continue;
    const shown = await page.picture(facts.box);
    await call(`hide(${element})`);
    const behind = await page.picture(facts.box);
    await call(`show(${element})`);
    const range = shown && behind && contrasts(facts.colour, readPixels(shown), readPixels(behind));
    if (!range) continue;
    if (range.most < facts.needed - MARGIN) failed.push(await call(`failed(${element}, "Measured on its pixels, the contrast of this text is between ${range.least.toFixed(2)} and ${range.most.toFixed(2)}; it needs ${facts.needed}.")`));
    else if (range.least >= facts.needed) enough.add(element);
  }
  return { failed: failed.filter(one => one !== null), enough };
}

/** The least and the most contrast between the colour of a text and what is behind its letters (WCAG 2.2, contrast ratio); null where too few pixels tell. */
function contrasts(colour: readonly [number, number, number], shown: Pixels | null, behind: Pixels | null): { least: number; most: number } | null {
  if (!shown || !behind || shown.samples < 3 || shown.samples !== behind.samples || shown.pixels.length !== behind.pixels.length) return null;
  const text = luminanceOf(colour);
  let [least, most, count] = [Infinity, 0, 0];
  for (let at = 0; at < shown.pixels.length; at += shown.samples) {
    if ([0, 1, 2].every(part => Math.abs(shown.pixels[at + part]! - behind.pixels[at + part]!) < DIFFERS)) continue;
    const ground = luminanceOf([behind.pixels[at]!, behind.pixels[at + 1]!, behind.pixels[at + 2]!]);
    const contrast = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
    [least, most, count] = [Math.min(least, contrast), Math.max(most, contrast), count + 1];
  }
  return count < MIN_PIXELS ? null : { least, most };
}

function luminanceOf(colour: readonly [number, number, number]): number {
  const [red, green, blue] = colour.map(part => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

let source: string | undefined;

function script(): string {
  return source ??= scriptAt(new URL('./in-page/contrast.js', import.meta.url));
}
