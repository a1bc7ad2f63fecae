import type { SiteIndex, TargetFacts } from './site-index.ts';

/** By these a host turns crawlers away or asks for patience: whether the address works for people is not known. */
const SAYS_NOTHING: ReadonlySet<number> = new Set([401, 403, 405, 407, 408, 425, 429, 451, 503, 999]);

type Outcome = Pick<TargetFacts, 'status' | 'gone' | 'cause'>;

/** Whether what came of asking says if the address works. */
export function isSettled({ status, gone }: Outcome): boolean {
  return gone || (status !== null && !SAYS_NOTHING.has(status));
}

/** Whether nobody can tell what is at the address: nothing answered, the server failed, or it turns crawlers away. */
export function isWithheld(status: number | null): boolean {
  return status === null || status >= 500 || SAYS_NOTHING.has(status);
}

/** What is wrong with an address that is settled; null where it works. */
export function faultOf({ status, gone, cause }: Outcome): string | null {
  if (gone) return cause ?? 'its host does not exist';
  return status !== null && status >= 400 ? `status ${status}` : null;
}

/** What is known of an address, however its fragment is. */
export function targetAt({ targets }: Pick<SiteIndex, 'targets'>, url: string | null): TargetFacts | undefined {
  if (url === null) return undefined;
  const hash = url.indexOf('#');
  return targets.get(hash < 0 ? url : url.slice(0, hash));
}

interface Known<Item> {
  item: Item;
  url: string;
  target: TargetFacts;
}

/** Those of the addresses of which `says` knows something; null where it knows nothing of any of them: what nobody knows has not passed. */
export function knownOf<Item>(items: readonly Item[], site: Pick<SiteIndex, 'targets'>, urlOf: (item: Item) => string | null, knows: (target: TargetFacts) => boolean = isSettled): Known<Item>[] | null {
  const known = items.flatMap(item => {
    const url = urlOf(item);
    const target = targetAt(site, url);
    return target && knows(target) ? [{ item, url: url!, target }] : [];
  });
  return known.length === 0 ? null : known;
}

/** Each of them that is broken, with what is wrong with it. */
export function brokenOf(known: readonly Known<unknown>[]): string[] {
  return known.flatMap(({ url, target }) => {
    const fault = faultOf(target);
    return fault === null ? [] : [`${url}: ${fault}`];
  });
}
