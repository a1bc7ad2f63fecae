import type { z } from 'zod';
import { ratingsOf, type Comparison, type RenderedPage } from '../site-audit/index.ts';
import type { GroupDetails, IntentFound } from './analysis/results.ts';
import { stageOf, type Intent } from './intent/intents.ts';
import type { KnownClicks } from './search-data/figures.ts';
import type { FieldSpeed } from './search-data/reading.ts';
import type { PageRow, GroupRow } from './store.ts';
import type { CompetingRecord, DuplicateRecord, GraphPage, OrphanRecord, PageRecord, RenderedRecord, TemplateRecord, TopicRecord } from './shapes.ts';

const detailsOf = ({ details }: Pick<GroupRow, 'details'>): GroupDetails => JSON.parse(details) as GroupDetails;
const sampleOf = ({ sample }: GroupDetails) => sample.map(page => ({ ...page }));

export function presentTopic(row: GroupRow): z.output<typeof TopicRecord> {
  const details = detailsOf(row);
  return { id: row.nth, term: row.label, language: details.language!, pages: row.count, intents: { ...details.intents }, sample: sampleOf(details) };
}

export function presentCompeting(row: GroupRow): z.output<typeof CompetingRecord> {
  const details = detailsOf(row);
  return { id: row.nth, term: row.label, intent: details.intent!, pages: row.count, similarity: details.similarity!, sample: sampleOf(details) };
}

export function presentDuplicates(row: GroupRow): z.output<typeof DuplicateRecord> {
  const details = detailsOf(row);
  return { id: row.nth, label: row.label, pages: row.count, same: details.same!, sample: sampleOf(details) };
}

/** `pages`: of the whole site. */
export function presentTemplate(row: GroupRow, pages: number): z.output<typeof TemplateRecord> {
  return { id: row.nth, label: row.label, pages: row.count, share: pages === 0 ? 0 : Math.round(1000 * row.count / pages) / 1000, sample: sampleOf(detailsOf(row)) };
}

/** Of a page that could be read, with what search engines and browsers report of it. */
export function presentPage(row: PageRow, search: KnownClicks | undefined, speed: FieldSpeed | undefined): z.output<typeof PageRecord> {
  const { targetTerms, signals, secondary, ...intent } = JSON.parse(row.details!) as IntentFound;
  return { page: row.page, url: row.url, title: row.title, ...intent, secondary: [...secondary], signals: [...signals], targetTerms: [...targetTerms], stage: stageOf(intent.primary), indexable: row.indexable === 1, topic: row.topic, search: search ? presentSearch(search) : null, speed: speed ? { lcpMs: speed.lcpMs, inpMs: speed.inpMs, cls: speed.cls, slow: speed.slow } : null };
}

function presentSearch({ clicks, impressions, position, providers }: KnownClicks) {
  return { clicks, impressions, ctr: impressions === 0 ? 0 : Math.round(10_000 * clicks / impressions) / 10_000, position: Math.round(10 * position) / 10, providers };
}

export function presentGraphPage(row: PageRow): z.output<typeof GraphPage> {
  return { page: row.page, url: row.url, title: row.title, intent: row.intent as Intent | null, rank: row.rank / 1000, order: row.rank_order, inlinks: row.inlinks, outlinks: row.outlinks, depth: row.depth };
}

export function presentOrphan(row: PageRow): z.output<typeof OrphanRecord> {
  return { page: row.page, url: row.url, title: row.title, intent: row.intent as Intent | null, reason: row.orphan as never, inlinks: row.inlinks, indexable: row.indexable === 1 };
}

export function presentRendered({ page, url, rendering, comparison }: RenderedPage): z.output<typeof RenderedRecord> {
  const compared = JSON.parse(comparison!) as Comparison | { cause: string };
  const about = { page, url, outcome: rendering as z.output<typeof RenderedRecord>['outcome'] };
  if ('cause' in compared) return { ...about, cause: compared.cause, raw: null, rendered: null, changed: [], addedLinks: [], addedHeadings: [], performance: null, ratings: null };
  const { raw, rendered, changed, addedLinks, addedHeadings, performance } = compared;
  const side = (of: Comparison['raw']) => ({ ...of, robots: [...of.robots], canonical: [...of.canonical], structuredData: [...of.structuredData] });
  return {
    ...about, cause: null, raw: side(raw), rendered: side(rendered), changed: [...changed], addedLinks: [...addedLinks], addedHeadings: [...addedHeadings], ratings: ratingsOf(performance),
    performance: { ...performance, bytes: { ...performance.bytes }, thirdParties: [...performance.thirdParties], failed: [...performance.failed], errors: [...performance.errors] },
  };
}
