import { serverText } from './failure.ts';
import type { Server } from './channel.ts';

interface Condition {
  rttMs: number;
  answeredMs: number;
  avoidUntilMs: number;
}

const AVOID_MS = 30_000;

/** What is known of the servers: the quick ones come first, those that kept silent or refuse come last, for 30 s or until they answer. */
export function createHealth<S extends Server>(servers: readonly S[]) {
  const conditions = new Map(servers.map(server => [serverText(server), { rttMs: Infinity, answeredMs: -Infinity, avoidUntilMs: -Infinity }]));
  const of = (server: S): Condition => conditions.get(serverText(server))!;

  return {
    /** Best first; equal ones in the order in which they were configured. */
    order(nowMs: number): S[] {
      const rank = (server: S) => (of(server).avoidUntilMs > nowMs ? 1 : 0);
      return servers.toSorted((a, b) => rank(a) - rank(b) || compare(of(a).rttMs, of(b).rttMs));
    },
    answered(server: S, nowMs: number, rttMs: number): void {
      const condition = of(server);
      const known = condition.rttMs < Infinity ? condition.rttMs : rttMs;
      Object.assign(condition, { rttMs: 0.7 * known + 0.3 * rttMs, answeredMs: nowMs, avoidUntilMs: -Infinity });
    },
    /** A server that answered another question meanwhile is slow on one, not silent. */
    silent(server: S, sinceMs: number, nowMs: number): void {
      if (of(server).answeredMs < sinceMs) this.avoid(server, nowMs);
    },
    avoid(server: S, nowMs: number): void {
      of(server).avoidUntilMs = nowMs + AVOID_MS;
    },
    lastAnswerMs(): number {
      return Math.max(...[...conditions.values()].map(({ answeredMs }) => answeredMs));
    },
  };
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
