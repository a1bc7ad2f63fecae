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
  const stranger = proof.method === 'ptr' ? await strangerAt(proving, address, names) : null;
  return stranger === null ? null : `Without a host name, the address presents the certificate of ${stranger}: it is shared with others, and only ports 80 and 443 were tested.`;
}

/** A name below no domain of the account in the publicly trusted certificate that the machine shows to whoever names no host; null where there is none. */
async function strangerAt({ services, accountId, holder, signal }: Proving, address: string, names: readonly string[]): Promise<string | null> {
  const { db, clock, openTarget, manners: { requestsPerSecond } } = services;
  const target = openTarget(address);
  if (target === null) return null;
  const shown = await inTurn(services, { address, names, runId: holder, perSecond: requestsPerSecond, signal }, async ({ turn, signal: until }) => {
    await turn();
    return namesShownBy(target, until);
  });
  if (typeof shown === 'string') return null;
  for (const name of shown) if (parseIp(name) === null && await ownedBy(db, accountId, name.replace(/^\*\./, ''), clock.now()) === null) return name;
  return null;
}
