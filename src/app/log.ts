import type { Clock } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import { unavailabilityOf } from '../store/index.ts';

/** Writes one line a message, for the operator; never a key, a password or a body. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** A fault of ours, with its stack; one that stays is written once a minute, and one of the database or its disk in one line. */
  fault(error: unknown, context: string): void;
}

const KEY = /svc_[0-9a-f]{8,}/g;
const MAX_LINE_CHARACTERS = 4000;
const REPEAT_MS = 60_000;
const MAX_REMEMBERED = 200;

/** A log on `stream`: time, level, message; keys are cut to their visible prefix and control characters to spaces. */
export function createLog(stream: { write(text: string): unknown }, clock: Clock): Log {
  const line = (level: string, message: string) =>
    stream.write(`${new Date(clock.now()).toISOString()} ${level.padEnd(5)} ${safe(message)}\n`);
  const faults = new Map<string, { until: number; leftOut: number }>();

  /** Null for a fault that was written less than a minute ago; else how often it came since then. */
  const timesLeftOut = (of: string): number | null => {
    const now = clock.monotonicMs();
    const known = faults.get(of);
    if (known && now < known.until) {
      known.leftOut++;
      return null;
    }
    faults.delete(of);
    if (faults.size === MAX_REMEMBERED) faults.delete(faults.keys().next().value!);
    faults.set(of, { until: now + REPEAT_MS, leftOut: 0 });
    return known?.leftOut ?? 0;
  };

  return {
    info: message => line('info', message),
    warn: message => line('warn', message),
    fault(error, context) {
      const why = unavailabilityOf(error);
      const leftOut = timesLeftOut(why ?? briefly(error));
      if (leftOut === null) return;
      const more = leftOut > 0 ? ` (and ${leftOut} more in the last minutes)` : '';
      line('fault', why === null ? `${context}${more}: ${error instanceof Error && !(error instanceof Problem) ? error.stack ?? error.message : briefly(error)}` : `${context}${more}: the database: ${briefly(error)}`);
    },
  };
}

function briefly(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** Lines after the first are set in, so that no text can pass for a line of its own. */
function safe(message: string): string {
  return message.replaceAll('\n', '\n    ').replace(KEY, key => `${key.slice(0, 12)}…`).replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ').slice(0, MAX_LINE_CHARACTERS);
}
