import type { Clock } from '../../core/clock.ts';
import type { Config } from '../config.ts';
import type { Outside } from '../compose.ts';

/** What the doctor says of one thing. `warn`: it works, but not all of it. */
export interface Verdict {
  state: 'ok' | 'warn' | 'fail';
  /** What was checked, in a word or two. */
  subject: string;
  /** What was seen, and what follows from it. */
  says: string;
  /** How to fix it; null where nothing is wrong. */
  remedy: string | null;
}

/** What the doctor checks with. */
export interface Patient {
  config: Config;
  outside: Outside;
  clock: Clock;
  signal: AbortSignal;
  /** A domain whose mail servers are good to try port 25 with. */
  mailDomain: string;
}

export function ok(subject: string, says: string): Verdict {
  return { state: 'ok', subject, says, remedy: null };
}

export function warn(subject: string, says: string, remedy: string): Verdict {
  return { state: 'warn', subject, says, remedy };
}

export function fail(subject: string, says: string, remedy: string): Verdict {
  return { state: 'fail', subject, says, remedy };
}
