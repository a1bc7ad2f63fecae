import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { DomainReference, howToAdd } from '../../../../core/domain-reference.ts';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import { subjectResource } from '../../../subject.ts';
import { frameworks, type Framework } from '../catalogue/index.ts';
import { cmmcL2 } from '../catalogue/cmmc-l2.ts';
import { progressOf } from '../score/progress.ts';
import { sprsScore } from '../score/sprs.ts';
import type { ComplianceServices } from '../services.ts';
import { settleContradictions } from '../evidence/alerts.ts';
import { watchReminders } from '../tasks/store.ts';
import { unwatchAccount, watchAccount } from '../evidence/store.ts';
import { assessmentsOf, choose, chosenBy, countOverdue, frameworksOf, scopeOf, unchoose, type ChosenRow } from './store.ts';

const MOST_DOMAINS = 1000;

export const FrameworkId = z.string().regex(new RegExp(`^(${frameworks.map(({ id }) => id).join('|')}|cca_[0-9a-z]{26})$`), 'There is no such framework.').describe(`${frameworks.map(({ id }) => id).join(', ')}, or the id of one that the account imported`);

const frameworkResource: Resource<ComplianceServices, Framework> = {
  type: 'compliance framework',
  load: async ({ db }, accountId, id) => (await frameworksOf(db, accountId)).find(one => one.id === id) ?? null,
  remedy: 'GET /api/compliance/frameworks lists the frameworks.',
};

const Sprs = z.object({
  score: z.int().nullable().describe('From -203 to 110; null without a system security plan'),
  max: z.literal(110), min: z.literal(-203),
  status: z.enum(['final', 'conditional', 'none']).describe('What the score allows under 32 CFR 170: `conditional` with the open controls on a plan of action that ends within 180 days'),
  deductions: z.array(z.object({ control: z.string(), title: z.string(), points: z.int() })).describe('What each open control costs, dearest first'),
  blockers: z.array(z.object({ control: z.string().nullable(), title: z.string(), reason: z.enum(['score', 'noSystemSecurityPlan', 'notOnPlanOfAction']) })).describe('What keeps the status from being conditional'),
}).meta({ id: 'SprsScore' });

const FrameworkRecord = z.object({
  id: FrameworkId,
  title: z.string(),
  version: z.string().describe('Of the law or standard, as the catalogue has it'),
  source: z.string(),
  attribution: z.string().nullable().describe('What has to be said wherever its titles are shown'),
  rule: z.string().describe('How its controls are judged together'),
  yearly: z.object({ title: z.string(), citation: z.string() }).nullable().describe('What has to be affirmed, attested or reported every year'),
  own: z.boolean().describe('Whether the account imported it'),
  chosen: z.boolean().describe('Whether it applies to the account'),
  domains: z.array(z.string()).nullable().describe('Ids of the domains that it is about; null for all'),
  progress: z.object({
    total: z.int(), byStatus: z.object({ notAssessed: z.int(), met: z.int(), partial: z.int(), notMet: z.int(), notApplicable: z.int() }), percent: z.int().describe('Controls that are met or do not apply'), overdue: z.int().describe('Open controls that were due before today (UTC)'),
    families: z.array(z.object({ family: z.string(), total: z.int(), settled: z.int() })),
  }),
  sprs: Sprs.nullable().describe('For CMMC Level 2 alone: the score of the DoD, computed from the controls as they are now'),
}).meta({ id: 'ComplianceFramework' });

const Reply = z.object({ success: z.literal(true), data: FrameworkRecord });

async function present({ db }: Pick<ComplianceServices, 'db'>, accountId: string, framework: Framework, row: ChosenRow | undefined, now: number): Promise<z.output<typeof FrameworkRecord>> {
  const assessments = await assessmentsOf(db, accountId, framework.id);
  const { id, title, version, source, attribution, rule, yearly = null } = framework;
  return {
    id, title, version, source, attribution, rule, yearly, own: !frameworks.includes(framework), chosen: row !== undefined, domains: row ? scopeOf(row) : null,
    progress: { ...progressOf(framework, assessments), overdue: await countOverdue(db, accountId, id, new Date(now).toISOString().slice(0, 10)) }, sprs: framework === cmmcL2 ? sprsScore(assessments) : null,
  };
}

const list = operationIn<ComplianceServices>()({
  id: 'compliance.frameworks.list',
  summary: 'List the frameworks',
  description: 'Every framework of the catalogue and those that the account imported, whether it applies to the account, its progress, and for CMMC Level 2 the SPRS score with what would raise it most.',
  method: 'GET',
  path: '/api/compliance/frameworks',
  access: { scope: 'compliance' },
  plan: 'pro',
  allowance: 'none',
  input: z.strictObject({}),
  output: z.object({ success: z.literal(true), data: z.array(FrameworkRecord) }),
  examples: [{ input: {}, says: 'All of them' }],
  run: async ({ caller, now }, services) => {
    const accountId = known(caller).account.id;
    const chosen = new Map((await chosenBy(services.db, accountId)).map(({ framework, row }) => [framework.id, row]));
    const data = [];
    for (const framework of await frameworksOf(services.db, accountId)) data.push(await present(services, accountId, framework, chosen.get(framework.id), now));
    return { success: true as const, data };
  },
});

const update = operationIn<ComplianceServices>()({
  id: 'compliance.frameworks.update',
  summary: 'Choose whether a framework applies',
  description: 'Makes a framework apply to the account, for all domains or selected ones, or removes it. Assessments of its controls are kept either way.',
  method: 'PUT',
  path: '/api/compliance/frameworks/{framework}',
  access: { scope: 'compliance' },
  plan: 'pro',
  allowance: 'none',
  owns: { framework: frameworkResource, domains: subjectResource('domain', howToAdd) },
  input: z.strictObject({
    framework: FrameworkId,
    chosen: z.boolean().describe('Whether it applies'),
    domains: z.array(DomainReference).min(1).max(MOST_DOMAINS).optional().describe('Names or ids of the domains that it is about; all unless given'),
  }),
  output: Reply,
  examples: [{ input: { framework: 'cmmc-l2', chosen: true, domains: ['example.org'] }, says: 'CMMC Level 2, for one domain' }, { input: { framework: 'ftc-safeguards', chosen: true }, says: 'For all domains' }],
  audit: ({ input: { framework, chosen } }) => ({ action: 'compliance.framework_changed', resource: { type: 'compliance_framework', id: framework }, details: { chosen } }),
  run: async ({ caller, owned, now }, services, { framework, chosen, domains = null }) => {
    const accountId = known(caller).account.id;
    await lockAccount(services.db, accountId);
    await (chosen ? choose(services.db, accountId, framework, domains, now) : unchoose(services.db, accountId, framework));
    const all = await chosenBy(services.db, accountId);
    const row = all.find(one => one.framework.id === framework)?.row;
    await (all.length > 0 ? watchAccount(services.db, accountId, now) : unwatchAccount(services.db, accountId));
    await watchReminders(services.db, accountId, now);
    await settleContradictions(services.db, services, accountId, now);
    return { success: true as const, data: await present(services, accountId, owned.framework, row, now) };
  },
});

export const frameworkOperations = [list, update] as const;
