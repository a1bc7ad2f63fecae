import type { ServerContext } from '@modelcontextprotocol/server';

/** Tells the client how far its call is. */
export interface Progress {
  /** `total` null where nobody knows it. What is no step forward is not told: each must be larger than the one before. */
  tell(done: number, total: number | null, step: string | null): void;
}

/** The progress of the call that `ctx` belongs to; null where the client has not asked for it. */
export function progressOf({ mcpReq }: ServerContext): Progress | null {
  const { _meta: { progressToken } = {} } = mcpReq;
  if (progressToken === undefined) return null;
  let last = -1;
  return {
    tell(done, total, step) {
      if (done <= last) return;
      last = done;
      const params = { progressToken, progress: done, ...(total ? { total } : {}), ...(step === null ? {} : { message: step }) };
      // A client that has gone hears nothing, which is no fault.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
  };
}
