import { isWithin } from '../../../../core/domain-name.ts';
import { findDomain } from '../../../domains/inventory/index.ts';
import { challengeOfDomain, ownedBy } from '../../../domains/ownership/index.ts';
import { edgeOf, inTurn, proveMachine } from '../../exposure/index.ts';
import type { ReverseFacts } from '../facts/facts.ts';
import type { IpTargetsServices } from '../services.ts';
import { readNetwork, type Contact } from './contact.ts';
import type { AddressProof } from './proof.ts';

/** Whose address is to be shown, and how long that may take. */
export interface Proving {
  services: Pick<IpTargetsServices, 'db' | 'store' | 'clock' | 'newId' | 'randomBytes' | 'openTarget' | 'manners' | 'capture'>;
  accountId: string;
  /** The domain whose token or certificate the machine shows; null for none. */
  domainId: string | null;
  /** Of the scan, or of the call. */
  holder: string;
  signal: AbortSignal;
}

/** Whether the contact of the network still speaks for all of these addresses; null where nobody has agreed. Asks the registry, and nobody else. */
export async function proveByContact({ services: { capture, clock }, signal }: Proving, contact: Contact | null, addresses: readonly [string, ...string[]]): Promise<AddressProof | null> {
  if (contact === null || contact.provenAt === null) return null;
  const reply = await capture.network(addresses[0], signal);
  const network = readNetwork(reply, addresses);
  const base = { method: 'email', by: contact.email, at: clock.now() } as const;
  if (typeof network === 'string') return { ...base, state: reply.outcome === 'failed' ? 'unknown' : 'notProven', cause: network };
  if (network.network === contact.network && network.emails.includes(contact.email)) return { ...base, state: 'proven', cause: null };
  return { ...base, state: 'notProven', cause: `The registry does not name ${contact.email} as a contact of the network ${contact.network} any more.` };
}

/**
 * The proof of one address. Names are sought in the DNS alone; the machine itself is asked only where `mayAsk`, which is when somebody asks for it,
 * or when it was shown so before: an address whose proof by its name is gone gets no packet.
 */
export async function proveAddress(proving: Proving, address: string, { reverse, before, mayAsk }: { reverse: ReverseFacts; before: AddressProof | null; mayAsk: boolean }): Promise<AddressProof> {
  const { services: { clock } } = proving;
  const byName = await proveByName(proving, address, reverse);
  const was = { method: before?.method ?? null, by: before?.by ?? null };
  if (byName.state === 'proven' || proving.domainId === null) return { ...was, ...byName, at: clock.now() };
  if (!mayAsk && was.method !== 'token' && was.method !== 'certificate') return { ...was, ...byName, at: clock.now() };
  const byMachine = await proveByMachine(proving, address, reverse);
  if (byMachine === null) return { ...was, ...byName, at: clock.now() };
  return { ...was, ...byMachine, at: clock.now() };
}

type Shown = Pick<AddressProof, 'state' | 'cause'> & Partial<Pick<AddressProof, 'method' | 'by'>>;

/** A name of the address that leads back to it and is below a domain that the account has proven. */
async function proveByName({ services: { db, clock }, accountId }: Proving, address: string, { state, names, confirmed, cause }: ReverseFacts): Promise<Shown> {
  if (state === 'unknown') return { state: 'unknown', cause: `The names of ${address} could not be looked up: ${cause}.` };
  for (const name of confirmed) {
    const by = await ownedBy(db, accountId, name, clock.now());
    if (by !== null) return { state: 'proven', method: 'ptr', by, cause: null };
  }
  const has = state === 'absent' ? `${address} has no PTR record` : confirmed.length === 0 ? `The PTR record of ${address} leads to ${names[0]}, which does not lead back` : `The PTR record of ${address} leads to ${confirmed[0]}, which is below no domain that you have proven`;
  return { state: 'notProven', cause: `${has}. Give it a PTR record below a proven domain, and that name the address.` };
}

/** The token of the domain over the address, or a trusted certificate for one of its names; null where the domain is none of the account's any more. */
async function proveByMachine({ services, accountId, domainId, holder, signal }: Proving, address: string, { confirmed }: ReverseFacts): Promise<Shown | null> {
  const { db, clock, openTarget, manners: { requestsPerSecond } } = services;
  const domain = await findDomain(db, accountId, domainId!);
  if (!domain) return null;
  const by = await ownedBy(db, accountId, domain.name, clock.now());
  if (by === null) return { state: 'notProven', cause: `The ownership of ${domain.name} is not proven. Prove it first.` };
  const edge = edgeOf(address, []);
  if (edge !== null) return { state: 'notProven', cause: `The address belongs to ${edge.name}, which serves many customers from it: no proof is taken for it.` };
  const target = openTarget(address);
  if (target === null) return { state: 'notProven', cause: 'The address must not be reached.' };
  const names = [domain.name, `www.${domain.name}`, ...confirmed.filter(name => isWithin(name, domain.name))];
  try {
    const shown = await inTurn(services, { address, names, runId: holder, perSecond: requestsPerSecond, signal }, async ({ turn, signal }) => {
      const inOrder = async <T>(ask: () => Promise<T>): Promise<T> => {
        await turn();
        return ask();
      };
      return proveMachine({
        target: { ...target, tls: { handshake: (to, until) => inOrder(() => target.tls.handshake(to, until)) }, page: (url, request) => inOrder(() => target.page(url, request)) },
        domain: domain.name, names: [...new Set(names)], challenge: await challengeOfDomain(db, services, domain.id), signal,
      });
    });
    if (typeof shown === 'string') return { state: 'notProven', cause: shown };
    return shown.outcome === 'shown' ? { state: 'proven', method: shown.proof === 'token' ? 'token' : 'certificate', by: domain.name, cause: null } : { state: 'notProven', cause: shown.cause };
  } catch (error) {
    if (!signal.aborted) throw error;
    return { state: 'unknown', cause: 'The time was up, or another scan had the address all the while. Try again later.' };
  }
}
