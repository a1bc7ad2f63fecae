import { parseIp } from '../../../../core/ip.ts';
import { ownedBy } from '../../../domains/ownership/index.ts';
import { inTurn, namesShownBy } from '../../exposure/index.ts';
import type { TargetRow } from '../store/targets.ts';
import type { AddressProof } from './proof.ts';
import type { Proving } from './prove.ts';

/** Why a proven address gets packets at ports 80 and 443 alone; null where the ports of its profile may be tried. */
export async function limitOf(proving: Proving, { confirmed_at }: Pick<TargetRow, 'confirmed_at'>, { address, proof, names }: { address: string; proof: AddressProof; names: readonly string[] }): Promise<string | null> {
  // Who runs the network has agreed to it, which is a person's word and goes for machines that serve many as well.
  if (proof.method === 'email') return null;
  if (confirmed_at === null) return 'Nobody has confirmed that this address is yours alone: only ports 80 and 443 were tested.';
  // Token and certificate are not taken from a machine that shows strangers the certificate of somebody else.
  return proof.method === 'ptr' ? sharedBy(proving, address, names) : null;
}

/** What shows that the machine serves others, or that this could not be checked: a name below no domain of the account in the publicly trusted certificate that it shows to whoever names no host. */
async function sharedBy({ services, accountId, holder, signal }: Proving, address: string, names: readonly string[]): Promise<string | null> {
  const { db, clock, openTarget, manners: { requestsPerSecond } } = services;
  const target = openTarget(address);
  if (target === null) return null;
  const shown = await inTurn(services, { address, names, runId: holder, perSecond: requestsPerSecond, signal }, async ({ turn, signal: until }) => {
    await turn();
    return namesShownBy(target, until);
  });
  if (typeof shown === 'string') return `It was not checked whether the address is shared with others, so only ports 80 and 443 were tested: ${shown}`;
  for (const name of shown) {
    if (parseIp(name) !== null || await ownedBy(db, accountId, name.replace(/^\*\./, ''), clock.now()) !== null) continue;
    return `Without a host name, the address presents the certificate of ${name}: it is shared with others, and only ports 80 and 443 were tested.`;
  }
  return null;
}
