/** The audits that can be scheduled, in the order of lists. */
export const auditKinds = ['accessibilityAudit', 'siteAudit'] as const;
export type AuditKind = (typeof auditKinds)[number];
