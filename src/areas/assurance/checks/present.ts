import type { CheckRecord } from './shapes.ts';
import type { Cause, Outcome } from './machine/outcome.ts';
import type { CheckState } from './machine/state.ts';
import { specOf, type CheckRow } from './spec.ts';
import type { Summary } from './results/summary.ts';

/** The last result as rows and replies have it. */
export interface LastResult {
  at: number;
  outcome: Outcome;
  durationMs: number | null;
  status: number | null;
  cause: Cause | null;
  error: string | null;
}

/** ISO 8601; null for null. */
export function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** The check for replies: never a secret, and the push URL only where it has just been made. */
export function presentCheck(row: CheckRow, days: CheckRecord['days'] = [], pushUrl: string | null = null): CheckRecord {
  const { dependsOn: _dependsOn, headers, ...spec } = specOf(row);
  const last = row.last === null ? null : JSON.parse(row.last) as LastResult;
  const { day = null, week = null, month = null, quarter = null, p50Ms = null, p95Ms = null } = JSON.parse(row.summary) as Partial<Summary>;
  return {
    ...spec, id: row.id, domainId: row.domain_id, headers: headers.map(({ name, value, secret }) => ({ name, value: secret ? null : value ?? '', secret })),
    dependsOn: row.parent_id, enabled: row.enabled === 1,
    state: row.state as CheckState, stateSince: isoOf(row.state_since), last: last && { ...last, at: isoOf(last.at)! }, incidentId: row.incident_id, tlsExpiresAt: isoOf(row.tls_expires_at),
    uptime: { day, week, month, quarter }, p50Ms, p95Ms, days, pushUrl,
    createdAt: isoOf(row.created_at)!, updatedAt: isoOf(row.updated_at)!, version: row.version,
  };
}
