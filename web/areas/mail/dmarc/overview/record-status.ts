import type { Status } from '../../../../parts/status-badge.tsx';
import type { SenderClass, Summary } from '../types.ts';

/** Colour and shape of what a sender is. */
export const statusOfClass: Readonly<Record<SenderClass | 'mixed', Status>> = { mixed: 'warn', own: 'pass', known: 'info', forwarder: 'off', mailingList: 'off', threat: 'fail', unknown: 'unknown' };

/** Colour and shape of a policy in force. */
export const statusOfPolicy: Readonly<Record<string, Status>> = { missing: 'fail', none: 'warn', quarantine: 'info', reject: 'pass' };

const GOOD = 0.98;
const FAIR = 0.9;

/** Colour of the share that passed, of mail that is wanted; none of nothing. */
export function statusOfRate(rate: number | null): Status {
  if (rate === null) return 'off';
  if (rate >= GOOD) return 'pass';
  return rate >= FAIR ? 'warn' : 'fail';
}

/** The share of `part`; null of nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Whether somebody wants the mail of such a sender to arrive. */
export function isWanted(of: SenderClass | 'mixed'): boolean {
  return of === 'own' || of === 'known';
}

/** Who fails, as far as it matters: wanted senders that do not pass whole, forged messages, and failed ones of unknown senders. */
export function failingOf({ failingSenders, byClass }: Pick<Summary, 'failingSenders' | 'byClass'>): { wanted: number; forged: number; unknown: number } {
  const failedOf = (one: SenderClass): number => byClass.filter(({ class: of }) => of === one).reduce((sum, { messages, passed }) => sum + messages - passed, 0);
  return { wanted: failingSenders, forged: failedOf('threat'), unknown: failedOf('unknown') };
}
