import type { RecordData, SignatureSeen } from '../../../core/lookup.ts';
import { isKnownAlgorithm, isKnownDigest } from './algorithms.ts';
import { keysIn, keysOfDs, readyKey, ringOf, type Key, type KeyRing } from './keys.ts';
import type { Fault, ReasonCode } from './reasons.ts';
import type { RrSet } from './rrsets.ts';
import { verifySet, type Verifier } from './signature.ts';

type Ds = RecordData['DS'];

/** How the keys of a zone stand to the DS records above it. */
export type Entry =
  | { outcome: 'trusted'; ring: KeyRing; seen: SignatureSeen[]; expiration: number }
  | { outcome: 'refused'; fault: Fault; seen: SignatureSeen[] };

const SHA1 = 1;
const MAX_DS = 20;

/** The DS records that a resolver goes by, or why it goes by none (RFC 4035 §5.2); SHA-1 only where there is nothing better (RFC 4509 §3). */
export function usableDs(zone: string, all: readonly Ds[]): { usable: readonly Ds[] } | { ignored: Fault } {
  const known = all.filter(({ algorithm }) => isKnownAlgorithm(algorithm));
  if (known.length === 0) return { ignored: { code: 'ALGORITHM_NOT_SUPPORTED', detail: `the DS records of ${zone} name only algorithms that resolvers do not verify: ${listed(all.map(({ algorithm }) => algorithm))}` } };
  const digested = known.filter(({ digestType }) => isKnownDigest(digestType));
  if (digested.length === 0) return { ignored: { code: 'DIGEST_ALGORITHM_NOT_SUPPORTED', detail: `the DS records of ${zone} use only digests that resolvers do not compute: ${listed(known.map(({ digestType }) => digestType))}` } };
  const better = digested.filter(({ digestType }) => digestType !== SHA1);
  return { usable: (better.length > 0 ? better : digested).slice(0, MAX_DS) };
}

/** Whether a key that one of `usable` is the digest of signs the keys of the zone; then all of them are trusted (RFC 4035 §5.2). */
export function enterZone(keySet: RrSet, usable: readonly Ds[], { zone, nowSeconds, effort }: Omit<Verifier, 'ring'>): Entry {
  const keys = keysIn(keySet);
  const named = usable.map(ds => ({ ds, ...keysOfDs(zone, ringOf(keys), ds) }));
  const entries = [...new Set(named.flatMap(({ matching }) => matching))];
  const sound = entries.filter(({ revoked }) => !revoked);
  const trusted = verifySet(keySet, { zone, ring: ringOf(sound), nowSeconds, effort });
  const { seen } = trusted;
  if (sound.length > 0 && trusted.holds && trusted.expanded === null) return { outcome: 'trusted', ring: ringOf(keys), seen: seenByAll(), expiration: trusted.expiration };
  if (sound.length === 0) return { outcome: 'refused', fault: unmatched(zone, named, entries), seen };
  return { outcome: 'refused', fault: unsigned(zone, keySet, sound, trusted.holds ? null : trusted.fault), seen };

  /** Signatures by keys that no DS names are judged too, now that these keys are trusted. */
  function seenByAll(): SignatureSeen[] {
    return verifySet(keySet, { zone, ring: ringOf(keys), nowSeconds, effort }).seen;
  }
}

/** None of the DS records leads to a key that may sign. */
function unmatched(zone: string, named: readonly { ds: Ds; sameTag: boolean }[], revoked: readonly Key[]): Fault {
  if (revoked.length > 0) return { code: 'DNSKEY_REVOKED_DS', detail: `the DS of ${zone} is of key ${revoked[0]!.tag}, which was revoked` };
  const wrong = named.find(({ sameTag }) => sameTag)?.ds;
  if (wrong) return { code: 'DIGEST_INVALID', detail: `the DS of ${zone} with tag ${wrong.keyTag} has another digest than the key with this tag` };
  return { code: 'NO_SEP', detail: `the DS records of ${zone} (${listed(named.map(({ ds }) => ds.keyTag))}) match none of its keys` };
}

/** A DS leads to a key, but this key does not vouch for the others. */
function unsigned(zone: string, keySet: RrSet, sound: readonly Key[], fault: Fault | null): Fault {
  const tags = listed(sound.map(({ tag }) => tag));
  const unreadable = sound.map(readyKey).find((ready): ready is ReasonCode => typeof ready === 'string');
  if (unreadable) return { code: unreadable, detail: `the key ${tags} of ${zone}, which the DS names, cannot be read` };
  if (fault === null || keySet.signatures.length === 0 || fault.code !== 'DNSKEY_MISSING') return fault ?? { code: 'NO_SEP', detail: `the keys of ${zone} are not signed as such` };
  return { code: 'NO_SEP', detail: `the keys of ${zone} are not signed by key ${tags}, which the DS names` };
}

function listed(numbers: readonly number[]): string {
  return [...new Set(numbers)].join(', ');
}
