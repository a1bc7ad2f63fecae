import { z } from 'zod';
import { DomainReference } from '../../../core/domain-reference.ts';
import { pageInput, pageOf } from '../../../core/page.ts';
import { several } from '../../../core/several.ts';
import { comparedParts, ratings, renderModes, renderOutcomes } from '../site-audit/index.ts';
import { adviceIds } from './analysis/advice.ts';
import { orphanReasons } from './analysis/results.ts';
import { intents, stages } from './intent/intents.ts';
import { signalSources } from './intent/judgement.ts';
import { languages } from './intent/terms.ts';
import { FieldFigures, SearchFigures } from './search-data/shapes.ts';

const Moment = z.iso.datetime();
const Intent = z.enum(intents);
const Stage = z.enum(stages);
const Count = z.number().int();
const GroupNumber = z.coerce.number().int().min(1).max(1_000_000);
const domainId = DomainReference.describe('Name or id of the domain');
const YesOrNo = z.enum(['true', 'false']);

/** What stands between an answer and its data. */
const states = ['ready', 'noAudit', 'analyzing', 'failed'] as const;

const Signal = z.object({ source: z.enum(signalSources), seen: z.string(), intent: Intent, weight: z.number().describe('In log-odds') }).meta({ id: 'IntentSignal' });

const judgement = {
  primary: Intent, confidence: z.number().describe('Probability of `primary`, 0 to 1'), secondary: z.array(Intent).describe('Others with a probability of at least 0.2'),
  local: z.boolean().describe('It is about somewhere near'), language: z.enum(languages), signals: z.array(Signal).describe('What speaks for which intent, the strongest first'),
};

const Share = z.object({ count: Count, share: z.number().describe('0 to 1') });
const GroupPage = z.object({ page: Count, url: z.string(), title: z.string().nullable(), rank: z.number() });
const sample = z.array(GroupPage).describe('Its first 20 pages, by internal PageRank');

export const TopicRecord = z.object({ id: Count, term: z.string(), language: z.string(), pages: Count, intents: z.record(z.string(), Count).describe('Pages by intent'), sample }).meta({ id: 'DeepSeoTopic' });
export const CompetingRecord = z.object({ id: Count, term: z.string(), intent: Intent, pages: Count, similarity: z.number().describe('How much their titles and headings share, 0 to 1'), sample }).meta({ id: 'DeepSeoCompeting' });
export const DuplicateRecord = z.object({ id: Count, label: z.string(), pages: Count, same: z.boolean().describe('Word by word; otherwise each differs in few words from another of them'), sample }).meta({ id: 'DeepSeoDuplicates' });
export const TemplateRecord = z.object({ id: Count, label: z.string().describe('The folder that all of them stand in'), pages: Count, share: z.number().describe('Of all pages, 0 to 1'), sample }).meta({ id: 'DeepSeoTemplate' });

const AuditPart = z.object({ id: z.string(), finishedAt: Moment, pages: Count.describe('Addresses that were fetched'), cut: z.string().nullable().describe('Which limit ended it early, or left something out') }).meta({ id: 'DeepSeoAudit' });

export const PageRecord = z.object({
  page: Count.describe('Number within the audit'), url: z.string(), title: z.string().nullable(), ...judgement, stage: Stage, indexable: z.boolean(),
  targetTerms: z.array(z.object({ term: z.string(), score: z.number() })).describe('What it is about, by BM25'), titleIntent: Intent.nullable().describe('By its title alone; null where that says nothing'),
  mismatch: z.boolean().describe('The title promises another intent than the page has'), topic: Count.nullable().describe('Id of its topic'),
  search: SearchFigures.nullable().describe('Over 28 days, as connected search engines report it; null where none does'), speed: FieldFigures.nullable().describe('In the field; null where it is not known'),
}).meta({ id: 'DeepSeoPage' });

export const GraphPage = z.object({
  page: Count, url: z.string(), title: z.string().nullable(), intent: Intent.nullable(), rank: z.number().describe('Internal PageRank, 1 is the mean'), order: Count.describe('From 1 for the highest rank'), inlinks: Count.describe('Pages that link to it'), outlinks: Count, depth: Count.nullable().describe('Clicks from the start; null where none lead there'),
}).meta({ id: 'DeepSeoGraphPage' });

export const OrphanRecord = z.object({ page: Count, url: z.string(), title: z.string().nullable(), intent: Intent.nullable(), reason: z.enum(orphanReasons).describe('`noLinks`: no page links to it; `unreachable`: only pages do that no click leads to'), inlinks: Count, indexable: z.boolean() }).meta({ id: 'DeepSeoOrphan' });

const underWay = z.object({ runId: z.string(), status: z.enum(['queued', 'running', 'paused']) }).nullable().describe('The site audit that is under way, or paused');

/** Every answer about an audit: rows, and what holds over all of them; or why there is nothing and what to do. */
function about<Row extends z.ZodType, Whole extends z.ZodType>(row: Row, whole: Whole) {
  return pageOf(row).extend({
    state: z.enum(states).describe('`ready`: what was found is there; otherwise why not'),
    message: z.string().nullable().describe('What to do where nothing is there'),
    underWay,
    audit: AuditPart.nullable().describe('The site audit that all of it is about'),
    total: Count.describe('Rows that match, over all of them'),
    summary: whole.nullable().describe('Over all pages of the audit'),
  });
}

const list = { ...pageInput, domainId };
const Sizes = z.object({ groups: Count, pages: Count });

export const IntentQuery = z.strictObject({
  ...list, intent: several(Intent).optional().describe('Only pages with one of these'), mismatch: YesOrNo.optional(), local: YesOrNo.optional(), topic: several(GroupNumber).optional().describe('Only pages of these topics'), search: z.string().min(1).max(200).optional().describe('Only addresses that contain it'),
});

export const IntentReply = about(PageRecord, z.object({
  pages: Count.describe('Pages in HTML that were judged'), indexable: Count, intents: z.array(Share.extend({ intent: Intent })), stages: z.array(Share.extend({ stage: Stage })).describe('Steps on the way to a purchase, and after it'),
  local: Count, mismatches: Count, languages: z.record(z.string(), Count),
  topics: Sizes.extend({ first: z.array(TopicRecord).describe('The 20 largest') }), competing: Sizes.extend({ first: z.array(CompetingRecord).describe('The first 20 groups of pages that compete for one topic with one intent') }),
  gaps: z.object({ stages: z.array(Stage).describe('Steps that no page serves'), topics: z.array(z.object({ term: z.string(), language: z.string(), pages: Count, missing: z.array(Stage) })) }),
  recommendations: z.array(z.object({ id: z.enum(adviceIds), count: Count, title: z.string(), fix: z.string(), urls: z.array(z.string()).describe('Where to begin') })),
}).meta({ id: 'DeepSeoIntents' }));

export const ListQuery = z.strictObject(list);

const InGroups = z.object({ pages: Count.describe('Pages in groups') });

export const TopicsReply = about(TopicRecord, InGroups);
export const CompetingReply = about(CompetingRecord, InGroups);
export const DuplicatesReply = about(DuplicateRecord, InGroups.extend({ complete: z.boolean().describe('False where too many texts were alike to compare each with all') }));
export const TemplatesReply = about(TemplateRecord, InGroups);
export const OrphansReply = about(OrphanRecord, z.object({ reasons: z.object({ noLinks: Count, unreachable: Count }) }));

export const OrphansQuery = z.strictObject({ ...list, reason: several(z.enum(orphanReasons)).optional() });

export const GraphQuery = z.strictObject({ ...list, search: z.string().min(1).max(200).optional().describe('Only addresses that contain it'), template: several(GroupNumber).optional().describe('Only pages of these templates'), duplicate: several(GroupNumber).optional().describe('Only pages of these groups of duplicates') });

export const GraphReply = about(GraphPage, z.object({
  pages: Count, links: Count.describe('Links between pages that may be followed'), depths: z.record(z.string(), Count).describe('Pages by clicks from the start; `none` where none lead there'),
  picture: z.object({
    of: z.enum(['pages', 'folders']).describe('Up to 60 pages are drawn by themselves, more of them by folders'),
    nodes: z.array(z.object({ id: Count, label: z.string(), url: z.string(), pages: Count, rank: z.number().describe('Part of internal PageRank, 0 to 1'), depth: Count.nullable() })),
    edges: z.array(z.object({ from: Count, to: Count, links: Count })), hidden: Count.describe('Edges that were left out, those with the fewest links'),
  }),
}).meta({ id: 'DeepSeoLinkGraph' }));

const Side = z.object({
  title: z.string().nullable(), robots: z.array(z.string()).describe('Contents of robots meta tags'), canonical: z.array(z.string()), links: Count.describe('Addresses that it links to'), words: Count.describe('Of the main text'), headings: Count, structuredData: z.array(z.string()).describe('Types'),
}).meta({ id: 'DeepSeoPageSide' });
const Ms = z.number().nullable();
const Rating = z.enum(ratings).nullable();

export const RenderedRecord = z.object({
  page: Count.describe('Number within the audit'), url: z.string(), outcome: z.enum(renderOutcomes).describe('`failed`: the browser did not show it, and `cause` says why'), cause: z.string().nullable(),
  raw: Side.nullable().describe('As the server sent it'), rendered: Side.nullable().describe('After its scripts ran'), changed: z.array(z.enum(comparedParts)), addedLinks: z.array(z.string()).describe('Up to 20 that only scripts add'), addedHeadings: z.array(z.string()),
  performance: z.object({
    lcpMs: Ms, fcpMs: Ms, loadMs: Ms, cls: z.number().nullable(), tbtMs: Ms, inpMs: Ms.describe('Of three presses of Tab'), elements: Count, requests: Count, bytes: z.record(z.string(), Count).describe('By type'),
    thirdParties: z.array(z.object({ host: z.string(), requests: Count, bytes: Count })), failed: z.array(z.string()), errors: z.array(z.string()),
  }).nullable().describe('One load in the browser of the service: lab data'),
  ratings: z.object({ lcpMs: Rating, cls: Rating, inpMs: Rating, tbtMs: Rating }).nullable().describe('By the thresholds of web.dev'),
}).meta({ id: 'DeepSeoRenderedPage' });

export const RenderedQuery = z.strictObject({ ...list, outcome: several(z.enum(renderOutcomes)).optional() });

export const RenderedReply = pageOf(RenderedRecord).extend({
  state: z.enum(['ready', 'notRendered', 'noAudit']).describe('`notRendered`: the audit was not to run the scripts of pages'),
  message: z.string().nullable().describe('What to do where nothing is there'),
  underWay, audit: AuditPart.nullable(), total: Count.describe('Pages that match'),
  summary: z.object({ mode: z.enum(renderModes), same: Count, changed: Count, failed: Count, beyond: Count.describe('Pages that were to be shown, too many or too late'), cause: z.string().nullable().describe('Why the first that failed did') }).nullable(),
});

const MAX_QUERIES = 1000;

export const QueriesInput = z.strictObject({
  queries: z.array(z.string().min(1).max(200)).min(1).max(MAX_QUERIES).describe('As people type them'),
  language: z.enum(languages).optional().describe('Language of the queries; detected for each query by default'),
  brands: z.array(z.string().min(1).max(60)).max(50).default([]).describe('Names of your own: queries for them are navigational'),
});

export const QueriesReply = z.object({
  success: z.literal(true),
  data: z.object({
    shares: z.array(Share.extend({ intent: Intent })),
    queries: z.array(z.object({ query: z.string(), ...judgement, stage: Stage }).meta({ id: 'QueryIntent' })).describe('In the order in which they were given'),
  }).meta({ id: 'QueryIntents' }),
});
