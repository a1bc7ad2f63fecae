import type { Clock } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import { unavailabilityOf } from '../store/index.ts';
import { logLevels, type LogFormat, type LogLevel } from './log-words.ts';

/** What stands beside a message under names of its own, such as the id of the request. */
export type LogFields = Readonly<Record<string, string | number | null>>;

/** Writes one line a message, for the operator; never a key, a password or a body. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** A fault of ours, with its stack; one that stays is written once a minute, and one of the database or its disk in one line. */
  fault(error: unknown, context: string): void;
}

const KEY = /svc_[0-9a-f]{8,}/g;
const MAX_LINE_CHARACTERS = 4000;
const REPEAT_MS = 60_000;
const MAX_REMEMBERED = 200;

/**
 * A log on `stream`, of lines for people or of JSON objects (`time`, `level`, `message`, then the fields); keys are cut to
 * their visible prefix and control characters to spaces.
 */
export function createLog(
  stream: { write(text: string): unknown }, clock: Clock, { format = 'text', level: least = 'info' }: { format?: LogFormat; level?: LogLevel } = {},
): Log {
  const write = format === 'json' ? jsonLine : textLine;
  const line = (level: LogLevel, message: string, fields: LogFields = {}): void => {
    if (logLevels.indexOf(level) >= logLevels.indexOf(least)) stream.write(`${write(new Date(clock.now()).toISOString(), level, message, fields)}\n`);
  };
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
    info: (message, fields) => line('info', message, fields),
    warn: (message, fields) => line('warn', message, fields),
    fault(error, context) {
      const why = unavailabilityOf(error);
      const leftOut = timesLeftOut(why ?? briefly(error));
      if (leftOut === null) return;
      const whole = error instanceof Error && !(error instanceof Problem) ? error.stack ?? error.message : briefly(error);
      if (format === 'json') return line('error', briefly(error), { context, leftOut, ...(why === null ? { stack: whole } : { cause: 'database' }) });
      const more = leftOut > 0 ? ` (and ${leftOut} more in the last minutes)` : '';
      line('error', why === null ? `${context}${more}: ${whole}` : `${context}${more}: the database: ${briefly(error)}`);
    },
  };
}

/** Lines after the first are set in, so that no text can pass for a line of its own. Fields are left out: the message says them in words. */
function textLine(time: string, level: LogLevel, message: string): string {
  return `${time} ${(level === 'error' ? 'fault' : level).padEnd(5)} ${printable(withoutKeys(message).replaceAll('\n', '\n    ')).slice(0, MAX_LINE_CHARACTERS)}`;
}

/** One object a line: no text can end it. */
function jsonLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  const bounded = Object.entries({ message, ...fields }).map(([name, value]) => [name, typeof value === 'string' ? printable(withoutKeys(value)).slice(0, MAX_LINE_CHARACTERS) : value]);
  return JSON.stringify({ time, level, ...Object.fromEntries(bounded) as LogFields });
}

function briefly(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function withoutKeys(text: string): string {
  return text.replace(KEY, key => `${key.slice(0, 12)}…`);
}

function printable(text: string): string {
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ');
}
