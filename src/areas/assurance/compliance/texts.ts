import { defineTexts, type SpokenOf } from '../../../core/texts.ts';
import type { EvidenceKindName } from '../../evidence-source.ts';

/** What notifications and alerts of this area say. */
export const complianceTexts = defineTexts('assurance/compliance', ({ plural, number }) => ({
  contradicted: (framework: string, control: string, title: string) => `${framework} ${control}, ${title}: evidence contradicts its status`,
  contradicts: (count: number) => `Evidence contradicts ${plural(count, { one: 'control', other: 'controls' })} that you assessed as met or partly met`,
  control: (framework: string, control: string) => `${framework} ${control}`,
  found: (count: number, of: string) => `${plural(count, { one: 'finding', other: 'findings' })} of ${of}`,
  sources: {
    emailAuth: 'mail authentication', tlsConfig: 'TLS checks', vulnScan: 'vulnerability scans', portScan: 'host scans', components: 'component inventories', httpHeaders: 'site audits', dnsEvents: 'domain changes',
    darkweb: 'dark web monitoring', lookalikes: 'lookalike watches', uptime: 'custom checks', thirdPartyStatus: 'status of services', auditLog: 'the audit log', incidentRecords: 'incident records', wisp: 'the written information security plan',
  } satisfies Record<EvidenceKindName, string>,
  reminders: {
    'compliance.due': (count: number, overdue: number) => `${plural(count, { one: 'compliance task is', other: 'compliance tasks are' })} due${overdue > 0 ? `, ${number(overdue)} of them overdue` : ''}`,
    'compliance.evidence_stale': (count: number) => `${plural(count, { one: 'kind', other: 'kinds' })} of evidence ${count === 1 ? 'is' : 'are'} too old to count`,
    'compliance.incident_due': (count: number, overdue: number) => `${plural(count, { one: 'reporting duty is', other: 'reporting duties are' })} due${overdue > 0 ? `, ${number(overdue)} of them overdue` : ''}`,
  },
  dueBy: (subject: string, when: string) => `${subject}: due by ${when}`,
  overdueSince: (subject: string, when: string) => `${subject}: overdue since ${when}`,
  staleSince: (subject: string, when: string) => `${subject}: too old since ${when}`,
  more: (count: number) => `And ${plural(count, { one: 'other', other: 'others' })}.`,
}));
export type ComplianceTexts = SpokenOf<typeof complianceTexts>;
