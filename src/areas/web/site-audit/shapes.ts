import { z } from 'zod';
import { DomainReference } from '../../../core/domain-reference.ts';
import { severities } from '../../../core/finding.ts';
import { pageInput } from '../../../core/page.ts';
import { grades } from '../../../core/score.ts';
import { several } from '../../../core/several.ts';
import { eases, isCheck } from './results/catalogue.ts';
import { categories } from './rules/index.ts';
import { AuditChoices, SignIn } from './settings.ts';
import { cuts } from './store/audits.ts';
import { renderModes, renderOutcomes } from './store/rendering.ts';
import { outcomes } from './store/stored-page.ts';
import { targetOutcomes } from './store/targets.ts';
import { targetKinds } from './targets/kinds.ts';

const Moment = z.iso.datetime();
const Grade = z.enum(grades);
const AuditId = z.string().regex(/^run_[0-9a-z]{1,40}$/, 'Give the id as the reply that started the audit shows it.');
const StatusClass = several(z.enum(['1', '2', '3', '4', '5'])).optional().describe('Only statuses that begin with one of these figures');
const KindCount = z.object({ settled: z.number().int().describe('Whether they are there is known'), unknown: z.number().int().describe('Nothing answered, or nothing that says so') }).meta({ id: 'SiteAuditTargetCount' });
const TargetCounts = z.object({ link: KindCount, image: KindCount, resource: KindCount, page: KindCount.describe('Named as canonical or as a version in another language') });
const Figures = z.record(z.string(), z.number().int());

export const StartInput = z.strictObject({
  domainId: DomainReference.describe('Name or id of the domain'),
  ...AuditChoices.shape,
  signIn: SignIn.nullable().optional().describe('For domains that are proven; sealed, never shown, and kept for the domain until another replaces it or null forgets it'),
  everyDays: z.int().min(1).max(90).optional().describe('Audits the domain again by itself, that many days apart; on the Pro plan at least 7'),
});

const Change = z.object({ new: z.number().int(), fixed: z.number().int(), unchanged: z.number().int() }).meta({ id: 'SiteAuditChange' });

export const AuditRecord = z.object({
  id: z.string(), domainId: z.string(), domain: z.string(),
  status: z.enum(['running', 'completed', 'partial']),
  cut: z.enum(cuts).nullable().describe('Which limit ended it early, or left something out; `signedOut`: it could not sign in, or not stay signed in'),
  cutCause: z.string().nullable().describe('Why it could not stay signed in'),
  pages: z.number().int().describe('Addresses that were fetched'),
  waiting: z.number().int().describe('Addresses that are known and were not fetched'),
  beyond: z.number().int().describe('Addresses that were found beyond the limit of pages'),
  bytes: z.number().int(),
  score: z.number().min(0).max(100).nullable().describe('Null where no page could be read, or errors alone came'),
  startedAt: Moment, finishedAt: Moment.nullable(),
  settings: z.object({ ...AuditChoices.shape, urls: z.array(z.string()).optional(), proven: z.boolean().describe('Whether the domain was proven to be yours: otherwise it was read slowly, and no more than 500 pages of it'), signsIn: z.boolean() }),
}).meta({ id: 'SiteAudit' });

const CheckRecord = z.object({
  id: z.string().describe('Id in the catalogue of findings'),
  category: z.string(), title: z.string(), why: z.string().describe('Why it matters'), fix: z.string().describe('What to do'), severity: z.enum(severities),
  count: z.number().int().describe('Pages on which it failed'),
  applicable: z.number().int().describe('Pages on which it could fail'),
  share: z.number().describe('Of the pages on which it could fail, 0 to 1'),
  ease: z.enum(eases).describe('How little work it takes to repair'),
  priority: z.number().describe('What to repair first: the weight of the severity (10, 6, 3, 1, 0), times the share, times the ease (3, 2, 1)'),
  points: z.number().describe('What it takes from the score'),
  change: Change.nullable().describe('Against the audit before'),
  excluded: z.number().int().describe('Issues that exclusions of the domain take out'),
  sampleUrls: z.array(z.string()),
}).meta({ id: 'SiteAuditCheck' });

export const ResultsQuery = z.strictObject({
  domainId: DomainReference.describe('Name or id of the domain'),
  auditId: AuditId.optional().describe('An earlier audit; left out, the latest'),
  severity: several(z.enum(severities)).optional(),
  category: several(z.enum(categories)).optional(),
});

export const ResultsReply = z.object({
  success: z.literal(true),
  data: z.object({
    audit: AuditRecord,
    score: z.object({ value: z.number().nullable().describe('Null where no page could be read'), grade: Grade.nullable(), formula: z.string(), deductions: z.array(z.object({ id: z.string(), points: z.number() })) }),
    change: Change.extend({ previousAuditId: z.string(), score: z.number().nullable() }).nullable(),
    judging: z.boolean().describe('Whether issues are being judged again, because patterns of excluded addresses changed'),
    checks: z.array(CheckRecord).describe('Those that failed somewhere, what to repair first at the top'),
    passed: z.number().int().describe('Checks that judged some page and failed nowhere'),
    notTested: z.array(z.object({ id: z.string(), title: z.string(), reason: z.string() })).describe('Checks that judged no page, for want of what the audit could not read: whether they would fail is not known'),
    statistics: z.object({ statuses: Figures, outcomes: Figures, depths: Figures, links: z.number().int() }),
    targets: z.object({ counts: TargetCounts.nullable().describe('Null where the audit was not to ask'), beyond: z.number().int().describe('Addresses that were not asked for, since there were more than an audit may ask for') }).describe('What pages refer to besides pages of the site'),
    rendering: z.object({ mode: z.enum(renderModes), same: z.number().int(), changed: z.number().int().describe('Pages that scripts change'), failed: z.number().int(), beyond: z.number().int().describe('Pages that were to be shown, too many or too late'), cause: z.string().nullable().describe('Why the first that failed did') }).nullable().describe('What came of showing pages in a browser; null where the audit was not to'),
    robots: z.array(z.object({ origin: z.string(), status: z.number().int().nullable(), cause: z.string().nullable() })),
    trend: z.array(z.object({ id: z.string(), finishedAt: Moment, score: z.number().nullable(), grade: Grade.nullable(), pages: z.number().int() })).describe('The last 12 audits, the oldest first'),
  }).meta({ id: 'SiteAuditResults' }).nullable().describe('Null where no audit has come to its end yet'),
  underWay: z.object({ runId: z.string(), status: z.enum(['queued', 'running', 'paused']) }).nullable().describe('The audit that is under way, or paused'),
});

/** No audit has more pages; databases take no larger numbers. */
const PageNumber = z.coerce.number().int().max(1_000_000);
const CheckId = z.string().refine(isCheck, 'There is no such check. The catalogue of findings has their ids.');
const auditPath = { id: AuditId.describe('Id of the audit') };

export const PagesQuery = z.strictObject({
  ...auditPath, ...pageInput,
  outcome: several(z.enum(outcomes)).optional(), statusClass: StatusClass, severity: several(z.enum(severities)).optional().describe('Only pages whose worst issue is this severe'),
  check: several(CheckId).optional().describe('Only pages on which one of these checks failed'), search: z.string().min(1).max(200).optional().describe('Only addresses that contain it'),
});

export const PageRecord = z.object({
  page: z.number().int().describe('Number within the audit'), url: z.string(), status: z.number().int().nullable(), outcome: z.enum(outcomes),
  title: z.string().nullable(), depth: z.number().int().nullable().describe('Clicks from the start; null where no link leads to it'), inSitemap: z.boolean(), source: z.enum(['start', 'link', 'sitemap', 'list', 'redirect', 'reference']).describe('How it was found first; `reference`: as canonical or as a version in another language'),
  issues: z.number().int(), severity: z.enum(severities).nullable(),
  rendering: z.enum(renderOutcomes).nullable().describe('How the page after its scripts ran compares with what the server sent; null where no browser showed it'),
  extracted: z.record(z.string(), z.array(z.string()).nullable()).nullable().describe('What the selectors of the audit found, by their names; a value of null took too long'),
}).meta({ id: 'SiteAuditPage' });

export const PagePath = z.strictObject({ ...auditPath, page: PageNumber.min(1).describe('Number of the page within the audit') });

export const IssuesQuery = z.strictObject({
  ...auditPath, ...pageInput, check: several(CheckId).optional(), severity: several(z.enum(severities)).optional(), page: several(PageNumber.min(0)).optional().describe('Only those of these pages; 0 is the site as a whole'),
});

export const IssueRecord = z.object({
  id: z.string(), title: z.string(), severity: z.enum(severities), page: z.number().int(), url: z.string().nullable().describe('Null for the site as a whole'),
  evidence: z.array(z.string()), change: z.enum(['new', 'unchanged']).nullable().describe('Against the audit before; null for the first'),
}).meta({ id: 'SiteAuditIssue' });

/** Which links are wanted. */
export const LinksFilter = {
  from: several(PageNumber.min(1)).optional().describe('Only those on these pages'), to: several(PageNumber.min(1)).optional().describe('Only those to these pages'),
  internal: z.enum(['true', 'false']).optional(), follow: z.enum(['true', 'false']).optional(), statusClass: StatusClass,
};

export const LinksQuery = z.strictObject({ ...auditPath, ...pageInput, ...LinksFilter });

export const TargetsQuery = z.strictObject({
  ...auditPath, ...pageInput, kind: several(z.enum(targetKinds)).optional(), outcome: several(z.enum(targetOutcomes)).optional(), statusClass: StatusClass,
});

export const TargetRecord = z.object({
  url: z.string(), kinds: z.array(z.enum(targetKinds)).describe('What it is to pages: `link` of another site, `image`, `resource` (style sheet or script), `page` (canonical or version in another language on another site)'),
  outcome: z.enum(targetOutcomes).describe('`gone`: the name of its host has no address; `unknown`: nothing answered, or robots.txt forbids it, or the host limits requests'),
  status: z.number().int().nullable(), cause: z.string().nullable(), finalUrl: z.string().describe('Where redirects end'), bytes: z.number().int().nullable(), contentType: z.string().nullable(),
}).meta({ id: 'SiteAuditTarget' });

export const LinkRecord = z.object({
  from: z.string(), fromPage: z.number().int(), to: z.string(), toPage: z.number().int().nullable().describe('Null for other sites and addresses that were not fetched'),
  status: z.number().int().nullable().describe('Of the page that it leads to, on this site or another; null where that is not known'), anchor: z.string(), follow: z.boolean(),
}).meta({ id: 'SiteAuditLink' });
