import { createContext, Script } from 'node:vm';

/** The only way to stop a pattern: V8 ends what a script runs when its time is up, regular expressions included. */
const createSandbox = () => ({ context: createContext({ work: null }), script: new Script('work()') });
let sandbox: ReturnType<typeof createSandbox> | undefined;

/** V8's time is the wall's: what the machine gave less than half of it to is tried again. */
const TRIES = 4;

/** What `work` gives, which may be run several times; null where it takes longer than `maxMs`, however busy the machine is. */
export function withinTime<T>(maxMs: number, work: () => T): T | null {
  const { context, script } = sandbox ??= createSandbox();
  context['work'] = work;
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const before = process.threadCpuUsage();
      try {
        return script.runInContext(context, { timeout: maxMs }) as T;
      } catch (error) {
        if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
        const { user, system } = process.threadCpuUsage(before);
        if (user + system > maxMs * 1000 / 2) return null;
      }
    }
    return null;
  } finally {
    context['work'] = null;
  }
}
