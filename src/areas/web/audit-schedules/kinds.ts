import type { Caller, Scope } from '../../../core/access.ts';

/** The audits that can be scheduled, in the order of lists. */
export const auditKinds = ['accessibilityAudit', 'siteAudit'] as const;
export type AuditKind = (typeof auditKinds)[number];

/** The scope that a key needs for audits of a kind, and so for their schedules. */
export const scopeOfKind: Readonly<Record<AuditKind, Scope>> = { accessibilityAudit: 'accessibility', siteAudit: 'seo' };

/** Whether the caller may know of schedules of the kind: a key of those of its scopes, a person of all. */
export function mayKnow(caller: Caller, kind: AuditKind): boolean {
  return caller.kind !== 'key' || caller.scopes.includes(scopeOfKind[kind]);
}
