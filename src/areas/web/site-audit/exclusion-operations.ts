import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { DomainReference } from '../../../core/domain-reference.ts';
import { operationIn } from '../../../core/operation.ts';
import { domain } from '../../domains/inventory/index.ts';
import { askToJudgeAgain } from './exclusion-job.ts';
import { effectOf } from './results/exclude.ts';
import type { SiteAuditServices } from './services.ts';
import { finishedAudits } from './store/audits.ts';
import { exclusionChanges, exclusionsOf, setExclusions } from './store/exclusions.ts';

const EXAMPLE = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';
const Pattern = z.string().min(1).max(200).regex(/^(?:\/|\*|https?:\/\/)/, 'Begin with /, * or https://');
const Patterns = z.array(Pattern).max(50).describe('Of paths such as `/tag/*` or `*.pdf$`, or of addresses that begin with https://; `*` is anything, `$` the end');
const domainId = DomainReference.describe('Name or id of the domain');

const Effect = z.object({
  auditId: z.string(), pages: z.object({ count: z.number().int(), sample: z.array(z.string()).describe('The first 20') }),
  patterns: z.array(z.object({ pattern: z.string(), addresses: z.number().int().describe('Pages, and other addresses with issues, that it matches') })),
  issues: z.object({ count: z.number().int(), checks: z.array(z.object({ id: z.string(), title: z.string(), count: z.number().int() })) }),
  score: z.object({ before: z.number().nullable(), after: z.number().nullable() }),
}).meta({ id: 'SiteAuditExclusionEffect' });
const Exclusions = z.object({ patterns: z.array(z.string()), judging: z.boolean().describe('Whether the stored issues of the last audit are still being judged by the stored patterns') });

const show = operationIn<SiteAuditServices>()({
  id: 'siteAudit.exclusions',
  summary: 'Preview exclusions of site audits',
  description: 'URL patterns that the score of a site audit leaves out, with the pages and failed checks they exclude. `patterns` previews others without storing them.',
  method: 'GET',
  path: '/api/site-audit/exclusions/{domainId}',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  owns: { domainId: domain },
  input: z.strictObject({ domainId, patterns: z.preprocess(given => (typeof given === 'string' ? [given] : given), Patterns).optional().describe('Previewed in place of those that are stored; repeated for several') }),
  output: z.object({ success: z.literal(true), data: Exclusions.extend({ effect: Effect.nullable().describe('On the last audit that ended; null where there is none') }).meta({ id: 'SiteAuditExclusionPreview' }) }),
  examples: [{ input: { domainId: EXAMPLE, patterns: ['/tag/*'] }, says: 'What a pattern would exclude' }],
  run: async ({ caller, signal }, { db }, { domainId: id, patterns: tried }) => {
    const patterns = tried ?? await exclusionsOf(db, id);
    const [audit] = await finishedAudits(db, known(caller).account.id, id, 1);
    const { changed, judged } = await exclusionChanges(db, id);
    return { success: true as const, data: { patterns, judging: audit !== undefined && judged < changed, effect: audit?.summary ? await effectOf(db, audit, patterns, signal) : null } };
  },
});

const set = operationIn<SiteAuditServices>()({
  id: 'siteAudit.exclude',
  summary: 'Set exclusions of site audits',
  description: 'Stores the URL patterns that site audits leave out of the score, and has what the last one stored judged again: `judging` while that goes on. An empty list takes all back.',
  method: 'PUT',
  path: '/api/site-audit/exclusions/{domainId}',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  owns: { domainId: domain },
  input: z.strictObject({ domainId, patterns: Patterns }),
  output: z.object({ success: z.literal(true), data: Exclusions.meta({ id: 'SiteAuditExclusions' }) }),
  examples: [{ input: { domainId: EXAMPLE, patterns: ['/tag/*', '*?print='] }, says: 'Two patterns' }],
  audit: ({ input: { domainId: id, patterns } }) => ({ action: 'site_audit.exclusions_changed', resource: { type: 'domain', id }, details: { patterns } }),
  run: async ({ caller }, services, { domainId: id, patterns }) => {
    const { db } = services, accountId = known(caller).account.id;
    const change = await setExclusions(db, { accountId, domainId: id }, patterns);
    const [audit] = await finishedAudits(db, accountId, id, 1);
    if (audit) await askToJudgeAgain(db, services, accountId, { domainId: id, auditId: audit.id, change });
    return { success: true as const, data: { patterns: await exclusionsOf(db, id), judging: audit !== undefined } };
  },
});

export const exclusionOperations = [show, set] as const;
