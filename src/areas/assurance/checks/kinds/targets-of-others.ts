import { isWithin } from '../../../../core/domain-name.ts';
import { parseIp } from '../../../../core/ip.ts';
import { Problem } from '../../../../core/problem.ts';
import { specialPurpose } from '../../../../core/special-addresses.ts';
import type { Db } from '../../../../store/index.ts';
import { ownedBy } from '../../../domains/ownership/index.ts';
import type { Definition } from './definition.ts';

const SHORTEST_SECONDS = 60;

/** What a check does that is only for hosts of one's own, as the end of a sentence; null where anybody's host bears it. */
export function beyondOthers({ check: { kind, method, requestBody, intervalSeconds }, target }: Pick<Definition, 'check' | 'target'>): string | null {
  if (kind === 'push' || isInternal(target.host)) return null;
  if (kind !== 'dns' && intervalSeconds < SHORTEST_SECONDS) return `are asked every ${SHORTEST_SECONDS} s at most`;
  switch (kind) {
    case 'http': case 'keyword': case 'json': return (method === 'GET' || method === 'HEAD') && requestBody === null ? null : 'get no requests but GET and HEAD';
    case 'tls': return target.port === 443 ? null : 'are asked for TLS at port 443 only';
    case 'smtp': return target.port === 25 ? null : 'are greeted at port 25 only';
    case 'dns': return null;
    case 'tcp': case 'icmp': case 'grpc': case 'websocket': case 'imap': return 'get plain web requests only';
  }
}

/** Throws `Problem` `ownership_required` where the check does more than the host of somebody else has to bear. */
export async function requireOwnHost(db: Db, accountId: string, definition: Pick<Definition, 'check' | 'target'>, now: number): Promise<void> {
  const reason = beyondOthers(definition);
  if (reason === null || await isOwnHost(db, accountId, definition.target.host, now)) return;
  const { host } = definition.target;
  throw new Problem('ownership_required', `Hosts outside your proven domains ${reason}. Add the domain of ${host} to the inventory and prove that it is yours: POST /api/domains/{id}/ownership.`, { host });
}

/** Whether the host stands in a domain that the account has proven. */
export async function isOwnHost(db: Db, accountId: string, host: string, now: number): Promise<boolean> {
  return isInternal(host) || (parseIp(host) === null && await ownedBy(db, accountId, host, now) !== null);
}

/** Nobody else's: the door lets only those reach it whom the operator allows to. */
function isInternal(host: string): boolean {
  return (parseIp(host) !== null && specialPurpose(host) !== null) || isWithin(host, 'localhost');
}
