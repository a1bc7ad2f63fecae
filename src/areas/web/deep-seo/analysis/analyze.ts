import { clicksFrom, factsOf, LinkGraphBuilder, pageRanks, type LinkGraph, type AuditLink, type AuditPage, type PageFacts } from '../../site-audit/index.ts';
import { intents, stageOf, stages, type Intent, type Stage } from '../intent/intents.ts';
import { judgePageIntent, titleIntentOf } from '../intent/judge-page.ts';
import type { Judgement } from '../intent/judgement.ts';
import { adviceOf, type Seen } from './advice.ts';
import { inlinksOf, withLinks } from './link-graph.ts';
import { nearGroups, type TextOf } from './near-texts.ts';
import { pictureOf } from './picture.ts';
import { orphanReasons, type Analysis, type AnalysisSummary, type AnalyzedPage, type GroupDetails, type GroupKind, type IntentFound, type OrphanReason, type PageGroup } from './results.ts';
import { Topics, type Topic, type TopicSource } from './topics.ts';

/** Whoever holds the audit: gives its pages with their links in portions, and takes what was found of them. */
export interface AuditRows {
  /** The pages after a number in their order, and the links on them; no pages at the end. */
  next(after: number): Promise<{ pages: readonly AuditPage[]; links: readonly AuditLink[] }>;
  takePages(pages: readonly AnalyzedPage[]): Promise<void>;
  takeGroups(groups: readonly PageGroup[]): Promise<void>;
}

const ROWS_AT_ONCE = 500;
const MAX_ANCHORS = 4;
const MAX_ANCHOR = 80;
const MIN_NEAR_WORDS = 50;
const MAX_SAMPLE = 20;
const MAX_URLS = 5;
const DEEP = 3;
const MIN_GAP_PAGES = 3;
const MAX_GAP_TOPICS = 20;
const FUNNEL: readonly Stage[] = ['awareness', 'consideration', 'decision'];

/** What stays of each page while the others are read; some 2 KB. */
interface Kept {
  page: number;
  url: string;
  title: string | null;
  isStart: boolean;
  /** It answered at its own address, with HTML. */
  isPage: boolean;
  indexable: boolean;
  judged: Judgement | null;
  titleIntent: Intent | null;
  text: TextOf;
  shape: string;
  textHash: string | null;
  status: number | null;
  about: TopicSource | null;
}

interface Read {
  kept: readonly Kept[];
  /** Of pages in `kept`, by their numbers. */
  positions: ReadonlyMap<number, number>;
  topics: Topics;
  graph: LinkGraph;
  /** Where pages redirect to. */
  moved: ReadonlyMap<number, number>;
}

/** Judges what the pages of an audit are for, and how they hang together. */
export async function analyze(rows: AuditRows): Promise<Analysis> {
  const read = await readAll(rows);
  const { kept, topics, graph, positions, moved } = read;
  const ranks = pageRanks(graph, page => positions.has(page));
  const starts = kept.filter(({ isStart }) => isStart).map(({ page }) => page);
  const [clicks, inlinks] = [clicksFrom(graph, starts, moved), inlinksOf(graph)];
  const order = orderBy(kept.map(({ page }) => ranks[page]!));

  const found = topics.topics();
  const competing = topics.competing(found, at => competesFor(kept[at]!));
  const near = nearGroups(kept.map(({ text }) => text));
  const templates = templatesOf(kept);
  const group = (kind: GroupKind, nth: number, label: string, pages: readonly number[], details: Omit<GroupDetails, 'sample'>): PageGroup => ({
    kind, nth: nth + 1, label, count: pages.length,
    details: { ...details, sample: pages.toSorted((a, b) => order[a]! - order[b]!).slice(0, MAX_SAMPLE).map(at => ({ page: kept[at]!.page, url: kept[at]!.url, title: kept[at]!.title, rank: rounded(ranks[kept[at]!.page]!) })) },
  });
  const groups = [
    ...found.map(({ pages, term, language }, nth) => group('topic', nth, term, pages, { language, intents: countsOf(pages.flatMap(at => kept[at]!.judged?.primary ?? [])) })),
    ...competing.map(({ pages, term, intent, similarity }, nth) => group('competing', nth, term, pages, { intent, similarity })),
    ...near.groups.map((pages, nth) => group('duplicate', nth, kept[pages[0]!]!.title ?? kept[pages[0]!]!.url, pages, { same: new Set(pages.map(at => kept[at]!.text.hash)).size === 1 })),
    ...templates.map((pages, nth) => group('template', nth, commonPath(pages.map(at => kept[at]!.url)), pages, {})),
  ];
  await inPortions(groups, portion => rows.takeGroups(portion));

  const [topicOf, duplicateOf, templateOf] = [numbersOf(found.map(({ pages }) => pages)), numbersOf(near.groups), numbersOf(templates)];
  const pages = kept.map((one, at): AnalyzedPage => {
    const depth = clicks[one.page]!;
    return {
      page: one.page, url: one.url, title: one.title, intent: intentOf(one, at, topics), indexable: one.indexable, inlinks: inlinks[one.page]!, outlinks: graph.offsets[one.page + 1]! - graph.offsets[one.page]!,
      depth: depth < 0 ? null : depth, rank: rounded(ranks[one.page]!), rankOrder: order[at]!, orphan: orphanOf(one, inlinks[one.page]!, depth, starts.length > 0),
      topic: topicOf.get(at) ?? null, duplicate: duplicateOf.get(at) ?? null, template: templateOf.get(at) ?? null, textHash: one.textHash, status: one.status,
    };
  });
  await inPortions(pages, portion => rows.takePages(portion));
  const urls = Array.from({ length: graph.count }, (_, page) => (positions.has(page) ? kept[positions.get(page)!]!.url : null));
  return { summary: summaryOf(read, pages, { found, competing: competing.map(one => one.pages), near, templates }), picture: pictureOf(graph, { urls, ranks, clicks }) };
}

async function readAll(rows: AuditRows): Promise<Read> {
  const kept: Kept[] = [];
  const positions = new Map<number, number>();
  const builder = new LinkGraphBuilder();
  const anchors = new Map<number, string[]>();
  const redirects = new Map<number, string>();
  for (let after = 0; ;) {
    const { pages, links } = await rows.next(after);
    const byPage = Map.groupBy(links, ({ page }) => page);
    for (const row of pages) {
      const facts = factsOf(row);
      positions.set(row.page, kept.length);
      kept.push(keep(row, facts));
      // Its links are those of the page that it leads to.
      if (row.outcome === 'redirected' && facts) redirects.set(row.page, facts.finalUrl);
      else for (const { target, follow, anchor } of byPage.get(row.page) ?? []) {
        if (follow === 1) builder.add(row.page, target);
        noteAnchor(anchors, target, anchor);
      }
    }
    const last = pages.at(-1);
    if (!last) break;
    after = last.page;
  }
  const byUrl = new Map(kept.map(({ url, page }) => [url, page]));
  const moved = new Map([...redirects].flatMap(([from, url]) => (byUrl.has(url) ? [[from, byUrl.get(url)!] as const] : [])));
  const graph = withLinks(builder.finish((kept.at(-1)?.page ?? 0) + 1, page => positions.has(page)), moved);
  const topics = new Topics();
  for (const one of kept) {
    topics.add(one.about, anchors.get(one.page) ?? []);
    one.about = null;
  }
  return { kept, positions, topics, graph, moved };
}

function noteAnchor(anchors: Map<number, string[]>, target: number, anchor: string): void {
  if (anchor === '' || anchor.length > MAX_ANCHOR) return;
  const known = anchors.get(target);
  if (!known) anchors.set(target, [anchor]);
  else if (known.length < MAX_ANCHORS && !known.includes(anchor)) known.push(anchor);
}

function keep({ page, url, title, source, outcome, status, indexable }: AuditPage, facts: PageFacts | null): Kept {
  const document = outcome === 'answered' && status === 200 ? facts?.document ?? null : null;
  const isIndexable = document !== null && indexable === 1;
  return {
    page, url, title, isStart: source === 'start', isPage: document !== null, indexable: isIndexable,
    judged: document === null ? null : judgePageIntent(facts!), titleIntent: document === null ? null : titleIntentOf(facts!),
    text: document !== null && document.text.mainWords >= MIN_NEAR_WORDS ? { hash: document.text.hash, simHash: document.text.simHash } : { hash: '', simHash: '' },
    shape: document?.shape ?? '', textHash: document?.text.hash ?? null, status, about: isIndexable ? Topics.sourceOf(url, document) : null,
  };
}

/** The positions by falling value, from 1. */
function orderBy(values: readonly number[]): Uint32Array {
  const order = new Uint32Array(values.length);
  for (const [nth, at] of Uint32Array.from(values.keys()).sort((a, b) => values[b]! - values[a]! || a - b).entries()) order[at] = nth + 1;
  return order;
}

/** Pages that people look for by name do not compete. */
function competesFor({ indexable, judged }: Kept): Intent | null {
  return indexable && judged !== null && judged.primary !== 'navigational' ? judged.primary : null;
}

function intentOf({ judged, titleIntent }: Kept, at: number, topics: Topics): IntentFound | null {
  if (judged === null) return null;
  const { primary, confidence, secondary, local, language, signals } = judged;
  const mismatch = titleIntent !== null && titleIntent !== primary && !secondary.includes(titleIntent);
  return { primary, confidence, secondary, local, language, signals, targetTerms: topics.targetTerms(at), titleIntent, mismatch };
}

/** Where nothing says where the site begins, only pages without any link to them are orphans. */
function orphanOf({ isPage, isStart }: Kept, inlinks: number, depth: number, hasStart: boolean): OrphanReason | null {
  if (!isPage || isStart) return null;
  if (inlinks === 0) return 'noLinks';
  return depth < 0 && hasStart ? 'unreachable' : null;
}

function templatesOf(kept: readonly Kept[]): number[][] {
  const byShape = Map.groupBy(kept.keys(), at => kept[at]!.shape);
  byShape.delete('');
  return [...byShape.values()].filter(pages => pages.length > 1).toSorted((a, b) => b.length - a.length || a[0]! - b[0]!);
}

/** The folder that all addresses stand in, with a star for the rest. */
function commonPath(urls: readonly string[]): string {
  const paths = urls.map(url => URL.parse(url)?.pathname.split('/').slice(1) ?? []);
  const shared = paths[0]!.slice(0, -1);
  for (const path of paths) {
    const same = shared.findIndex((segment, at) => at >= path.length - 1 || path[at] !== segment);
    if (same >= 0) shared.length = same;
  }
  return `/${shared.map(segment => `${segment}/`).join('')}*`;
}

function numbersOf(groups: readonly (readonly number[])[]): Map<number, number> {
  return new Map(groups.flatMap((pages, nth) => pages.map(at => [at, nth + 1] as const)));
}

interface Grouped {
  found: readonly Topic[];
  competing: readonly (readonly number[])[];
  near: { groups: readonly (readonly number[])[]; cut: boolean };
  templates: readonly (readonly number[])[];
}

function summaryOf({ kept, graph }: Read, pages: readonly AnalyzedPage[], { found, competing, near, templates }: Grouped): AnalysisSummary {
  const judged = pages.flatMap(({ intent }) => intent ?? []);
  const byStage = countsOf(judged.map(({ primary }) => stageOf(primary)), stages);
  const missing = judged.length === 0 ? [] : stages.filter(stage => byStage[stage] === 0);
  const seen = (of: readonly { url: string }[]): Seen => ({ count: of.length, urls: of.slice(0, MAX_URLS).map(({ url }) => url) });
  const ofGroups = (groups: readonly (readonly number[])[]): Seen => ({ count: groups.length, urls: groups.slice(0, MAX_URLS).map(([first]) => kept[first!]!.url) });
  const sizes = (groups: readonly (readonly number[])[]) => ({ groups: groups.length, pages: groups.reduce((sum, { length }) => sum + length, 0) });
  return {
    fetched: kept.length, pages: judged.length, indexable: pages.filter(({ indexable }) => indexable).length, links: graph.targets.length,
    intents: countsOf(judged.map(({ primary }) => primary), intents), stages: byStage,
    local: judged.filter(({ local }) => local).length, mismatches: judged.filter(({ mismatch }) => mismatch).length, languages: countsOf(judged.map(({ language }) => language)),
    depths: countsOf(pages.filter(({ intent }) => intent !== null).map(({ depth }) => String(depth ?? 'none'))), orphans: countsOf(pages.flatMap(({ orphan }) => orphan ?? []), orphanReasons),
    groups: { topic: sizes(found.map(one => one.pages)), competing: sizes(competing), duplicate: sizes(near.groups), template: sizes(templates) },
    nearCut: near.cut, gaps: { stages: missing, topics: topicGaps(found, kept) },
    advice: adviceOf({
      competing: ofGroups(competing), duplicates: ofGroups(near.groups), mismatches: seen(pages.filter(({ intent }) => intent?.mismatch)), orphans: seen(pages.filter(({ orphan }) => orphan !== null)),
      deep: seen(pages.filter(({ intent, depth }) => intent?.primary === 'transactional' && depth !== null && depth > DEEP)), missing,
    }),
  };
}

/** Larger topics that miss a step on the way to a purchase. */
function topicGaps(found: readonly Topic[], kept: readonly Kept[]): AnalysisSummary['gaps']['topics'] {
  return found.filter(({ pages }) => pages.length >= MIN_GAP_PAGES).flatMap(({ term, language, pages }) => {
    const served = new Set(pages.flatMap(at => (kept[at]!.judged === null ? [] : stageOf(kept[at]!.judged.primary))));
    const missing = FUNNEL.filter(stage => !served.has(stage));
    return missing.length === 0 ? [] : [{ term, language, pages: pages.length, missing }];
  }).slice(0, MAX_GAP_TOPICS);
}

/** How often each comes; `keys` are counted where there are none as well. */
function countsOf<Key extends string>(values: readonly Key[], keys: readonly Key[] = []): Record<Key, number> {
  const counts = Object.fromEntries(keys.map(key => [key, 0])) as Record<Key, number>;
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function rounded(rank: number): number {
  return Math.round(1000 * rank) / 1000;
}

async function inPortions<Row>(rows: readonly Row[], take: (portion: readonly Row[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await take(rows.slice(at, at + ROWS_AT_ONCE));
}
