import type { OriginReply, Origins, ValidityReply } from '../../../../core/outside/origins.ts';
import { specialPurpose } from '../../../../core/special-addresses.ts';
import type { CheckSession } from '../../../domains/check/index.ts';
import type { AddressFacts, OriginFacts, ReverseFacts, RpkiFacts } from './facts.ts';
import { collectLists, type ListChoice } from './lists.ts';
import { ownerOf } from './owners.ts';

/** What the outside is asked with about addresses. */
export interface FactsMeans {
  clients: Pick<CheckSession['clients'], 'dns' | 'blocklists'>;
  origins: Origins;
  listChoice: ListChoice;
  signal: AbortSignal;
}

/** Everything that others say of the address besides its names, asked at once; sends no packet to it. */
export async function collectFacts(address: string, reverse: ReverseFacts, { clients, origins, listChoice, signal }: FactsMeans): Promise<AddressFacts> {
  const [lists, { origin, rpki }] = await Promise.all([collectLists(address, clients, listChoice), collectRouting(address, origins, signal)]);
  return { reverse, lists, origin, rpki, owner: ownerOf(address, origin.asns.map(({ asn }) => asn)) };
}

async function collectRouting(address: string, origins: Origins, signal: AbortSignal): Promise<Pick<AddressFacts, 'origin' | 'rpki'>> {
  const reply: OriginReply = specialPurpose(address) === null ? await origins.of(address, signal) : { outcome: 'failed', cause: 'the address is not public' };
  if (reply.outcome !== 'found') return { origin: withoutOrigin(reply), rpki: { state: reply.outcome === 'notConfigured' ? 'notConfigured' : 'unknown', cause: reply.outcome === 'absent' ? 'no network announces the address' : null } };
  const { asns, prefix, country } = reply;
  const [names, validities] = await Promise.all([
    Promise.all(asns.map(asn => origins.nameOf(asn, signal))),
    Promise.all(asns.map(async asn => ({ asn, validity: await origins.validity(asn, prefix, signal) }))),
  ]);
  return { origin: { state: 'found', asns: asns.map((asn, at) => ({ asn, name: names[at]! })), prefix, country, cause: null }, rpki: rpkiOf(validities) };
}

function withoutOrigin(reply: Exclude<OriginReply, { outcome: 'found' }>): OriginFacts {
  const state = reply.outcome === 'failed' ? 'unknown' : reply.outcome;
  return { state, asns: [], prefix: null, country: null, cause: reply.outcome === 'failed' ? reply.cause : null };
}

/** One network that may not announce the prefix is a fault, whatever the others are. */
function rpkiOf(validities: readonly { asn: number; validity: ValidityReply }[]): RpkiFacts {
  const ofState = (wanted: string) => validities.find(({ validity }) => (validity.outcome === 'answered' ? validity.state : validity.outcome) === wanted);
  const invalid = ofState('invalid');
  if (invalid?.validity.outcome === 'answered') return { state: 'invalid', cause: `AS${invalid.asn}: ${invalid.validity.reason ?? 'the holder of the prefix has signed for other networks only'}` };
  const failed = validities.find(({ validity }) => validity.outcome === 'failed')?.validity;
  if (failed?.outcome === 'failed') return { state: 'unknown', cause: failed.cause };
  if (ofState('notConfigured')) return { state: 'notConfigured', cause: null };
  return { state: ofState('notFound') ? 'notFound' : 'valid', cause: null };
}
