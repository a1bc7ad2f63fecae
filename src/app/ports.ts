import { createHmac } from 'node:crypto';
import { appendAudit, entryOf } from '../areas/platform/audit/index.ts';
import { refundAllowance, spendAllowance, type Spending } from '../areas/platform/account/index.ts';
import { countCall, type Usage } from '../areas/platform/keys/index.ts';
import type { Account, Count, Credential, KnownCaller } from '../core/access.ts';
import { clientNetwork } from '../core/ip.ts';
import type { Ports } from '../core/pipeline.ts';
import { Problem } from '../core/problem.ts';
import type { Refusal } from './refusal-log.ts';
import type { RememberedReplies } from '../store/index.ts';
import type { AreaServices } from '../areas/services.ts';

/** What the pipeline's ports are made of. */
export interface PortParts<Services extends AreaServices> extends Spending {
  services: Services;
  servicesOf(services: Services, account: Account | null): Services;
  secret: string;
  usage: Usage;
  replies: RememberedReplies;
  readKey(token: string, now: number, counted?: (count: Count) => void): KnownCaller | Promise<KnownCaller>;
  readSession(cookie: string, now: number): KnownCaller | Promise<KnownCaller>;
  /** What a caller hears of a failure that is not the program's; null for one that is. */
  explain(error: unknown): string | null;
  report(error: unknown, requestId: string): void;
  /** Hears of every refused call. */
  refused(refusal: Refusal): void;
}

/** The pipeline's ports over the areas and the store. */
export function createPorts<Services extends AreaServices>(parts: PortParts<Services>): Ports<Services> {
  const { services, counters, usage, replies } = parts;
  const { store, clock, newId } = services;
  const clientOf = (address: string) => hashOfClient(address, parts.secret);
  return {
    now: () => clock.now(),
    services,
    servicesOf: parts.servicesOf,
    authenticate: (credential, now, counted) => authenticate(credential, now, parts, counted),
    count: (operation, caller, now) => countCall(counters, operation, caller, clientOf, now),
    spend: (allowance, { account }, address, now) => spendAllowance(parts, { account, address }, allowance, now),
    refund: (allowance, { account }, now) => refundAllowance(counters, { accountId: account.id, allowance, spentAt: now }),
    keep: (owner, requestKey, operation, input, now) => replies.keep(owner.startsWith('acc_') ? owner : `address:${hashed(owner, parts.secret)}`, requestKey, operation, input, now),
    giveUp: reservation => replies.giveUp(reservation),
    transaction: work => store.transaction(tx => work({
      services: { ...services, db: tx },
      audit: (caller, call, note) => appendAudit(tx, { newId }, entryOf(caller, call, note)),
      remember: (reservation, reply) => replies.remember(tx, reservation, reply),
    })),
    finished(request, caller, { status, code, now }) {
      if (caller?.kind === 'key') usage.record(caller.keyId, request.operation.id, status, now, request.address);
      if (code !== null) parts.refused({ code, operation: request.operation.id, requestId: request.requestId, client: clientOf(request.address), now });
    },
    explain: parts.explain,
    report: parts.report,
  };
}

function authenticate(credential: Credential, now: number, { readKey, readSession }: Pick<PortParts<AreaServices>, 'readKey' | 'readSession'>, counted?: (count: Count) => void) {
  switch (credential.kind) {
    case 'bearer': return readKey(credential.token, now, counted);
    case 'cookie': return readSession(credential.value, now);
    case 'none': throw new Problem('missing_credentials', 'Send an API key in the header Authorization: Bearer svc_…, or sign in.');
  }
}

/** What stands for the network of a client address where it is counted or logged. */
export function hashOfClient(address: string, secret: string): string {
  return hashed(clientNetwork(address), secret);
}

/** Client addresses are kept only as keyed hashes. */
function hashed(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
}
