import type { Status } from '../../../../parts/status-badge.tsx';
import type { Lookalike, Review } from '../types.ts';

/** Colour and shape of how far a lookalike has come. */
export const statusOfState: Readonly<Record<Lookalike['state'], Status>> = {
  unknown: 'unknown', unregistered: 'off', registered: 'info', resolving: 'info', mailCapable: 'warn', serving: 'warn', impersonating: 'fail', takenDown: 'pass', reEmerged: 'fail',
};

/** Judgements, in the order in which they are offered. */
export const judgements = ['watching', 'benign', 'owned', 'malicious', 'takedownSent', 'new'] as const satisfies readonly Review[];

/** The key of each judgement in lists. */
export const judgementKeys: Readonly<Record<Review, string>> = { watching: 'w', benign: 'h', owned: 'y', malicious: 'm', takedownSent: 't', new: 'n' };

/** Colour and shape of what people say of it. */
export const statusOfReview: Readonly<Record<Review, Status>> = { new: 'off', watching: 'info', benign: 'pass', owned: 'pass', malicious: 'fail', takedownSent: 'warn' };

/** From this risk on a name could do harm: it is worth a person's look. */
export const RISKY = 30;

/** The colour of a figure from 0 to 100. */
export function statusOfFigure(figure: number): Status {
  if (figure >= 60) return 'fail';
  return figure >= RISKY ? 'warn' : 'off';
}

/** Whether there is nothing left to do for people. */
export function isSettled(review: Review): boolean {
  return review === 'benign' || review === 'owned';
}
