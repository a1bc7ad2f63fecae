import { z } from 'zod';
import type { OpenPage } from '../../../../core/outside/browse.ts';
import { engineNames, scriptAt } from './engine.ts';
import { Prompt } from './prompts.ts';

const Content = z.object({ media: z.boolean(), pictures: z.boolean(), fields: z.boolean(), links: z.boolean(), scripts: z.boolean() });
const Part = z.object({ name: z.string().max(120), links: z.array(z.object({ url: z.string().max(300), name: z.string().max(80) })).max(40) });
/** What repeats on pages of a site: navigation with its links, ways to find a page, and help in the order in which it stands. */
const Parts = z.object({ navigation: z.array(Part).max(4), search: z.boolean(), siteMap: z.boolean(), help: z.array(z.string().max(20)).max(10) });
export type PageParts = z.output<typeof Parts>;
const Seen = z.object({ title: z.string(), language: z.string(), hash: z.string().max(40), content: Content, parts: Parts, textLength: z.number(), links: z.array(z.string().max(2000)).max(500) });
export type SeenPage = z.output<typeof Seen>;

/** What is kept of a page that was judged. */
export const PageFacts = Seen.omit({ links: true, textLength: true }).extend({
  // Audits of before these were kept have none.
  prompts: z.array(Prompt).default([]),
  parts: Parts.nullable().default(null), views: z.array(z.object({ view: z.string(), cause: z.string().nullable() })).default([]),
  certificateError: z.string().nullable().default(null), walk: z.object({ stops: z.number().int(), cut: z.boolean() }).default({ stops: 0, cut: false }),
  status: z.number().int().nullable(), finalUrl: z.string(), browser: z.string(), scripts: z.boolean(),
  engines: z.array(z.object({ engine: z.enum(engineNames), version: z.string(), outcome: z.enum(['judged', 'failed']), cause: z.string().nullable() })),
  passed: z.array(z.object({ engine: z.enum(engineNames), rule: z.string(), criteria: z.array(z.string()) })),
});
export type PageFacts = z.output<typeof PageFacts>;

const READ_MS = 10_000;
let source: string | undefined;

/** What the page has, before any engine came to it; a cause where it could not be read. */
export async function readPage(page: OpenPage): Promise<{ seen: SeenPage } | { cause: string }> {
  source ??= scriptAt(new URL('./in-page/content.js', import.meta.url));
  const ran = await page.run(source, { timeoutMs: READ_MS });
  if (ran.outcome === 'failed') return { cause: ran.cause };
  const read = Seen.safeParse(ran.value);
  return read.success ? { seen: read.data } : { cause: 'what the page has cannot be read' };
}
