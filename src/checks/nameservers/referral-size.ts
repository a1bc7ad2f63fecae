import { isWithin } from '../../core/domain-name.ts';

const HEADER_BYTES = 12;
/** The longest name, type and class. */
const QUESTION_BYTES = 255 + 4;
/** Type, class, time to live and length. */
const RECORD_BYTES = 10;
const POINTER_BYTES = 2;

/**
 * The bytes of a referral to `zone` in answer to the longest name below it: its NS records, and where all servers lie in the parent
 * one address of each family; names are compressed (RFC 1035 §4.1.4). The procedure is that of Zonemaster's DELEGATION03.
 */
export function referralBytes(zone: string, parent: string, names: readonly string[]): number {
  // The question ends in the zone, so its name and all above it can be pointed at.
  const written = new Set(suffixesOf(zone));
  const records = names.map(name => POINTER_BYTES + RECORD_BYTES + compressedBytes(name, written));
  const glued = parent === '' || names.every(name => isWithin(name, parent));
  const addresses = glued ? [4, 16].map(bytes => POINTER_BYTES + RECORD_BYTES + bytes) : [];
  return [HEADER_BYTES, QUESTION_BYTES, ...records, ...addresses].reduce((sum, bytes) => sum + bytes, 0);
}

/** The bytes of `name` where the names in `written` can be pointed at; it is one of them from then on. */
function compressedBytes(name: string, written: Set<string>): number {
  const suffixes = suffixesOf(name);
  const known = suffixes.findIndex(suffix => written.has(suffix));
  const labels = name.split('.').slice(0, known === -1 ? undefined : known);
  for (const suffix of suffixes) written.add(suffix);
  return labels.reduce((sum, label) => sum + label.length + 1, 0) + (known === -1 ? 1 : POINTER_BYTES);
}

function suffixesOf(name: string): string[] {
  const labels = name.split('.');
  return labels.map((_, at) => labels.slice(at).join('.'));
}
