import { z } from 'zod';
import type { OpenPage } from '../../../../core/outside/browse.ts';
import { scriptAt, type EngineName } from './engine.ts';

const MAX_PROMPTS = 200;
/** Of one criterion, in a question about all pages. */
const MAX_SAID = 10;
const PROMPTS_MS = 10_000;
const version = '4.0.34';

/** What the engine asks people to verify about so many elements of a page. */
export const Prompt = z.object({ rule: z.string().max(200), says: z.string().transform(text => text.slice(0, 500)), elements: z.number().int().positive(), criteria: z.array(z.string().regex(/^\d\.\d\.\d{1,2}$/)).max(20) });
export type Prompt = z.output<typeof Prompt>;

/** How the engine came out on a page, as the others do. */
export interface Prompted {
  engine: { engine: EngineName; version: string; outcome: 'judged' | 'failed'; cause: string | null };
  prompts: readonly Prompt[];
}

let library: string | undefined;
let script: string | undefined;

/**
 * What IBM's engine (https://github.com/IBMa/equal-access) asks people to verify. It judges nothing here: of the approved rules of the W3C it finds no failure
 * that the other engines do not find, and it errs on some.
 */
export async function askPrompts(page: OpenPage): Promise<Prompted> {
  library ??= `(() => {\n${scriptAt(new URL('../../../../../node_modules/accessibility-checker-engine/ace.js', import.meta.url))}\n;globalThis.dssAce = ace;\n})()`;
  script ??= scriptAt(new URL('./in-page/prompts.js', import.meta.url));
  const loaded = await page.run(library, { timeoutMs: PROMPTS_MS });
  const ran = loaded.outcome === 'done' ? await page.run(script, { timeoutMs: PROMPTS_MS }) : loaded;
  const failed = (cause: string): Prompted => ({ engine: { engine: 'ibm', version, outcome: 'failed', cause: cause.slice(0, 300) }, prompts: [] });
  if (ran.outcome === 'failed') return failed(ran.cause);
  const read = z.array(Prompt).max(MAX_PROMPTS).safeParse(ran.value);
  return read.success ? { engine: { engine: 'ibm', version, outcome: 'judged', cause: null }, prompts: read.data } : failed('the engine gave what cannot be read');
}

/** What is asked about a criterion over all pages: each rule once, with how many elements of how many pages it is about. */
export function promptsFor(criterion: string, pages: readonly { prompts: readonly Prompt[] }[]): { engine: EngineName; rule: string; says: string }[] {
  const asked = Map.groupBy(pages.flatMap(({ prompts }) => prompts.filter(({ criteria }) => criteria.includes(criterion))), ({ rule }) => rule);
  return [...asked].slice(0, MAX_SAID).map(([rule, same]) => ({ engine: 'ibm', rule, says: `${same[0]!.says} (elements: ${same.reduce((sum, { elements }) => sum + elements, 0)}, pages: ${same.length})` }));
}
