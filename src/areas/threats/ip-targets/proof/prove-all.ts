import type { CheckSession } from '../../../domains/check/index.ts';
import type { ReverseFacts } from '../facts/facts.ts';
import { collectReverse } from '../facts/reverse.ts';
import type { IpTargetsServices } from '../services.ts';
import type { Contact } from './contact.ts';
import { proveAddress, proveByContact, type Proving } from './prove.ts';
import type { AddressProof } from './proof.ts';

/** Whoever asked waits for no longer. */
const WAIT_MS = 25_000;

interface ProveAll extends Omit<Proving, 'services'> {
  services: Proving['services'] & Pick<IpTargetsServices, 'open'>;
  contact: Contact | null;
  addresses: readonly [string, ...string[]];
  before: ReadonlyMap<string, AddressProof>;
}

/** Shows all addresses in every way there is, for somebody who asks for it; of each how that came out. */
export async function proveAll({ services, contact, addresses, before, signal, ...who }: ProveAll): Promise<Map<string, AddressProof>> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
  const proving: Proving = { ...who, services, signal: until };
  const agreed = await proveByContact(proving, contact, addresses);
  if (agreed?.state === 'proven') return new Map(addresses.map(address => [address, agreed]));
  return withSession(services, until, async ({ clients: { dns } }) => new Map(await Promise.all(addresses.map(async address => {
    const reverse: ReverseFacts = await collectReverse(address, dns);
    return [address, await proveAddress(proving, address, { reverse, before: before.get(address) ?? null, mayAsk: true })] as const;
  }))));
}

/** A set of clients for one piece of work, closed when it is done. */
export async function withSession<T>({ open }: Pick<IpTargetsServices, 'open'>, signal: AbortSignal, work: (session: CheckSession) => Promise<T>): Promise<T> {
  const session = open(signal, 'checkup');
  try {
    return await work(session);
  } finally {
    session.close();
  }
}
