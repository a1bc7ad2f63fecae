import { z } from 'zod';
import { DomainReference } from '../../../core/domain-reference.ts';
import { PageSteps } from '../../../core/outside/page-steps.ts';
import { pageInput } from '../../../core/page.ts';
import { several } from '../../../core/several.ts';
import { choices } from './audit/sample.ts';
import { levels, standards } from './criteria/criteria.ts';
import { engineNames, impacts } from './engines/engine.ts';
import { causeChanges } from './results/change.ts';
import { modes, outcomes } from './results/outcomes.ts';
import { AuditChoices } from './settings.ts';
import { auditStates } from './store/audits.ts';
import { answers } from './store/questions.ts';
import { PageState } from './store/steps.ts';

const Moment = z.iso.datetime();
const AuditId = z.string().regex(/^run_[0-9a-z]{1,40}$/, 'Give the id as the reply that started the audit shows it.').describe('Id of the audit');
const CriterionNumber = z.string().regex(/^\d\.\d\.\d{1,2}$/, 'Give the number of a criterion, such as 1.4.3.');
const QuestionId = z.string().regex(/^aqu_[0-9a-z]{1,40}$/, 'Give the id of a question as the list shows it.');
const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

export const StartInput = z.strictObject({
  domainId: DomainReference.optional().describe('Name or id of the domain; left out, that of the given page'),
  url: z.url({ protocol: /^https?$/ }).max(2000).optional().describe('One page to audit, in place of `urls`'),
  ...AuditChoices.shape,
  signIn: PageSteps.nullable().optional().describe('Steps that sign in before the first page; sealed, never shown, and kept for the domain until others replace them or null forgets them'),
  states: z.array(PageState).max(10).optional().describe('What steps open on a page, such as a menu or a dialog; kept as `signIn`, an empty list forgets them'),
  everyDays: z.int().min(1).max(90).optional().describe('Audits the domain again by itself, that many days apart; on the Pro plan at least 7'),
});

export const AuditPath = z.strictObject({ id: AuditId });
export const PicturePath = z.strictObject({ id: AuditId, picture: z.coerce.number().int().min(1).max(1000).describe('Number of the picture, as findings and questions name it') });
export const ListQuery = z.strictObject({ ...pageInput, domainId: several(DomainReference).optional().describe('Only audits of these domains, by name or id') });
export const FindingsQuery = z.strictObject({
  id: AuditId, ...pageInput, criterion: several(CriterionNumber).optional().describe('Only failures of these criteria'), impact: several(z.enum(impacts)).optional(),
  page: several(z.coerce.number().int().min(1).max(1000)).optional().describe('Only those on these pages, by their numbers in the audit'),
  cause: several(z.string().regex(/^[0-9a-f]{24}$/)).optional().describe('Only those of these causes; a cause is the same wherever one component shows the same fault'),
});
export const CausesQuery = z.strictObject({
  id: AuditId, ...pageInput, criterion: several(CriterionNumber).optional().describe('Only faults that fail one of these criteria'), impact: several(z.enum(impacts)).optional(),
  change: several(z.enum(causeChanges)).optional().describe('Only those that compare so with the audit before; `fixed` lists what that audit had and this one has not'),
});
export const ReviewQuery = z.strictObject({ id: AuditId, ...pageInput, criterion: several(CriterionNumber).optional().describe('Only questions about these criteria'), answered: z.enum(['true', 'false']).optional().describe('`false`: only those that nobody has answered yet') });
export const AnswerInput = z.strictObject({
  id: AuditId, item: QuestionId.describe('Id of the question'),
  answer: z.enum(answers).nullable().describe('`yes`: the criterion is met; null takes an answer back'), note: z.string().max(2000).optional().describe('What was seen; for statements'),
});

const Failures = z.object({ count: z.number().int(), causes: z.number().int().describe('Different faults: one component on many pages is one'), pages: z.number().int() });

export const CriterionRecord = z.object({
  criterion: z.string(), name: z.string(), level: z.enum(levels), url: z.string(), understanding: z.string(),
  outcome: z.enum(outcomes).describe('`passed` only where a person said so and nothing contradicts; `cantTell` waits for answers'),
  mode: z.enum(modes).nullable().describe('Who decided: rules, people, or both; null where nothing is decided'),
  failures: Failures, open: z.number().int().describe('Questions without an answer'), passedRules: z.array(z.string()).describe('Rules about a part of the criterion that applied and passed'),
}).meta({ id: 'AccessibilityCriterion' });

export const AuditRecord = z.object({
  id: z.string(), domainId: z.string(), domain: z.string(), status: z.enum(auditStates), standard: z.enum(standards), level: z.enum(levels),
  maxPages: z.number().int(), viewports: z.array(z.object({ width: z.number().int(), height: z.number().int() })), startedAt: Moment, finishedAt: Moment.nullable(),
}).meta({ id: 'AccessibilityAudit' });

export const AuditLine = AuditRecord.extend({
  size: z.object({
    pages: z.number().int().describe('Pages that were judged'), causes: z.number().int().describe('Different faults'), urgentCauses: z.number().int().describe('Those with a finding that is critical or serious'), openQuestions: z.number().int(),
  }),
}).meta({ id: 'AccessibilityAuditLine' });

export const PageRecord = z.object({
  page: z.number().int(), url: z.string(), chosen: z.enum(choices).nullable().describe('Why it is in the sample: it was named, it stands for a template of the last site audit or is a single page there, other pages of the sample link to it, or it was drawn at random'),
  template: z.string().nullable().describe('The template that it stands for'), status: z.enum(['waiting', 'judged', 'failed']), cause: z.string().nullable().describe('Why it was not judged'), title: z.string().nullable(), finalUrl: z.string().nullable(),
  hash: z.string().nullable().describe('Of the page as the browser showed it: equal while nothing changed'), certificateError: z.string().nullable().describe('Why the browser refused the certificate, such as `ERR_CERT_DATE_INVALID`; the page was judged all the same'),
  keyboard: z.object({ stops: z.number().int(), cut: z.boolean().describe('Whether a limit ended the walk') }).nullable().describe('How far the walk with Tab went'), browser: z.string().nullable(), scripts: z.boolean().nullable().describe('Whether its scripts ran'),
  views: z.array(z.object({ view: z.string(), cause: z.string().nullable() })).describe('Other windows and states that it was judged in, with the reason where it was not'),
  engines: z.array(z.object({ engine: z.enum(engineNames), version: z.string(), outcome: z.enum(['judged', 'failed']), cause: z.string().nullable() })),
}).meta({ id: 'AccessibilityPage' });

const ChangeRecord = z.object({
  auditId: z.string().describe('The audit that this one is compared with: the last one before it of the same standard, level and viewport'), finishedAt: Moment, enginesChanged: z.boolean().describe('Whether other engines, or other versions of them, judged then: what is new may come from them'),
  causes: z.object({ new: z.number().int(), unchanged: z.number().int(), fixed: z.number().int(), notComparable: z.number().int().describe('Their pages were not judged by every engine both times') }),
  criteria: z.array(z.object({ criterion: z.string(), before: z.enum(outcomes), now: z.enum(outcomes) })).describe('Criteria that came out otherwise'),
}).meta({ id: 'AccessibilityChange' });

export const AuditDetails = AuditRecord.extend({
  outcomes: z.object({ failed: z.number().int(), cantTell: z.number().int(), passed: z.number().int(), inapplicable: z.number().int(), untested: z.number().int() }).describe('How many criteria came out how'), criteria: z.array(CriterionRecord), pages: z.array(PageRecord),
  sample: z.object({ siteAuditId: z.string().nullable().describe('The site audit that it was chosen from; null where there was none: then links of its own pages led to the rest'), seed: z.number().int().describe('Of the draw of random pages') }).nullable(),
  signedIn: z.boolean().describe('Whether pages were judged as somebody who is signed in'),
  keyboard: z.object({ stops: z.number().int(), limit: z.number().int(), reached: z.boolean() }).describe('Stops of the walks with Tab over all pages; once the limit is reached, the rest is judged without'),
  causes: z.number().int().describe('Different faults: one component on many pages is one'), questions: z.object({ open: z.number().int(), answered: z.number().int() }), change: ChangeRecord.nullable().describe('Null before the end, and where no audit is to compare with'),
}).meta({ id: 'AccessibilityAuditDetails' });

const Picture = box.extend({ picture: z.number().int().describe('Its number: GET /api/accessibility-audit/{id}/pictures/{picture} is the file') }).nullable().describe('A picture, and the part of the page that it shows in CSS pixels; null where none was taken');
const View = z.string().nullable().describe('The window or state in which it shows; null for the page as it loads in the first window');
const SaidBy = z.array(z.object({ engine: z.enum(engineNames), rule: z.string(), says: z.string() }));

export const FindingRecord = z.object({
  finding: z.number().int(), page: z.number().int(), url: z.string(), criteria: z.array(z.string()), impact: z.enum(impacts), title: z.string(),
  actRules: z.array(z.string()).describe('Rules of the W3C\'s Accessibility Conformance Testing that it breaks'), cause: z.string(), selector: z.string(), html: z.string(), box, picture: Picture, view: View, saidBy: SaidBy,
}).meta({ id: 'AccessibilityFinding' });

export const CauseRecord = z.object({
  cause: z.string(), title: z.string(), criteria: z.array(z.string()), impact: z.enum(impacts), findings: z.number().int(), pages: z.number().int().describe('Pages that have it'),
  fix: z.array(z.string()).describe('What to do, for each of the criteria'), example: FindingRecord.describe('The first finding of it'),
  change: z.enum(causeChanges).nullable().describe('Compared with the audit before; null where there is none'),
}).meta({ id: 'AccessibilityCause' });

export const QuestionRecord = z.object({
  id: z.string(), criterion: z.string(), question: z.string(), page: z.number().int().nullable().describe('Null where it is asked of all pages'), url: z.string().nullable(),
  selector: z.string().nullable(), html: z.string().nullable(), box: box.nullable(), picture: Picture, view: View, saidBy: SaidBy,
  answer: z.enum(answers).nullable(), note: z.string().nullable(), answeredBy: z.string().nullable().describe('Id of the person or key'), answeredAt: Moment.nullable(),
}).meta({ id: 'AccessibilityQuestion' });

const formats = ['json', 'earl', 'wcag-em', 'openacr', 'conformance-html', 'statement', 'csv', 'sarif', 'html', 'pdf'] as const;
export const ExportQuery = z.strictObject({ id: AuditId, format: z.enum(formats).default('json').describe('`json`: everything; `earl`: assertions as the W3C\'s JSON-LD; `wcag-em`: an evaluation that the W3C\'s WCAG-EM report tool opens; `openacr`: a draft of an Accessibility Conformance Report in YAML; `conformance-html`: the same as a page for people; `statement`: a draft of an accessibility statement after the model of the EU; `csv`: a line for each finding; `sarif`: for code scanning, at most 5,000 results; `html` and `pdf`: the conformance table of all criteria with the findings, for people') });
