import type { Clock } from '../../../../core/clock.ts';
import type { Db } from '../../../../store/index.ts';
import type { SpfNode } from '../../../../checks/spf/tree.ts';
import { hostsOf } from './host-names.ts';
import type { Network, SenderFacts } from './shapes.ts';
import { originOf, seenBefore, type Signed } from './signed.ts';
import { hasOpenHosts, spfHolder, type SpfHosts } from './spf-holder.ts';

/** What was learnt of a domain besides its reports. */
export interface Learnt {
  /** None where nobody has asked, or too long ago. */
  spfHosts: SpfHosts;
  /** Null before senders were named with everything known. */
  signed: Signed | null;
}

/** Where what is known of addresses comes from. */
export interface LookupSources {
  clock: Clock;
  /** Null where there are no data. */
  networkOf(ip: string): Network | null;
  /** The SPF tree of the domain as its last check saw it: null where it has no record, undefined where there has been no scan. */
  spfTreeOf(db: Db, domain: string): Promise<SpfNode | null | undefined>;
  learntOf(db: Db): Promise<Learnt>;
}

/** What is known of an address; `seen` tells what was seen before of a row from it. */
interface KnownOfAddress extends Pick<SenderFacts, 'ptr' | 'network' | 'spfHolder'> {
  /** The same for addresses of which the same is known. */
  key: string;
  seen(row: Pick<SenderFacts, 'dkim' | 'dkimAligned'>): SenderFacts['seen'];
}

export interface SenderLookups {
  of(ip: string): KnownOfAddress;
  /** Which networks valid signatures came from; null before anything was learnt. */
  signed: Signed | null;
  /** Whether the SPF tree has hosts that nobody has asked for. */
  spfOpen: boolean;
}

/** Gives what is known of addresses without asking anybody; all host names in one query. */
export function createSenderLookups({ clock, networkOf, spfTreeOf, learntOf }: LookupSources) {
  return async (db: Db, domain: string, ips: readonly string[]): Promise<SenderLookups> => {
    const [hosts, tree, { spfHosts, signed }] = await Promise.all([hostsInBatches(db, ips, clock.now()), spfTreeOf(db, domain), learntOf(db)]);
    const positions = new Set(signed?.values().flatMap(there => there.keys()));
    return {
      signed, spfOpen: tree ? hasOpenHosts(tree, spfHosts) : false,
      of(ip) {
        const [ptr, network] = [hosts.get(ip), networkOf(ip)];
        const holder = tree ? spfHolder(tree, ip, spfHosts) : tree;
        const position = signed ? originOf(ip, network) : '';
        const key = JSON.stringify([ptr === undefined ? 0 : ptr, network?.asn, network?.domain, network?.name, holder === undefined ? 0 : holder, positions.has(position) ? position : 0]);
        return { ptr, network, spfHolder: holder, key, seen: row => (signed ? seenBefore(signed, domain, row, position) : undefined) };
      },
    };
  };
}

const ADDRESSES_A_QUERY = 5000;

async function hostsInBatches(db: Db, ips: readonly string[], now: number): Promise<Map<string, string | null>> {
  const hosts = new Map<string, string | null>();
  for (let at = 0; at < ips.length; at += ADDRESSES_A_QUERY) {
    for (const [address, host] of await hostsOf(db, ips.slice(at, at + ADDRESSES_A_QUERY), now)) hosts.set(address, host);
  }
  return hosts;
}
