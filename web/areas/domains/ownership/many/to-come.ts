import type { DataOf } from '../../../../api/client.ts';

export type Ownership = DataOf<'GET /api/domains/ownership'>['data'][number];
type Checked = Pick<Ownership, 'domainId' | 'coveredBy' | 'state' | 'checkedAt'>;

/** A check of several domains, by their ids: from when on each has been checked, and when the record of each was published, where it was. */
export interface Started {
  since: ReadonlyMap<string, string>;
  published: ReadonlyMap<string, string>;
}

/** Providers have a record at all of their nameservers by then: what was published is checked once more. */
const AGAIN_MS = 120_000;

/** Whether the domain wants a proof: nothing proves it, or what did can no longer be found. */
export function isMissing({ coveredBy, state }: Pick<Ownership, 'coveredBy' | 'state'>): boolean {
  return coveredBy === null || state === 'grace';
}

/** What of a check is still to come: the domains that are being checked, and when the first of the others is checked once more; null where none is. */
export function toCome(rows: readonly Checked[], { since, published }: Started): { waiting: ReadonlySet<string>; againAtMs: number | null } {
  const waiting = new Set<string>();
  const againAtMs: number[] = [];
  for (const row of rows.filter(isMissing)) {
    const [id, checkedMs] = [row.domainId, row.checkedAt === null ? -Infinity : Date.parse(row.checkedAt)];
    const [fromMs, secondMs] = [Date.parse(since.get(id) ?? ''), Date.parse(published.get(id) ?? '') + AGAIN_MS];
    if (checkedMs < fromMs) waiting.add(id);
    else if (checkedMs < secondMs) againAtMs.push(secondMs);
  }
  return { waiting, againAtMs: againAtMs.length === 0 ? null : Math.min(...againAtMs) };
}
