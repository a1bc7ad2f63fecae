/** What a single try says: `unknown` says nothing of the target. */
export const outcomes = ['up', 'degraded', 'down', 'unknown', 'maintenance'] as const;
export type Outcome = (typeof outcomes)[number];

/** What kind of failure it was; incidents are grouped by it. The order is that of the stored numbers: append only. */
export const causes = ['dns', 'connect', 'timeout', 'tls', 'protocol', 'status', 'condition', 'notAllowed', 'missing', 'reported', 'slow', 'certificate', 'ourSide'] as const;
export type Cause = (typeof causes)[number];

/** One result, as it is judged and stored. */
export interface Result {
  /** Epoch milliseconds. */
  at: number;
  outcome: Outcome;
  /** Null for one that was `up`. */
  cause: Cause | null;
  /** Milliseconds; null where nothing was measured. */
  durationMs: number | null;
  /** Of HTTP; null elsewhere. */
  status: number | null;
}
