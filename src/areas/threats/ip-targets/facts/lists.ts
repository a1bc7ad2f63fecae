import { askList, testList, type ListClients } from '../../../../checks/blocklists/ask.ts';
import { blocklistOf, canList, usualZones, type Blocklist } from '../../../../checks/blocklists/lists.ts';
import { stateOf } from '../../../../checks/blocklists/state.ts';
import { specialPurpose } from '../../../../core/special-addresses.ts';
import type { ListFacts } from './facts.ts';

/** Which lists the operator wants asked about IP targets. */
export interface ListChoice {
  /** Null for those that are usual. */
  zones: readonly string[] | null;
  /** Those whose terms are accepted. */
  accepted: readonly string[];
  /** Whether there is a key of Spamhaus' service, which comes with its terms. */
  hasSpamhausKey: boolean;
}

/** The lists of addresses among them; those that have terms are asked where these are accepted. */
export function chosenLists({ zones, accepted, hasSpamhausKey }: ListChoice): { list: Blocklist; isAsked: boolean }[] {
  return (zones ?? usualZones).map(blocklistOf).filter(({ lists }) => lists === 'addresses')
    .map(list => ({ list, isAsked: list.terms === undefined || accepted.includes(list.zone) || (list.keyed !== undefined && hasSpamhausKey) }));
}

/** Asks every list that is accepted, works today and has such addresses, each once; no list is asked about an address that is not public. */
export async function collectLists(address: string, clients: ListClients, choice: ListChoice): Promise<ListFacts[]> {
  const lists = chosenLists(choice).filter(({ list, isAsked }) => isAsked && canList(list, address)).map(({ list }) => list);
  if (specialPurpose(address) !== null) return lists.map(({ zone }) => unknown(zone, 'the address is not public'));
  return Promise.all(lists.map(async list => {
    const fault = await testList(list, clients.blocklists);
    if (fault !== null) return unknown(list.zone, fault);
    const { lookup, text } = await askList(list, address, clients, () => true);
    const state = stateOf(list, lookup);
    if (state.state === 'unknown') return unknown(list.zone, state.cause);
    return { zone: list.zone, state: state.state, codes: state.state === 'listed' ? state.codes : [], text: text?.replace(/\p{Cc}/gu, ' ').slice(0, 400) ?? null, cause: null };
  }));
}

function unknown(zone: string, cause: string): ListFacts {
  return { zone, state: 'unknown', codes: [], text: null, cause };
}
