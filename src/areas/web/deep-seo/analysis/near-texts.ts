import { bits, MAX_DISTANCE } from '../../site-audit/index.ts';
import { Sets } from './groups.ts';

/** How many of those that share sixteen bits each one is compared with: what goes beyond is the frame of a template. */
const MAX_COMPARED = 500;

/** What is known of the text of one page; `simHash` of 16 hexadecimal digits, empty for short texts. */
export interface TextOf {
  hash: string;
  simHash: string;
}

/**
 * Groups texts that are the same, or whose SimHashes differ in three bits at most from that of another in the group; positions in `texts`. By the
 * pigeonhole principle two such hashes agree in one of four blocks of sixteen bits, so that only those that share a block are compared. `cut`: some were not.
 */
export function nearGroups(texts: readonly TextOf[]): { groups: number[][]; cut: boolean } {
  const sets = new Sets(texts.length);
  joinEqual(sets, texts.map(({ hash }) => hash));
  const firsts = joinEqual(sets, texts.map(({ simHash }) => simHash));
  const [high, low] = [32, 0].map(shift => Uint32Array.from(firsts, at => Number((BigInt(`0x${texts[at]!.simHash}`) >> BigInt(shift)) & 0xffffffffn))) as [Uint32Array, Uint32Array];
  let cut = false;
  for (const block of [0, 1, 2, 3]) {
    const keyOf = (at: number): number => (block < 2 ? high : low)[at]! >>> (block % 2 === 0 ? 16 : 0) & 0xffff;
    for (const members of Map.groupBy(firsts.keys(), keyOf).values()) {
      if (members.length > MAX_COMPARED) cut = true;
      for (let at = 0; at < members.length; at++) {
        for (let other = at + 1; other < Math.min(members.length, at + MAX_COMPARED); other++) {
          const [a, b] = [members[at]!, members[other]!];
          if (bits(high[a]! ^ high[b]!) + bits(low[a]! ^ low[b]!) <= MAX_DISTANCE) sets.join(firsts[a]!, firsts[b]!);
        }
      }
    }
  }
  return { groups: sets.groups(), cut };
}

/** Joins what has the same value, and gives the first of each; empty values are none. */
function joinEqual(sets: Sets, values: readonly string[]): number[] {
  const firsts = new Map<string, number>();
  for (const [at, value] of values.entries()) {
    if (value === '') continue;
    const first = firsts.get(value);
    if (first === undefined) firsts.set(value, at);
    else sets.join(first, at);
  }
  return [...firsts.values()];
}
