import { known } from '../../../core/access.ts';
import { operationIn, type Call } from '../../../core/operation.ts';
import { cutPage, decodeCursor, type Cursor } from '../../../core/page.ts';
import { domain } from '../../domains/inventory/index.ts';
import { countRendered, renderedPages, renderingOf, renderOutcomes } from '../site-audit/index.ts';
import type { GroupKind } from './analysis/results.ts';
import { findLast, presentAudit, sharesOf, type Found } from './answers.ts';
import { byIntent, intents, stageOf, stages } from './intent/intents.ts';
import { judgeQuery } from './intent/judge-query.ts';
import { wordsOf } from './intent/words.ts';
import { askToAnalyze } from './job.ts';
import { presentCompeting, presentDuplicates, presentGraphPage, presentOrphan, presentPage, presentRendered, presentTemplate, presentTopic } from './present.ts';
import { clicksOf, speedsOf } from './search-data/figures.ts';
import type { DeepSeoServices } from './services.ts';
import { CompetingReply, DuplicatesReply, GraphQuery, GraphReply, IntentQuery, IntentReply, ListQuery, OrphansQuery, OrphansReply, QueriesInput, QueriesReply, RenderedQuery, RenderedReply, TemplatesReply, TopicsReply } from './shapes.ts';
import { countPages, groupsOf, pagesOf, type GroupRow, type PageFilter } from './store.ts';

const EXAMPLE = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';
const SHOWN_GROUPS = 20;

const declared = { method: 'GET', access: { scope: 'seo' }, plan: 'pro', allowance: 'none', owns: { domainId: domain } } as const;

type Asking = Pick<Call, 'caller' | 'afterwards'>;
type Ready = Found & { audit: NonNullable<Found['audit']>; summary: NonNullable<Found['summary']>; picture: NonNullable<Found['picture']> };

/** What `tell` says of the last audit where it is ready. An audit from before there were analyses is analysed from now on. */
async function answered<Row, Whole>({ caller, afterwards }: Asking, services: DeepSeoServices, domainId: string, tell: (found: Ready) => Promise<{ data: Row[]; nextCursor: string | null; total: number; summary: Whole }>) {
  const accountId = known(caller).account.id;
  const found = await findLast(services.db, accountId, domainId);
  if (found.isNew) afterwards(() => services.store.transaction(tx => askToAnalyze(tx, services, accountId, found.audit!.id)));
  const { state, message, underWay, audit } = found;
  const said = state === 'ready' ? await tell(found as Ready) : { data: [], nextCursor: null, total: 0, summary: null };
  return { success: true as const, ...said, state, message, underWay, audit: audit && presentAudit(audit) };
}

/** A page of a list of groups, and where it goes on. */
async function groupsPage(services: DeepSeoServices, auditId: string, kind: GroupKind, { limit, cursor }: { limit: number; cursor?: string | undefined }): Promise<{ data: GroupRow[]; nextCursor: string | null }> {
  const list = `deep_seo.${kind}`;
  const rows = await groupsOf(services.db, auditId, kind, decodeCursor(list, cursor), limit + 1);
  return cutPage(list, rows, limit, ({ nth }): Cursor => ({ at: nth, id: `grp_${nth}` }), row => row);
}

const PAGES = 'deep_seo.pages';

const intent = operationIn<DeepSeoServices>()({
  ...declared,
  id: 'deepSeo.intent',
  summary: 'Show the search intent of the pages of a website',
  description: 'What every page of the last site audit is for (informational, navigational, commercial or transactional intent, local or not) with the signals behind it; topics, pages that compete (cannibalisation), gaps in the funnel and recommendations.',
  path: '/api/deep-seo/intent/{domainId}',
  input: IntentQuery,
  output: IntentReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'All pages' }, { input: { domainId: EXAMPLE, mismatch: 'true' }, says: 'Pages whose title promises something else' }],
  run: (call, services, { domainId, limit, cursor, ...wanted }) => answered(call, services, domainId, async ({ audit, summary }) => {
    const { db } = services;
    const filter: PageFilter = { ...wanted, read: true };
    const rows = await pagesOf(db, audit.id, filter, 'page', decodeCursor(PAGES, cursor), limit + 1);
    const clicks = new Map((await clicksOf(db, domainId, { keys: rows.flatMap(row => row.url_key ?? []), most: limit + 1 })).map(one => [one.key, one]));
    const speeds = await speedsOf(db, domainId);
    const { groups, gaps, intents: byIntents, stages: byStages, languages, advice, pages, indexable, local, mismatches } = summary;
    return {
      ...cutPage(PAGES, rows, limit, ({ page }) => ({ at: page, id: `pag_${page}` }), row => presentPage(row, clicks.get(row.url_key ?? ''), speeds.get(row.url_key ?? ''))),
      total: await countPages(db, audit.id, filter),
      summary: {
        pages, indexable, local, mismatches, intents: sharesOf(intents, byIntents, 'intent'), stages: sharesOf(stages, byStages, 'stage'), languages: { ...languages },
        topics: { ...groups.topic, first: (await groupsOf(db, audit.id, 'topic', null, SHOWN_GROUPS)).map(presentTopic) },
        competing: { ...groups.competing, first: (await groupsOf(db, audit.id, 'competing', null, SHOWN_GROUPS)).map(presentCompeting) },
        gaps: { stages: [...gaps.stages], topics: gaps.topics.map(topic => ({ ...topic, missing: [...topic.missing] })) }, recommendations: advice.map(one => ({ ...one, urls: [...one.urls] })),
      },
    };
  }),
});

const queries = operationIn<DeepSeoServices>()({
  id: 'deepSeo.queries',
  summary: 'Classify the intent of search queries',
  description: 'Classifies up to 1,000 queries or keywords by search intent (informational, navigational, commercial or transactional, local or not) with probability and signals, in English, German, French, Spanish, Italian, Dutch and Portuguese. Nothing is stored.',
  method: 'POST',
  path: '/api/deep-seo/query-intents',
  access: { scope: 'seo' },
  role: 'viewer',
  audit: { none: 'It changes nothing.' },
  plan: 'pro',
  allowance: 'none',
  input: QueriesInput,
  output: QueriesReply,
  examples: [{ input: { queries: ['best desk lamp', 'buy brass lamp online'] }, says: 'Two queries' }],
  run: (_call, _services, { queries: asked, language, brands }) => {
    const names = new Set(brands.map(brand => wordsOf(brand).join(' ')).filter(name => name !== ''));
    const judged = asked.map(query => ({ query, ...judgeQuery(query, { language, names }) }));
    return Promise.resolve({
      success: true as const,
      data: {
        shares: sharesOf(intents, byIntent(one => judged.filter(({ primary }) => primary === one).length), 'intent'),
        queries: judged.map(({ query, primary, confidence, secondary, local, language: its, signals }) => ({ query, primary, confidence, secondary, local, language: its, signals, stage: stageOf(primary) })),
      },
    });
  },
});

const topics = operationIn<DeepSeoServices>()({
  ...declared,
  id: 'deepSeo.topics',
  summary: 'List the topics of a website',
  description: 'Topics of two or more pages of the last site audit, largest first, with the intents of their pages.',
  path: '/api/deep-seo/topics/{domainId}',
  input: ListQuery,
  output: TopicsReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'The largest' }],
  run: (call, services, { domainId, ...page }) => answered(call, services, domainId, async ({ audit, summary: { groups: { topic } } }) => {
    const { data, nextCursor } = await groupsPage(services, audit.id, 'topic', page);
    return { data: data.map(presentTopic), nextCursor, total: topic.groups, summary: { pages: topic.pages } };
  }),
});

const competing = operationIn<DeepSeoServices>()({
  ...declared,
  id: 'deepSeo.competing',
  summary: 'List pages of a website that compete',
  description: 'Keyword cannibalisation: groups of indexable pages of the last site audit with one topic, language and intent whose titles share half of their words or more.',
  path: '/api/deep-seo/competing/{domainId}',
  input: ListQuery,
  output: CompetingReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'The largest groups' }],
  run: (call, services, { domainId, ...page }) => answered(call, services, domainId, async ({ audit, summary: { groups } }) => {
    const { data, nextCursor } = await groupsPage(services, audit.id, 'competing', page);
    return { data: data.map(presentCompeting), nextCursor, total: groups.competing.groups, summary: { pages: groups.competing.pages } };
  }),
});

const duplicates = operationIn<DeepSeoServices>()({
  ...declared,
  id: 'deepSeo.duplicates',
  summary: 'List near-duplicate pages of a website',
  description: 'Groups of pages of the last site audit with the same or nearly the same main text (SimHash), largest first.',
  path: '/api/deep-seo/duplicates/{domainId}',
  input: ListQuery,
  output: DuplicatesReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'The largest groups' }],
  run: (call, services, { domainId, ...page }) => answered(call, services, domainId, async ({ audit, summary: { groups: { duplicate }, nearCut } }) => {
    const { data, nextCursor } = await groupsPage(services, audit.id, 'duplicate', page);
    return { data: data.map(presentDuplicates), nextCursor, total: duplicate.groups, summary: { pages: duplicate.pages, complete: !nearCut } };
  }),
});

const templates = operationIn<DeepSeoServices>()({
  ...declared,
  id: 'deepSeo.templates',
  summary: 'List the templates of a website',
  description: 'Pages of the last site audit with the same structure, by the shape of their elements near the root. A fault in a template affects all of its pages.',
  path: '/api/deep-seo/templates/{domainId}',
  input: ListQuery,
  output: TemplatesReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'The largest' }],
  run: (call, services, { domainId, ...page }) => answered(call, services, domainId, async ({ audit, summary: { groups: { template }, pages } }) => {
    const { data, nextCursor } = await groupsPage(services, audit.id, 'template', page);
    return { data: data.map(row => presentTemplate(row, pages)), nextCursor, total: template.groups, summary: { pages: template.pages } };
  }),
});

const ORPHANS = 'deep_seo.orphans';

const orphans = operationIn<DeepSeoServices>()({
  ...declared,
  id: 'deepSeo.orphans',
  summary: 'List orphan pages of a website',
  description: 'Pages of the last site audit that no page links to, or only pages that cannot be reached from the start page.',
  path: '/api/deep-seo/orphans/{domainId}',
  input: OrphansQuery,
  output: OrphansReply,
  examples: [{ input: { domainId: EXAMPLE, reason: 'noLinks' }, says: 'Pages without any link to them' }],
  run: (call, services, { domainId, limit, cursor, reason }) => answered(call, services, domainId, async ({ audit, summary }) => {
    const wanted: PageFilter = { orphan: reason ?? ['noLinks', 'unreachable'] };
    const found = await pagesOf(services.db, audit.id, wanted, 'page', decodeCursor(ORPHANS, cursor), limit + 1);
    return { ...cutPage(ORPHANS, found, limit, ({ page }) => ({ at: page, id: `pag_${page}` }), presentOrphan), total: await countPages(services.db, audit.id, wanted), summary: { reasons: { ...summary.orphans } } };
  }),
});

const RANKS = 'deep_seo.ranks';

const graph = operationIn<DeepSeoServices>()({
  ...declared,
  id: 'deepSeo.graph',
  summary: 'Show the internal links of a website',
  description: 'The link graph of the last site audit: internal PageRank, clicks from the start and links to each page, the highest rank first; and a picture of it, by folders where the site is large.',
  path: '/api/deep-seo/graph/{domainId}',
  input: GraphQuery,
  output: GraphReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'The pages with the highest rank' }, { input: { domainId: EXAMPLE, template: 1 }, says: 'Pages of one template' }],
  run: (call, services, { domainId, limit, cursor, ...filter }) => answered(call, services, domainId, async ({ audit, summary: { pages, links, depths }, picture }) => {
    const found = await pagesOf(services.db, audit.id, filter, 'rank_order', decodeCursor(RANKS, cursor), limit + 1);
    return { ...cutPage(RANKS, found, limit, ({ rank_order: at }) => ({ at, id: `rnk_${at}` }), presentGraphPage), total: await countPages(services.db, audit.id, filter), summary: { pages, links, depths: { ...depths }, picture } };
  }),
});

const RENDERED = 'deep_seo.rendered';
const NOT_RENDERED = 'The last site audit read pages as they are sent, without running their scripts. What scripts change is not known. Start one with `render` set to auto: POST /api/site-audit/start.';

const rendered = operationIn<DeepSeoServices>()({
  ...declared,
  id: 'deepSeo.rendered',
  summary: 'Show what scripts change on a website',
  description: 'Pages of the last site audit as the server sent them and as a browser renders them: title, robots, canonical, links, words, headings, structured data, and Core Web Vitals as lab data. For audits with `render`.',
  path: '/api/deep-seo/rendered/{domainId}',
  input: RenderedQuery,
  output: RenderedReply,
  examples: [{ input: { domainId: EXAMPLE, outcome: 'changed' }, says: 'Pages that scripts change' }],
  run: async ({ caller }, { db }, { domainId, limit, cursor, outcome = renderOutcomes }) => {
    const { audit, message, underWay } = await findLast(db, known(caller).account.id, domainId);
    const summary = audit && await renderingOf(db, known(caller).account.id, audit.id);
    const none = { success: true as const, data: [], nextCursor: null, total: 0, summary: null, underWay, audit: audit && presentAudit(audit) };
    if (audit === null) return { ...none, state: 'noAudit' as const, message };
    if (summary === null) return { ...none, state: 'notRendered' as const, message: NOT_RENDERED };
    const rows = await renderedPages(db, audit.id, outcome, decodeCursor(RENDERED, cursor)?.at ?? 0, limit + 1);
    return { ...none, ...cutPage(RENDERED, rows, limit, ({ page }) => ({ at: page, id: `pag_${page}` }), presentRendered), total: await countRendered(db, audit.id, outcome), summary, state: 'ready' as const, message: null };
  },
});

export const deepSeoOperations = [intent, queries, topics, competing, graph, duplicates, templates, orphans, rendered] as const;
