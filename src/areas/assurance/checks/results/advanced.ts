import type { Result } from '../machine/outcome.ts';
import type { Machine, Transition } from '../machine/step.ts';
import type { TryRecord } from '../shapes.ts';
import type { CheckRow } from '../spec.ts';

/** One result that is to be kept. */
export interface NewResult {
  checkId: string;
  /** The period that it is for, epoch milliseconds: each has one result. */
  slot: number;
  /** When the check is done next. */
  dueAt: number;
  /** The version of the check that was done; what was asked of an earlier one says nothing of this. */
  version: number;
  result: Result;
  /** For people; null for none. */
  error: string | null;
  tlsExpiresAt: number | null;
  /** What was seen of a failure. */
  seen: TryRecord | null;
}

/** A check after a result, with what follows from it. */
export interface Advanced {
  row: CheckRow;
  result: Result;
  error: string | null;
  seen: TryRecord | null;
  before: Machine;
  machine: Machine;
  transitions: readonly Transition[];
  state: string;
}
