import type { Dns, Lookup } from '../../core/lookup.ts';
import type { BlocklistLookup } from '../../core/outside/probes.ts';
import { found } from '../lookups.ts';
import type { Blocklist } from './lists.ts';
import { labelsFor, zoneToAsk } from './question.ts';
import { faultOf, stateOf } from './state.ts';

/** Whom lists are asked by. */
export interface ListClients {
  dns: Pick<Dns, 'lookup'>;
  blocklists: Pick<BlocklistLookup, 'spamhausKey' | 'testPoint'>;
}

/** What a list answered of one target. */
export interface ListAnswer {
  zone: string;
  lookup: Lookup<readonly string[]>;
  /** The list's own words, where it lists the target. */
  text: string | null;
}

/** Why the list cannot be believed today, by its test points, which are asked once a day (RFC 5782 §5); null where it can. */
export async function testList(list: Blocklist, { testPoint, spamhausKey }: ListClients['blocklists']): Promise<string | null> {
  const zone = zoneToAsk(list, spamhausKey);
  const [listed, clean] = await Promise.all([testPoint(`${list.test.listed}.${zone}`), testPoint(`${list.test.clean}.${zone}`)]);
  return faultOf(list, forPeople(listed, spamhausKey), forPeople(clean, spamhausKey));
}

/** Asks the list for the target. The text explains a listing (RFC 5782 §2.2), and is asked for only where `mayAskText` says so. */
export async function askList(list: Blocklist, target: string, { dns, blocklists: { spamhausKey } }: ListClients, mayAskText: () => boolean): Promise<ListAnswer> {
  const name = `${labelsFor(target)}.${zoneToAsk(list, spamhausKey)}`;
  const lookup = await dns.lookup(name, 'A');
  const wantsText = stateOf(list, lookup).state === 'listed' && mayAskText();
  const [text = null] = wantsText ? found(await dns.lookup(name, 'TXT')) : [];
  return { zone: list.zone, lookup: forPeople(lookup, spamhausKey), text: text && withoutKey(text, spamhausKey) };
}

/** A resolver may repeat the question in its cause, and the question holds the key. */
function forPeople<T>(lookup: Lookup<T>, key: string | null): Lookup<T> {
  return lookup.outcome === 'failed' ? { ...lookup, cause: withoutKey(lookup.cause, key) } : lookup;
}

function withoutKey(text: string, key: string | null): string {
  return key === null ? text : text.toLowerCase().includes(key) ? text.replaceAll(new RegExp(key, 'gi'), '<key>') : text;
}
