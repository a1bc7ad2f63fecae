import { parseIp, type IpBytes } from '../core/ip.ts';
import type { IpNetwork, IpTable } from './ip-data.ts';

const MAX_FAULTY_SHARE = 0.01;

/** Ranges of one family, sorted by where they begin, packed: some hundred thousand of them in a few megabytes. */
interface Packed {
  width: number;
  starts: Buffer;
  ends: Buffer;
  networks: Uint32Array;
}

/**
 * The table in `bytes`: lines of first address, last address, number of the network (0 for none), country and name with tabs between,
 * as iptoasn.com publishes it. Throws where more than one line in a hundred is none.
 */
export function readRanges(bytes: Buffer): IpTable {
  const networks: IpNetwork[] = [];
  const numbers = new Map<string, number>();
  const rows: { start: Buffer; end: Buffer; network: number }[] = [];
  let faulty = 0;
  for (const line of linesOf(bytes)) {
    const [first, last, asn, country, name] = line.split('\t');
    const [start, end] = [parseIp(first!), parseIp(last ?? '')];
    if (!start || !end || start.length !== end.length || !/^\d{1,10}$/.test(asn ?? '')) faulty++;
    else if (asn !== '0') {
      const key = `${asn} ${country} ${name}`;
      const network = numbers.get(key) ?? networks.push({ asn: Number(asn), name: name || null, domain: null, country: /^[A-Z]{2}$/.test(country ?? '') ? country! : null }) - 1;
      numbers.set(key, network);
      rows.push({ start: Buffer.from(start), end: Buffer.from(end), network });
    }
  }
  if (rows.length === 0 || faulty > (rows.length + faulty) * MAX_FAULTY_SHARE) throw new Error('this is neither an MMDB file nor a table as iptoasn.com has it');
  const families = [4, 16].map(width => pack(rows.filter(({ start }) => start.length === width), width));
  return {
    attribution: 'IP to network data in the form of IPtoASN (https://iptoasn.com)',
    builtAt: null,
    find(_, bytes) {
      const at = search(families[bytes.length === 4 ? 0 : 1]!, bytes);
      return at === null ? null : networks[at]!;
    },
  };
}

function* linesOf(bytes: Buffer): Generator<string> {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(10, from);
    const line = bytes.toString('utf8', from, end < 0 ? bytes.length : end).replace(/\r$/, '');
    if (line !== '') yield line;
    from = end < 0 ? bytes.length : end + 1;
  }
}

function pack(rows: readonly { start: Buffer; end: Buffer; network: number }[], width: number): Packed {
  const sorted = rows.toSorted((a, b) => a.start.compare(b.start));
  return { width, starts: Buffer.concat(sorted.map(({ start }) => start)), ends: Buffer.concat(sorted.map(({ end }) => end)), networks: Uint32Array.from(sorted, ({ network }) => network) };
}

/** The network of the last range that begins at or before `address`, where it reaches that far. */
function search({ width, starts, ends, networks }: Packed, address: IpBytes): number | null {
  let [low, high] = [0, networks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts.compare(address, 0, width, middle * width, (middle + 1) * width) <= 0) low = middle + 1;
    else high = middle;
  }
  const at = low - 1;
  return at >= 0 && ends.compare(address, 0, width, at * width, (at + 1) * width) >= 0 ? networks[at]! : null;
}
