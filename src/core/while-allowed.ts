import { roleCovers, type KnownCaller } from './access.ts';
import { refusalOf } from './judgement.ts';
import type { AnyOperation, FileReply } from './operation.ts';
import { Problem } from './problem.ts';

/** How often it is asked whether the caller of an open stream may go on: what was revoked ends within a second. */
const EVERY_MS = 400;

/** Says why a call that has begun may not go on; null while it may. */
export type StillAllowed = () => Promise<Problem | null>;

/** Judges the caller again by the same credential: a session or key that has ended, and a role that has become less, end the call. */
export function stillAllowed(operation: AnyOperation, before: KnownCaller, authenticate: () => Promise<KnownCaller> | KnownCaller): StillAllowed {
  return async () => {
    try {
      const caller = await authenticate();
      return refusalOf(operation, caller) ?? (isLess(caller, before) ? new Problem('forbidden', 'Your role in the account has changed. Open this again.') : null);
    } catch (error) {
      // Where the database does not answer, nothing was revoked for all that is known: it is asked again.
      return error instanceof Problem ? error : null;
    }
  };
}

/** A signal that fires with `signal`, or with the problem as soon as the call may not go on; `stop` ends the watch. */
export function watch(signal: AbortSignal, allowed: StillAllowed): { signal: AbortSignal; stop(): void } {
  const ended = new AbortController();
  let asking = false;
  const ask = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    const problem = await allowed();
    asking = false;
    if (problem) ended.abort(problem);
  };
  const timer = setInterval(() => void ask(), EVERY_MS).unref();
  return { signal: AbortSignal.any([signal, ended.signal]), stop: () => clearInterval(timer) };
}

/** The parts of a file as long as the call may go on; throws the problem when it may not. */
export async function* partsWhile(allowed: StillAllowed, parts: Exclude<FileReply['body'], string>): AsyncGenerator<string | Uint8Array> {
  let askedMs = performance.now();
  for await (const part of parts) {
    if (performance.now() - askedMs >= EVERY_MS) {
      const problem = await allowed();
      if (problem) throw problem;
      askedMs = performance.now();
    }
    yield part;
  }
}

function isLess(caller: KnownCaller, before: KnownCaller): boolean {
  return caller.kind === 'session' && before.kind === 'session' && !roleCovers(caller.role, before.role);
}
