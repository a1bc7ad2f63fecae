import { parseIp } from '../../../../core/ip.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Definition } from './definition.ts';
import { isInternal } from './internal.ts';
import type { Proofs } from './proofs.ts';

export const SHORTEST_SECONDS = 60;
/** What the address of a proven domain bears without a proof of its own, and the host of somebody else at all. */
export const webPorts: ReadonlySet<number | null> = new Set([80, 443]);

/** What is judged of a check; `isMail` is for the uptime of the mail servers that a domain publishes. */
export interface Judged extends Pick<Definition, 'check' | 'target'> {
  isMail: boolean;
}

/** What a check does that is only for hosts of one's own, as the end of a sentence; null where anybody's host bears it. */
export function beyondOthers({ check: { kind, method, requestBody, intervalSeconds }, target, isMail }: Judged): string | null {
  if (kind === 'push' || kind === 'dns' || isInternal(target.host)) return null;
  if (intervalSeconds < SHORTEST_SECONDS) return `are asked every ${SHORTEST_SECONDS} s at most`;
  if (isMail) return null;
  if (kind !== 'http' && kind !== 'keyword' && kind !== 'json') return 'get plain web requests only';
  if ((method !== 'GET' && method !== 'HEAD') || requestBody !== null) return 'get no requests but GET and HEAD';
  return webPorts.has(target.port) ? null : 'are asked at the ports 80 and 443 only';
}

/** Throws `Problem` `ownership_required` where the check does more than the host of somebody else has to bear. */
export async function requireOwnHost(proofs: Proofs, definition: Judged): Promise<void> {
  const reason = beyondOthers(definition);
  if (reason === null || await proofs.isOwn(definition.target.host)) return;
  const { host } = definition.target;
  const how = parseIp(host) === null ? `Add the domain of ${host} to the inventory and prove that it is yours: POST /api/domains/{id}/ownership.` : HOW_ADDRESSES_ARE_PROVEN;
  throw new Problem('ownership_required', `Hosts outside your proven domains ${reason}. ${how}`, { host });
}

export const HOW_ADDRESSES_ARE_PROVEN = 'Add the address as an IP target, prove that it is yours, and let an admin confirm it (POST /api/ip-targets/{id}/confirm), or confirm it and scan it (PUT /api/vuln-scan/addresses/{domainId}/{address}).';
