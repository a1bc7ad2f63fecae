import { HOUR_MS, hourOf } from './hourly-limits.ts';
import type { KeyUsage } from './shapes.ts';

const HOURS = 24;

/** How often a key called an operation with one outcome in one clock hour. */
export interface UsageRow {
  /** Start of the hour, epoch milliseconds. */
  hour: number;
  operation: string;
  status: number;
  requests: number;
}

/** Start of the first of the 24 hours that end with the current one, epoch milliseconds. */
export function firstHourOf(now: number): number {
  return hourOf(now) - (HOURS - 1) * HOUR_MS;
}

/** The 24 hours that end with the current one; an hour without calls has zeros. */
export function summarize(rows: readonly UsageRow[], now: number): KeyUsage['last24Hours'] {
  const first = firstHourOf(now);
  const byHour = Array.from({ length: HOURS }, (_, index) => ({ startsAt: new Date(first + index * HOUR_MS).toISOString(), requests: 0, errors: 0, limited: 0 }));
  const byOperation = new Map<string, number>();
  const byStatus: Record<string, number> = {};
  for (const { hour, operation, status, requests } of rows) {
    const slot = byHour[(hour - first) / HOUR_MS];
    if (slot === undefined) continue;
    slot.requests += requests;
    if (status === 429) slot.limited += requests;
    else if (status >= 400) slot.errors += requests;
    byOperation.set(operation, (byOperation.get(operation) ?? 0) + requests);
    byStatus[status] = (byStatus[status] ?? 0) + requests;
  }
  const sum = (member: 'requests' | 'errors' | 'limited') => byHour.reduce((total, slot) => total + slot[member], 0);
  return {
    requests: sum('requests'),
    errors: sum('errors'),
    limited: sum('limited'),
    byHour,
    byOperation: [...byOperation].map(([operation, requests]) => ({ operation, requests }))
      .toSorted((a, b) => b.requests - a.requests || (a.operation < b.operation ? -1 : 1)),
    byStatus,
  };
}
