import { cloudRanges } from '../../../checks/spf/cloud-ranges.ts';
import { formatIp, inCidr, parseCidr, parseIp, type IpBytes } from '../../../core/ip.ts';
import { hashOf, without, type Value } from './value.ts';

/** What a subject was seen to take turns among; kept with its accepted value. */
export interface Learnt {
  /** Whether it takes turns, so that anything within `networks` is no change. */
  rotates: boolean;
  /** Networks and aliases at which it did not stay. */
  networks: readonly string[];
  /** The recent moments at which it differed from the scan before, epoch milliseconds. */
  turns: readonly number[];
  /** What the last scan saw. */
  last: Value;
}

const TURNS = 3;
const WITHIN_MS = 7 * 86_400_000;
const MAX_NETWORKS = 300;
/** What counts as one network: what an operator hands to one customer or server farm (/24 and /48). */
const NETWORK_BYTES: Readonly<Record<number, number>> = { 4: 3, 16: 6 };

/**
 * What is known after one more scan; null while it sees what is accepted. Three turns within seven days make a rotation. A network
 * is learnt when the subject has left it: one at which it stays is a change.
 */
export function learn(learnt: Learnt | null, accepted: Value, seen: Value, at: number): Learnt | null {
  const last = learnt?.last ?? accepted;
  if (hashOf(seen) === hashOf(last)) return learnt;
  const turns = [...learnt?.turns ?? [], at].filter(turn => turn > at - WITHIN_MS).slice(-TURNS);
  const networks = [...new Set([...learnt?.networks ?? [], ...networksOf(last)])].slice(-MAX_NETWORKS);
  return { rotates: learnt?.rotates === true || turns.length >= TURNS, networks, turns, last: seen };
}

/** Whether all of `seen` is where the subject was before, once it was found to take turns. */
export function isTurn(learnt: Learnt | null, seen: Value): boolean {
  return learnt?.rotates === true && without(networksOf(seen), learnt.networks).length === 0;
}

/** The lines of a value with each address widened to its network, or to the cloud that it lies in. */
function networksOf(value: Value): string[] {
  return [...new Set(value.map(line => {
    const [name, type, target] = line.split(' ');
    const bytes = parseIp(target ?? '');
    return bytes ? `${name} ${type} ${cloudOf(bytes) ?? networkOf(bytes)}` : line;
  }))];
}

const clouds = cloudRanges.map(({ name, ranges }) => ({ name, ranges: ranges.map(range => parseCidr(range)!) }));

function cloudOf(address: IpBytes): string | undefined {
  return clouds.find(({ ranges }) => ranges.some(range => inCidr(address, range)))?.name;
}

function networkOf(address: IpBytes): string {
  return formatIp(address.map((byte, index) => (index < NETWORK_BYTES[address.length]! ? byte : 0)));
}
