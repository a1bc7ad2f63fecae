import { createHmac } from 'node:crypto';
import { appendAudit, entryOf } from '../areas/platform/audit/index.ts';
import type { Plans } from '../areas/platform/account/index.ts';
import { allowanceOf } from '../areas/platform/account/index.ts';
import type { Spent } from '../areas/platform/runs/index.ts';
import type { Caller, Count, Credential, KnownCaller } from '../core/access.ts';
import { clientNetwork } from '../core/ip.ts';
import type { AnyOperation } from '../core/operation.ts';
import type { Ports } from '../core/pipeline.ts';
import { Problem } from '../core/problem.ts';
import type { Refusal } from './refusal-log.ts';
import { isUnavailable, type Counters, type Db, type RememberedReplies } from '../store/index.ts';
import type { AreaServices } from '../areas/services.ts';
import type { Usage } from '../areas/platform/keys/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SESSION_HOURLY = 10_000;
const PUBLIC_HOURLY = 60;
const SIGN_IN_HOURLY = 300;

/** What the pipeline's ports are made of. */
export interface PortParts<Services extends AreaServices> {
  services: Services;
  plans: Plans;
  secret: string;
  counters: Counters;
  usage: Usage;
  replies: RememberedReplies;
  readKey(token: string, now: number): KnownCaller | Promise<KnownCaller>;
  readSession(cookie: string, now: number): KnownCaller | Promise<KnownCaller>;
  report(error: unknown, requestId: string): void;
  /** Hears of every refused call. */
  refused(refusal: Refusal): void;
}

/** The pipeline's ports over the areas and the store. */
export function createPorts<Services extends AreaServices>(parts: PortParts<Services>): Ports<Services> {
  const { services, counters, usage, replies } = parts;
  const { store, clock, newId } = services;
  return {
    now: () => clock.now(),
    services,
    authenticate: (credential, now) => authenticate(credential, now, parts),
    count(operation, caller, now) {
      const { limit, of, max } = hourlyLimit(operation, caller, parts.secret);
      const start = windowStart(now, HOUR_MS);
      const counted = (used: number): Count => ({ name: limit, max, used, windowSeconds: HOUR_MS / 1000, resetsAt: start + HOUR_MS });
      const used = counters.count(`${limit}:${of}`, start);
      return typeof used === 'number' ? counted(used) : used.then(counted);
    },
    async spend(allowance, caller, now) {
      const { name, start } = spendingOf(allowance, caller.account.id, now);
      const max = allowanceOf(parts.plans, caller.account.plan, allowance);
      const { spent, used } = await counters.spend(name, start, max);
      return { name: allowanceNames[allowance], max, used: spent ? used : max + 1, windowSeconds: DAY_MS / 1000, resetsAt: start + DAY_MS };
    },
    refund(allowance, caller, now) {
      const { name, start } = spendingOf(allowance, caller.account.id, now);
      return counters.refund(name, start);
    },
    keep: (owner, requestKey, operation, input, now) => replies.keep(owner.startsWith('acc_') ? owner : `address:${hashed(owner, parts.secret)}`, requestKey, operation, input, now),
    giveUp: reservation => replies.giveUp(reservation),
    transaction: work => store.transaction(tx => work({
      services: { ...services, db: tx },
      audit: (caller, call, note) => appendAudit(tx, { newId }, entryOf(caller, call, note)),
      remember: (reservation, reply) => replies.remember(tx, reservation, reply),
    })),
    finished(request, caller, { status, code, now }) {
      if (caller?.kind === 'key') usage.record(caller.keyId, windowStart(now, HOUR_MS), request.operation.id, status, now);
      if (code !== null) parts.refused({ code, operation: request.operation.id, requestId: request.requestId, client: hashed(clientNetwork(request.address), parts.secret), now });
    },
    unavailable: isUnavailable,
    report: parts.report,
  };
}

const allowanceNames = { websiteScans: 'website_scans', manualScans: 'manual_scans' } as const;

/** The counter that an account spends from at `now`, and its window. */
function spendingOf(allowance: keyof typeof allowanceNames, accountId: string, now: number): { name: string; start: number } {
  return { name: `${allowanceNames[allowance]}:${accountId}`, start: windowStart(now, DAY_MS) };
}

/** Gives back, in `tx`, what was spent for a run. */
export function refundRun(tx: Db, counters: Counters, { accountId, allowance, spentAt }: Spent): Promise<void> {
  const { name, start } = spendingOf(allowance, accountId, spentAt);
  return counters.refund(name, start, tx);
}

function authenticate(credential: Credential, now: number, { readKey, readSession }: Pick<PortParts<AreaServices>, 'readKey' | 'readSession'>) {
  switch (credential.kind) {
    case 'bearer': return readKey(credential.token, now);
    case 'cookie': return readSession(credential.value, now);
    case 'none': throw new Problem('missing_credentials', 'Send an API key in the header Authorization: Bearer svc_…, or sign in.');
  }
}

function hourlyLimit({ limit }: AnyOperation, caller: Caller, secret: string) {
  switch (caller.kind) {
    case 'key': return { limit: 'key_hourly', of: caller.keyId, max: caller.rateLimit } as const;
    case 'session': return { limit: 'session_hourly', of: caller.sessionId, max: SESSION_HOURLY } as const;
    case 'anonymous': {
      const of = hashed(clientNetwork(caller.address), secret);
      return limit === 'sign_in' ? { limit, of, max: SIGN_IN_HOURLY } as const : { limit: 'public_ip_hourly', of, max: PUBLIC_HOURLY } as const;
    }
  }
}

/** Client addresses are kept only as keyed hashes. */
function hashed(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
}

/** Start of the fixed window (UTC) that `now` lies in. */
function windowStart(now: number, lengthMs: number): number {
  return now - now % lengthMs;
}
