import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { DomainReference } from '../../../core/domain-reference.ts';
import { scopeMissing } from '../../../core/judgement.ts';
import { operationIn } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import { several } from '../../../core/several.ts';
import { domain, type DomainsServices } from '../../domains/inventory/index.ts';
import { auditKinds, mayKnow, scopeOfKind } from './kinds.ts';
import { removeSchedule, schedulesOf } from './store.ts';

const EXAMPLE = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';
const LIST = 'audit_schedules';
const access = 'key';
const Kind = z.enum(auditKinds).describe('Which audit');

const AuditSchedule = z.object({
  domainId: z.string(),
  domain: z.string(),
  kind: Kind,
  everyDays: z.int(),
  nextAt: z.iso.datetime().describe('When the next audit starts by itself'),
  settings: z.record(z.string(), z.unknown()).describe('What was chosen when the schedule was set'),
}).meta({ id: 'AuditSchedule' });

const list = operationIn<DomainsServices>()({
  id: 'auditSchedules.list',
  summary: 'List scheduled audits',
  description: 'Which domains are audited by themselves, how often, with which settings, and when next. An audit is scheduled where it is started, with `everyDays`. A key sees the schedules of its scopes: `seo` for site audits, `accessibility` for accessibility audits.',
  method: 'GET',
  path: '/api/audit-schedules',
  access,
  plan: 'pro',
  allowance: 'none',
  owns: { domainId: domain },
  input: z.strictObject({ ...pageInput, domainId: several(DomainReference).optional().describe('Only those of these domains, by name or id'), kind: several(Kind).optional() }),
  output: pageOf(AuditSchedule),
  examples: [{ input: {}, says: 'All of them' }, { input: { domainId: EXAMPLE, kind: 'siteAudit' }, says: 'How often the website of a domain is audited' }],
  run: async ({ caller }, { db }, { domainId, kind, limit, cursor }) => {
    const after = decodeCursor(LIST, cursor);
    const kinds = (kind ?? auditKinds).filter(one => mayKnow(caller, one));
    const rows = await schedulesOf(db, known(caller).account.id, { domainIds: domainId, kinds, after: after ? { domain_id: after.id, kind: auditKinds[after.at] ?? '' } : undefined, limit: limit + 1 });
    return cutPage(LIST, rows, limit, row => ({ at: auditKinds.findIndex(one => one === row.kind), id: row.domain_id }), row => ({
      domainId: row.domain_id, domain: row.name, kind: Kind.parse(row.kind), everyDays: row.every_days, nextAt: new Date(row.due_at).toISOString(), settings: JSON.parse(row.settings) as Record<string, unknown>,
    }));
  },
});

const remove = operationIn<DomainsServices>()({
  id: 'auditSchedules.remove',
  summary: 'End a scheduled audit',
  description: 'The domain is no longer audited by itself. An audit that has begun goes on. A key needs the scope of the audit: `seo` or `accessibility`.',
  method: 'DELETE',
  path: '/api/audit-schedules/{domainId}/{kind}',
  access,
  plan: 'pro',
  allowance: 'none',
  maybeNotFound: true,
  owns: { domainId: domain },
  input: z.strictObject({ domainId: DomainReference.describe('Name or id of the domain'), kind: Kind }),
  output: z.object({ success: z.literal(true) }),
  examples: [{ input: { domainId: EXAMPLE, kind: 'siteAudit' }, says: 'Its website is audited when somebody asks for it' }],
  judge: (caller, { kind }) => (mayKnow(caller, kind) ? null : scopeMissing(scopeOfKind[kind])),
  audit: ({ input: { domainId, kind } }) => ({ action: 'domain.audit_schedule_ended', resource: { type: 'domain', id: domainId }, details: { kind } }),
  run: async ({ caller }, { db }, { domainId, kind }) => {
    if (!await removeSchedule(db, known(caller).account.id, { domain_id: domainId, kind })) throw new Problem('not_found', 'That audit of the domain is not scheduled.');
    return { success: true as const };
  },
});

export const auditScheduleOperations = [list, remove] as const;
