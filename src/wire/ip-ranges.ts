import { parseIp, type IpBytes } from '../core/ip.ts';
import type { IpNetwork, IpTable } from './ip-table.ts';

const MAX_FAULTY_SHARE = 0.01;

/** Ranges of one family of addresses, packed: some hundred thousand of them in a few megabytes. */
interface Ranges<Words> {
  /** Words of 32 bits of an address. */
  width: number;
  starts: Words;
  ends: Words;
  networks: Words;
}

/**
 * The table in `bytes`: lines of first address, last address, number of the network (0 for none), country and name with tabs between,
 * as iptoasn.com publishes it. Throws where more than one line in a hundred is none.
 */
export function readRanges(bytes: Buffer): IpTable {
  const networks: IpNetwork[] = [];
  const numbers = new Map<string, number>();
  const [ipv4, ipv6] = [noRanges(1), noRanges(4)];
  let faulty = 0;
  for (const line of linesOf(bytes)) {
    const [first, last, asn, country, name] = line.split('\t');
    const [start, end] = [parseIp(first!), parseIp(last ?? '')];
    if (!start || !end || start.length !== end.length || !/^\d{1,10}$/.test(asn ?? '')) faulty++;
    else if (asn !== '0') {
      const key = `${asn} ${country} ${name}`;
      const network = numbers.get(key) ?? networks.push({ asn: Number(asn), name: name || null, domain: null, country: /^[A-Z]{2}$/.test(country ?? '') ? country! : null }) - 1;
      numbers.set(key, network);
      const { starts, ends, networks: of } = start.length === 4 ? ipv4 : ipv6;
      starts.push(...wordsOf(start));
      ends.push(...wordsOf(end));
      of.push(network);
    }
  }
  const ranges = ipv4.networks.length + ipv6.networks.length;
  if (ranges === 0 || faulty > (ranges + faulty) * MAX_FAULTY_SHARE) throw new Error('this is neither an MMDB file nor a table as iptoasn.com has it');
  const [sortedIpv4, sortedIpv6] = [sorted(ipv4), sorted(ipv6)];
  return {
    attribution: 'IP to network data in the form of IPtoASN (https://iptoasn.com)',
    builtAt: null,
    find(_, bytes) {
      const at = search(bytes.length === 4 ? sortedIpv4 : sortedIpv6, wordsOf(bytes));
      return at === null ? null : networks[at]!;
    },
  };
}

function noRanges(width: number): Ranges<number[]> {
  return { width, starts: [], ends: [], networks: [] };
}

function* linesOf(bytes: Buffer): Generator<string> {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(10, from);
    const line = bytes.toString('utf8', from, end < 0 ? bytes.length : end).replace(/\r$/, '');
    if (line !== '') yield line;
    from = end < 0 ? bytes.length : end + 1;
  }
}

/** In the order of where they begin. */
function sorted({ width, starts, ends, networks }: Ranges<number[]>): Ranges<Uint32Array> {
  const order = Uint32Array.from(networks.keys()).sort((a, b) => compare(starts, a * width, starts, b * width, width));
  const inOrder = (words: readonly number[], each: number): Uint32Array => {
    const moved = new Uint32Array(words.length);
    for (const [to, from] of order.entries()) for (let word = 0; word < each; word++) moved[to * each + word] = words[from * each + word]!;
    return moved;
  };
  return { width, starts: inOrder(starts, width), ends: inOrder(ends, width), networks: inOrder(networks, 1) };
}

function wordsOf(bytes: IpBytes): number[] {
  const words: number[] = [];
  for (let at = 0; at < bytes.length; at += 4) words.push(((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0);
  return words;
}

/** How an address of `width` words compares with another. */
function compare(a: ArrayLike<number>, atA: number, b: ArrayLike<number>, atB: number, width: number): number {
  for (let word = 0; word < width; word++) {
    const difference = a[atA + word]! - b[atB + word]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The network of the last range that begins at or before `address`, where it reaches that far. */
function search({ width, starts, ends, networks }: Ranges<Uint32Array>, address: readonly number[]): number | null {
  let [low, high] = [0, networks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(starts, middle * width, address, 0, width) <= 0) low = middle + 1;
    else high = middle;
  }
  const at = low - 1;
  return at >= 0 && compare(ends, at * width, address, 0, width) >= 0 ? networks[at]! : null;
}
