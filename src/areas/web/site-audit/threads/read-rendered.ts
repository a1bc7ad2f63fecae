import { leadsOf } from '../crawl/links.ts';
import type { PageFacts, RenderedFacts } from '../page/index.ts';
import { parsePage } from '../page/parse-page.ts';
import { compare, linksOf, robotsOf, typesOf } from '../render/compare.ts';
import { factsOf, storedPage } from '../store/stored-page.ts';
import { targetsOf } from '../targets/find.ts';
import type { RenderedRead, RenderedTask } from './tasks.ts';

const MAX_LINKS = 2000;
const MAX_HEADINGS = 100;

/** What scripts made of a page that was read before, with what both have in common and where it leads besides. */
export function readRendered({ facts, shown: { html, images, performance }, rank, settings, startedAt }: RenderedTask): RenderedRead {
  const raw = factsOf({ facts });
  const after = parsePage({ ...raw, finalUrl: raw.finalUrl, fetch: { ...answerOf(raw), fields: [['content-type', 'text/html; charset=utf-8']] }, body: Buffer.from(html) }, settings.extract).document!;
  const rendered: RenderedFacts = {
    title: after.titles[0]?.text ?? null, robots: robotsOf(after), canonicals: after.canonicals.flatMap(({ url }) => url ?? []), links: linksOf(after).slice(0, MAX_LINKS),
    words: after.text.mainWords, headings: after.headings.slice(0, MAX_HEADINGS), structured: typesOf(after), images, performance, ...(after.extracted && { extracted: after.extracted }),
  };
  const whole: PageFacts = { ...raw, rendered };
  const leads = leadsOf({ ...raw, document: after }, rank, settings, startedAt);
  const known = new Set(raw.document!.links.map(({ url }) => url));
  return {
    stored: storedPage(whole), comparison: compare(raw.document!, rendered), leads: { ...leads, links: leads.links.filter(({ url }) => !known.has(url)) },
    targets: targetsOf({ ...raw, document: after }, settings, startedAt),
  };
}

function answerOf({ fetch }: PageFacts): PageFacts['fetch'] & { outcome: 'answered' } {
  if (fetch.outcome !== 'answered') throw new Error('only pages that answered are rendered');
  return fetch;
}
