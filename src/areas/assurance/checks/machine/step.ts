import type { Outcome } from './outcome.ts';
import type { CheckState } from './state.ts';

/** What is remembered of a check between two results. */
export interface Machine {
  /** What it is taken for until enough results in a row say otherwise; null before the first. */
  base: 'up' | 'down' | null;
  /** Results in a row against the base. */
  against: number;
  /** Slow results, or such with a certificate that expires soon, in a row. */
  slow: number;
  /** When the base changed within the time that flapping is judged by, epoch milliseconds. */
  changes: readonly number[];
  flapping: boolean;
}

/** How many results in a row change the base. */
export interface Thresholds {
  failAfter: number;
  recoverAfter: number;
}

/** What follows from a result. */
export type Transition = 'wentDown' | 'cameUp' | 'beganFlapping' | 'endedFlapping' | 'becameDegraded' | 'endedDegraded';

export interface Step {
  machine: Machine;
  state: CheckState;
  transitions: readonly Transition[];
}

export const newMachine: Machine = { base: null, against: 0, slow: 0, changes: [], flapping: false };

/** More than this many changes within this time are flapping. */
const FLAPS = 4;
const FLAP_MS = 30 * 60_000;

/**
 * Takes one result. Pure. What is unknown or happens during maintenance says nothing: counts stay, or begin again, and the base never changes by it.
 * Flapping begins with the change that is one too many, and ends when the last change is half an hour ago.
 */
export function step(machine: Machine, { at, outcome }: { at: number; outcome: Outcome }, { failAfter, recoverAfter }: Thresholds): Step {
  if (outcome === 'unknown') return { machine, state: 'unknown', transitions: [] };
  if (outcome === 'maintenance') return { machine: { ...machine, against: 0, slow: 0 }, state: 'maintenance', transitions: [] };
  const failed = outcome === 'down';
  const isAgainst = failed ? machine.base !== 'down' : machine.base !== 'up';
  const against = isAgainst ? machine.against + 1 : 0;
  // The first success of a new check needs no second.
  const needed = failed ? failAfter : machine.base === null ? 1 : recoverAfter;
  const changes = isAgainst && against >= needed;
  const base = changes ? (failed ? 'down' : 'up') : machine.base;
  return judged(machine, { base, against: changes ? 0 : against, changed: changes && machine.base !== null ? at : null, outcome, at, began: changes && machine.base === null && failed }, failAfter);
}

interface Judging {
  base: Machine['base'];
  against: number;
  /** When the base changed, if it did. */
  changed: number | null;
  outcome: Outcome;
  at: number;
  /** Whether a check that never worked is down now. */
  began: boolean;
}

function judged(before: Machine, { base, against, changed, outcome, at, began }: Judging, failAfter: number): Step {
  const recent = before.changes.filter(change => change > at - FLAP_MS);
  const changes = changed === null ? recent : [...recent, changed].slice(-2 * FLAPS);
  const flapping = before.flapping ? changes.length > 0 : changes.length > FLAPS;
  const slow = outcome === 'degraded' ? Math.min(before.slow + 1, failAfter) : 0;
  const [wasDegraded, isDegraded] = [before.slow >= failAfter, slow >= failAfter];
  const transitions: Transition[] = [
    ...(flapping && !before.flapping ? ['beganFlapping' as const] : []),
    ...(changed !== null || began ? [base === 'down' ? 'wentDown' as const : 'cameUp' as const] : []),
    ...(!flapping && before.flapping ? ['endedFlapping' as const] : []),
    ...(isDegraded && !wasDegraded ? ['becameDegraded' as const] : []),
    ...(wasDegraded && !isDegraded ? ['endedDegraded' as const] : []),
  ];
  return { machine: { base, against, slow, changes, flapping }, state: stateOf(base, against, isDegraded), transitions };
}

function stateOf(base: Machine['base'], against: number, isDegraded: boolean): CheckState {
  if (base === 'down') return against > 0 ? 'recovering' : 'down';
  if (against > 0) return 'suspect';
  return isDegraded ? 'degraded' : 'up';
}
