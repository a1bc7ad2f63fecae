import type { Clock } from '../core/clock.ts';

/** Writes one line a message, for the operator; never a key, a password or a body. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** A fault of ours, with its stack. */
  fault(error: unknown, context: string): void;
}

const KEY = /svc_[0-9a-f]{8,}/g;
const MAX_LINE_CHARACTERS = 4000;

/** A log on `stream`: time, level, message; keys are cut to their visible prefix and control characters to spaces. */
export function createLog(stream: { write(text: string): unknown }, clock: Clock): Log {
  const line = (level: string, message: string) =>
    stream.write(`${new Date(clock.now()).toISOString()} ${level.padEnd(5)} ${safe(message)}\n`);
  return {
    info: message => line('info', message),
    warn: message => line('warn', message),
    fault: (error, context) => line('fault', `${context}: ${error instanceof Error ? error.stack ?? error.message : String(error)}`),
  };
}

/** Lines after the first are set in, so that no text can pass for a line of its own. */
function safe(message: string): string {
  return message.replaceAll('\n', '\n    ').replace(KEY, key => `${key.slice(0, 12)}…`).replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ').slice(0, MAX_LINE_CHARACTERS);
}
