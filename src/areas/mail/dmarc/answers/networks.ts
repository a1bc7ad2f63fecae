import type { Network } from '../senders/shapes.ts';
import type { AddressData } from './services.ts';

const MAX_LISTED = 10;

const texts: Record<AddressData['state'], string | null> = {
  notConfigured: 'No data about addresses are configured, so networks and countries are not known. The operator can set DSS_IP_DATA.',
  notRead: 'The data about addresses have not been read, so networks and countries are not known. "dss doctor" says why.',
  inUse: null,
};

/** What stands behind the networks and countries of an answer, for people. */
export function addressDataOf({ state, attribution }: AddressData) {
  return { state, text: texts[state], attribution };
}

/** The networks and countries that messages came from, most messages first; addresses that the data do not have are left out. */
export function networksOf(sources: readonly { ip: string; messages: number }[], networkOf: (ip: string) => Network | null) {
  const placed = sources.map(({ ip, messages }) => ({ network: networkOf(ip), messages }));
  return {
    asns: ranked(placed, network => network.asn).map(({ key, first, messages }) => ({ asn: key, name: first.name, messages })),
    countries: ranked(placed, network => network.country).map(({ key, messages }) => ({ country: key, messages })),
  };
}

function ranked<Key>(placed: readonly { network: Network | null; messages: number }[], keyOf: (network: Network) => Key | null) {
  const sums = new Map<Key, { key: Key; first: Network; messages: number }>();
  for (const { network, messages } of placed) {
    const key = network && keyOf(network);
    if (network === null || key === null) continue;
    const sum = sums.get(key) ?? { key, first: network, messages: 0 };
    sum.messages += messages;
    sums.set(key, sum);
  }
  return [...sums.values()].toSorted((a, b) => b.messages - a.messages).slice(0, MAX_LISTED);
}
