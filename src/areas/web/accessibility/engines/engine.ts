import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { OpenPage } from '../../../../core/outside/browse.ts';

/** Who judges, or asks: engines of others, and the probes of this program, of what stands there, of what the keyboard does, of how it looks in other windows, and of pages compared. */
export const engineNames = ['axe', 'accessLint', 'qualWeb', 'ibm', 'probes', 'keyboard', 'layout', 'site'] as const;
export type EngineName = (typeof engineNames)[number];
export const ownEngines: ReadonlySet<EngineName> = new Set(['probes', 'keyboard', 'layout']);
/** Those that only ask people to verify something. */
export const askingEngines: ReadonlySet<EngineName> = new Set(['ibm']);

export const impacts = ['critical', 'serious', 'moderate', 'minor'] as const;
export type Impact = (typeof impacts)[number];

const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const Rule = z.object({ rule: z.string().max(200), criteria: z.array(z.string()).transform(all => all.filter(one => /^\d\.\d\.\d{1,2}$/.test(one))), act: z.array(z.string().max(40)) });
const Result = Rule.extend({
  outcome: z.enum(['failed', 'cantTell']), impact: z.enum(impacts).nullish().catch(null), says: z.string().transform(text => text.slice(0, 1000)), help: z.string().transform(text => text.slice(0, 500)),
  element: z.number().int(), inert: z.boolean(), byFont: z.boolean(), selector: z.string().transform(text => text.slice(0, 2000)), html: z.string().transform(text => text.slice(0, 400)), box: Box,
});
export const EngineResults = z.array(Result);
const Judgement = z.object({ version: z.string().max(40).nullable(), results: z.array(Result), passed: z.array(Rule) });

/** What one rule of an engine says of one element, or of the page. */
export type EngineResult = z.output<typeof Result>;
/** What an engine says of a page: its rules that failed or cannot tell, and those that applied and passed. */
export type EngineJudgement = z.output<typeof Judgement>;

export type EngineOutcome = { engine: EngineName; version: string; outcome: 'judged'; judgement: EngineJudgement } | { engine: EngineName; version: string; outcome: 'failed'; cause: string };

export interface Engine {
  name: EngineName;
  version: string;
  judge(page: OpenPage): Promise<EngineOutcome>;
}

const ENGINE_MS = 15_000;

/** The script as it is sent to pages, from the folder of scripts. */
export function scriptAt(url: URL): string {
  return readFileSync(url, 'utf8');
}

/** An engine that is sent to the page with the libraries that it needs. */
export function injectedEngine({ name, version, libraries, everyFrame = false, script }: { name: EngineName; version: string; libraries: () => readonly string[]; everyFrame?: boolean; script: () => string }): Engine {
  let sent: { libraries: string; script: string } | undefined;
  return {
    name, version,
    async judge(page) {
      sent ??= { libraries: `(() => {\n${libraries().join('\n;\n')}\n})()`, script: script() };
      const loaded = await page.run(sent.libraries, { timeoutMs: ENGINE_MS, everyFrame });
      const ran = loaded.outcome === 'done' ? await page.run(`(() => { const SCRIPTS = ${page.scripts}; return ${sent.script} })()`, { timeoutMs: ENGINE_MS }) : loaded;
      return judged(name, version, ran);
    },
  };
}

export function judged(engine: EngineName, version: string, ran: Awaited<ReturnType<OpenPage['run']>>): EngineOutcome {
  if (ran.outcome === 'failed') return { engine, version, outcome: 'failed', cause: ran.cause.slice(0, 300) };
  const read = Judgement.safeParse(ran.value);
  return read.success ? { engine, version, outcome: 'judged', judgement: read.data } : { engine, version, outcome: 'failed', cause: 'the engine gave what cannot be read' };
}
