import type { ProblemCode } from '../core/problem.ts';
import type { Log } from './log.ts';

/** A call that was refused. */
export interface Refusal {
  code: ProblemCode;
  operation: string;
  requestId: string;
  /** Keyed hash of the client's network. */
  client: string;
  /** Epoch milliseconds. */
  now: number;
}

/** Refusals that may tell of an attack; mistakes in the input are none. */
const REPORTED: ReadonlySet<ProblemCode> = new Set([
  'invalid_credentials', 'invalid_key', 'key_expired', 'key_revoked', 'forbidden', 'scope_missing', 'write_scope_missing', 'session_required', 'second_factor_required', 'rate_limited',
]);
const LINES_A_SECOND = 20;

/** Writes refusals to the log: at most twenty lines a second, and then how many were left out. */
export function createRefusalLog(log: Pick<Log, 'warn'>): (refusal: Refusal) => void {
  let [second, lines, leftOut] = [0, 0, 0];
  return ({ code, operation, requestId, client, now }) => {
    if (!REPORTED.has(code)) return;
    const thisSecond = Math.floor(now / 1000);
    if (thisSecond !== second) {
      if (leftOut > 0) log.warn(`${leftOut} more refusals were left out`);
      [second, lines, leftOut] = [thisSecond, 0, 0];
    }
    if (lines++ < LINES_A_SECOND) log.warn(`refused ${operation}: ${code}, client ${client}, ${requestId}`, { operation, code, client, requestId });
    else leftOut++;
  };
}
