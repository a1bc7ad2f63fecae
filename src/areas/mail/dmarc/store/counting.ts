import { isProven } from '../spool/message.ts';
import type { ToKeep, UncountedReason } from './shapes.ts';

const DAY_MS = 86_400_000;
/** Reporters send within two days, and mail servers try for five (RFC 5321 §4.5.4.1): nobody who reports is later than that twice over. */
const MAX_LATE_MS = 14 * DAY_MS;
/** The end of a day may be written in the reporter's time. */
const CLOCK_MS = 26 * 3_600_000;

/** Why a report does not count, by what it says and how it came; null where it does. What people upload may be as old as it is. */
export function uncountedBy({ authenticated, receivedAt, reading: { report } }: ToKeep): UncountedReason | null {
  if (!isProven(authenticated)) return authenticated === 'unknown' ? 'proofUnknown' : authenticated === 'publishedAddress' ? 'publishedAddress' : 'noProof';
  if (report.endAt > receivedAt + CLOCK_MS) return 'inFuture';
  return authenticated !== 'upload' && report.endAt < receivedAt - MAX_LATE_MS ? 'tooOld' : null;
}
