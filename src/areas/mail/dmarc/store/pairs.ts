import type { SenderClass } from '../senders/shapes.ts';
import { decisionOf } from './decision.ts';
import { numberOf } from './identity.ts';
import type { NumberedSender } from './naming.ts';
import type { CollectedTuple } from './shapes.ts';

/** Rows of counts that one report may have at most: several times what the largest known ones have. */
export const MAX_COUNTS = 5000;

/**
 * Who sent with what results, in one report. One that has more of it than any reporter sends is counted by its first pairs of sender and
 * results; all others only by what was decided, under an unknown sender of the same class. So no count of messages changes.
 */
export class Pairs {
  readonly #known = new Map<number, Set<number>>();
  #left: number;

  /** For a report that is counted on so many days. */
  constructor(days: number) {
    this.#left = Math.max(1, Math.floor(MAX_COUNTS / days));
  }

  /** What a row is counted under. */
  of(sender: NumberedSender, tuple: CollectedTuple): { sender: NumberedSender; tuple: CollectedTuple } {
    let tuples = this.#known.get(sender.no);
    if (tuples?.has(tuple.no)) return { sender, tuple };
    if (this.#left <= 0) return { sender: unknownSender(sender.sender.class), tuple: decisionOf(tuple.tuple) };
    this.#left--;
    if (!tuples) this.#known.set(sender.no, tuples = new Set());
    tuples.add(tuple.no);
    return { sender, tuple };
  }
}

function unknownSender(senderClass: SenderClass): NumberedSender {
  return {
    no: numberOf(`unknown ${senderClass}`),
    sender: { id: 'unknown', name: 'Unknown sender', class: senderClass, reasons: ['nothing_known'], confidence: 'low', evidence: [], origin: null },
  };
}
