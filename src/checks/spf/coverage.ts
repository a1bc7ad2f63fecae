import { formatIp, parseCidr, parseIp, type Cidr } from '../../core/ip.ts';
import { specialRanges } from '../../core/special-addresses.ts';
import type { Answers, ValueOf } from './answers.ts';
import { inForce, type Mechanism } from './parse.ts';
import { passes } from './stranger.ts';
import { readNodes, targetOf, type SpfNode } from './tree.ts';

/** Addresses from `from` on, below `to`. */
interface Interval {
  from: bigint;
  to: bigint;
}
type Family = 'ipv4' | 'ipv6';

/**
 * The share of a family's public addresses above which a record is as good as open. One /8 of IPv4 is 0.45 %: no organisation
 * sends mail from more, and of 200 machines at random addresses, which is little for a botnet, one lies inside with 63 %.
 */
export const LARGEST_SHARE = 0.005;
/** Evaluations times terms; what lies beyond is judged by the widest ranges. */
const MAX_STEPS = 8_000_000;
const MAX_RANGES = 2000;

/** IANA "IPv6 Global Unicast Address Assignments", 2025-10: what registries hand out; most of 2000::/3 belongs to nobody yet. */
const ASSIGNED = ['2001::/16', '2003::/18', '2400::/11', '2600::/12', '2610::/23', '2620::/23', '2630::/12', '2800::/12', '2a00::/11', '2c00::/12'];
const special = specialRanges.map(({ range }) => parseCidr(range)!);
const spaces: Readonly<Record<Family, readonly Interval[]>> = {
  ipv4: special.filter(({ bytes }) => bytes.length === 4).map(intervalOf).reduce(cutOut, [{ from: 0n, to: 1n << 32n }]),
  ipv6: special.filter(({ bytes }) => bytes.length === 16).map(intervalOf).reduce(cutOut, ASSIGNED.map(range => intervalOf(parseCidr(range)!))),
};

/** The share of the public addresses of each family that pass by being listed, all ranges of the tree together; 0 where it is below `LARGEST_SHARE`. */
export function sharesOf(tree: SpfNode, answers: Answers, strangers: readonly string[]): Record<Family, number> {
  const ranges = listedRanges(tree, answers);
  return { ipv4: shareOf('ipv4', ranges, tree, answers, strangers), ipv6: shareOf('ipv6', ranges, tree, answers, strangers) };
}

/** All addresses between two neighbouring ends of ranges fare alike, so one of them is asked about for all. */
function shareOf(family: Family, ranges: readonly Cidr[], tree: SpfNode, answers: Answers, strangers: readonly string[]): number {
  const bits = family === 'ipv4' ? 32 : 128;
  const listed = unique(ranges.filter(({ bytes }) => bytes.length * 8 === bits).map(intervalOf)).toSorted((a, b) => Number(b.to - b.from - (a.to - a.from)));
  const space = sizeOf(spaces[family]);
  if (share(sizeOf(listed), space) <= LARGEST_SHARE) return 0;
  const terms = readNodes(tree, answers.read).reduce((total, { record }) => total + record.mechanisms.length, 0);
  const widest = listed.slice(0, Math.max(16, Math.min(MAX_RANGES, Math.floor(MAX_STEPS / terms / 2))));
  const ends = [...new Set([...widest, ...spaces[family]].flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => (a < b ? -1 : 1));
  const alike = ends.slice(1).map((to, at) => ({ from: ends[at]!, to }));
  const passing = within(within(alike, spaces[family]), merged(widest)).filter(({ from }) => passes(textOf(from, bits), tree, answers, strangers));
  const found = share(sizeOf(passing), space);
  return found > LARGEST_SHARE ? found : 0;
}

/** What ip4 and ip6 terms list, and what stands around the hosts of a and mx terms with a prefix length. */
function listedRanges(tree: SpfNode, answers: Answers): Cidr[] {
  return readNodes(tree, answers.read).flatMap(({ domain, record }) => inForce(record).flatMap(mechanism => {
    if (mechanism.range) return [mechanism.range];
    const name = targetOf(mechanism, domain, tree.domain);
    return name === null ? [] : hostsAt(mechanism, name, answers).flatMap(address => aroundHost(address, mechanism));
  }));
}

function hostsAt({ name: kind, prefixLength4, prefixLength6 }: Mechanism, name: string, answers: Answers): string[] {
  if ((kind !== 'a' && kind !== 'mx') || (prefixLength4 === 32 && prefixLength6 === 128)) return [];
  const exchanges = foundIn(answers, name, 'MX').map(({ exchange }) => exchange);
  return (kind === 'a' ? [name] : exchanges).flatMap(host => [...foundIn(answers, host, 'A'), ...foundIn(answers, host, 'AAAA')]);
}

function foundIn<Type extends 'A' | 'AAAA' | 'MX'>(answers: Answers, name: string, type: Type): readonly ValueOf<Type>[] {
  const lookup = answers.find(name, type);
  return lookup?.outcome === 'found' ? lookup.value : [];
}

function aroundHost(address: string, { prefixLength4, prefixLength6 }: Mechanism): Cidr[] {
  const bytes = parseIp(address);
  return bytes ? [{ bytes, prefixLength: bytes.length === 4 ? prefixLength4 : prefixLength6 }] : [];
}

function intervalOf({ bytes, prefixLength }: Cidr): Interval {
  const rest = BigInt(bytes.length * 8 - prefixLength);
  const from = (BigInt(`0x${Buffer.from(bytes).toString('hex')}`) >> rest) << rest;
  return { from, to: from + (1n << rest) };
}

function cutOut(intervals: readonly Interval[], cut: Interval): Interval[] {
  return intervals.flatMap(({ from, to }) => [{ from, to: min(to, cut.from) }, { from: max(from, cut.to), to }].filter(({ from, to }) => from < to))
    .filter(({ from, to }, at, all) => all.findIndex(other => other.from === from && other.to === to) === at);
}

/** In order and without overlaps. */
function merged(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const { from, to } of intervals.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = result.at(-1);
    if (last && from <= last.to) last.to = max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

/** Those of `pieces` that lie inside one of `wholes`; both in order, and no piece lies across an end. */
function within(pieces: readonly Interval[], wholes: readonly Interval[]): Interval[] {
  let at = 0;
  const ordered = merged(wholes);
  return pieces.filter(({ from }) => {
    while (at < ordered.length && ordered[at]!.to <= from) at++;
    return at < ordered.length && ordered[at]!.from <= from;
  });
}

function unique(intervals: readonly Interval[]): Interval[] {
  return [...new Map(intervals.map(interval => [`${interval.from} ${interval.to}`, interval])).values()];
}

function sizeOf(intervals: readonly Interval[]): bigint {
  return intervals.reduce((total, { from, to }) => total + to - from, 0n);
}

function share(part: bigint, whole: bigint): number {
  return Number((part * 1_000_000n) / whole) / 1_000_000;
}

function textOf(address: bigint, bits: number): string {
  return formatIp(Uint8Array.from(Buffer.from(address.toString(16).padStart(bits / 4, '0'), 'hex')));
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
