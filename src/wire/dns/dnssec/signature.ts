import type { SignatureSeen } from '../../../core/lookup.ts';
import { typeName } from '../types.ts';
import { isKnownAlgorithm, isSignedBy, lengthFault } from './algorithms.ts';
import { countedLabels, signedData } from './canonical.ts';
import { MAX_TRIALS_PER_SET, type Effort } from './effort.ts';
import { keysFor, readyKey, type KeyRing } from './keys.ts';
import { setName, type Fault, type ReasonCode } from './reasons.ts';
import type { Rrsig, RrSet } from './rrsets.ts';

const MAX_SEEN = 16;

/** What is needed to judge sets of one zone. */
export interface Verifier {
  zone: string;
  ring: KeyRing;
  nowSeconds: number;
  effort: Effort;
}

/** How the signatures over a set stand; `expanded` has the labels of the wildcard that it comes from, null where it comes from none. */
export type Verdict = { seen: SignatureSeen[] } & (
  | { holds: true; expanded: number | null; expiration: number }
  | { holds: false; fault: Fault }
);

/** The most telling fault stands first: what is wrong with a signature that was meant for this zone and its keys. */
const TELLING: readonly ReasonCode[] = [
  'WORK_EXCEEDED', 'TRIALS_EXCEEDED', 'EXPIRATION_IN_PAST', 'INCEPTION_IN_FUTURE', 'SIGNATURE_INVALID',
  'RRSIG_BAD_LENGTH_ECDSA256', 'RRSIG_BAD_LENGTH_ECDSA384', 'RRSIG_BAD_LENGTH_ED25519', 'RRSIG_BAD_LENGTH_ED448',
  'DNSKEY_ZERO_LENGTH', 'DNSKEY_BAD_LENGTH_RSA', 'DNSKEY_BAD_LENGTH_ECDSA256', 'DNSKEY_BAD_LENGTH_ECDSA384', 'DNSKEY_BAD_LENGTH_ED25519', 'DNSKEY_BAD_LENGTH_ED448',
  'DNSKEY_REVOKED_RRSIG', 'RRSIG_LABELS_INVALID', 'DNSKEY_MISSING', 'SIGNER_NOT_ZONE', 'ALGORITHM_NOT_SUPPORTED',
];

/** Whether one of the signatures over `set` is by a key of the zone and holds now (RFC 4035 §5.3). */
export function verifySet(set: RrSet, verifier: Verifier): Verdict {
  const trials = { left: MAX_TRIALS_PER_SET };
  const judged = set.signatures.map(signature => ({ signature, fault: faultOf(signature, set, verifier, trials) }));
  const seen = judged.slice(0, MAX_SEEN).map(({ signature, fault }) => seenOf(set, signature, fault));
  const good = judged.find(({ fault }) => fault === null)?.signature;
  if (good) return { seen, holds: true, expanded: good.labels < countedLabels(set.name) ? good.labels : null, expiration: good.expiration };
  const worst = judged.toSorted((a, b) => TELLING.indexOf(a.fault!) - TELLING.indexOf(b.fault!))[0];
  const fault: Fault = worst ? { code: worst.fault!, detail: sentence(set, worst.signature, worst.fault!, verifier.zone) } : missing(set);
  return { seen, holds: false, fault };
}

function missing(set: RrSet): Fault {
  return { code: 'MISSING_RRSIG', detail: `${setName(set.name, set.type)} has no signature, although its zone is signed` };
}

function faultOf(signature: Rrsig, set: RrSet, { zone, ring, nowSeconds, effort }: Verifier, trials: { left: number }): ReasonCode | null {
  const { algorithm, keyTag, signer, labels, inception, expiration } = signature;
  if (signer !== zone) return 'SIGNER_NOT_ZONE';
  if (!isKnownAlgorithm(algorithm)) return 'ALGORITHM_NOT_SUPPORTED';
  if (labels > countedLabels(set.name)) return 'RRSIG_LABELS_INVALID';
  if (isBefore(expiration, nowSeconds) || isBefore(expiration, inception)) return 'EXPIRATION_IN_PAST';
  if (isBefore(nowSeconds, inception)) return 'INCEPTION_IN_FUTURE';
  const length = lengthFault(algorithm, signature.signature);
  if (length) return length;
  let fault: ReasonCode = 'DNSKEY_MISSING';
  for (const key of keysFor(ring, keyTag, algorithm)) {
    if (key.revoked) {
      fault = 'DNSKEY_REVOKED_RRSIG';
      continue;
    }
    if (effort.trialsLeft <= 0) return 'WORK_EXCEEDED';
    if (trials.left <= 0) return 'TRIALS_EXCEEDED';
    trials.left--;
    effort.trialsLeft--;
    const ready = readyKey(key);
    if (typeof ready === 'string') fault = ready;
    else if (isSignedBy(ready, algorithm, signedData(set, signature), signature.signature)) return null;
    else fault = 'SIGNATURE_INVALID';
  }
  return fault;
}

/** Times on a circle of 32 bits (RFC 4034 §3.1.5, RFC 1982). */
function isBefore(a: number, b: number): boolean {
  return a !== b && ((b - a) >>> 0) < 0x8000_0000;
}

function seenOf(set: RrSet, { keyTag, algorithm, inception, expiration }: Rrsig, fault: string | null): SignatureSeen {
  return { name: set.name, typeCovered: typeName(set.type) ?? `TYPE${set.type}`, keyTag, algorithm, inception, expiration, fault };
}

function sentence(set: RrSet, { keyTag, algorithm, signer, inception, expiration }: Rrsig, fault: ReasonCode, zone: string): string {
  const which = `the signature over ${setName(set.name, set.type)} by key ${keyTag}`;
  switch (fault) {
    case 'WORK_EXCEEDED': return `${setName(set.name, set.type)} was not judged: validating has taken all the work that one check may spend on it`;
    case 'TRIALS_EXCEEDED': return `${setName(set.name, set.type)} has more signatures and keys of one tag than resolvers try`;
    case 'EXPIRATION_IN_PAST': return `${which} expired on ${dateOf(expiration)}`;
    case 'INCEPTION_IN_FUTURE': return `${which} is valid only from ${dateOf(inception)} on`;
    case 'SIGNATURE_INVALID': return `${which} does not match the records`;
    case 'DNSKEY_REVOKED_RRSIG': return `${which} is by a key that was revoked`;
    case 'DNSKEY_MISSING': return `${which} is by none of the trusted keys of the zone`;
    case 'RRSIG_LABELS_INVALID': return `${which} counts more labels than the name has`;
    case 'SIGNER_NOT_ZONE': return `${which} is by ${signer === '' ? 'the root' : signer}, not by ${zone === '' ? 'the root' : zone}`;
    case 'ALGORITHM_NOT_SUPPORTED': return `${which} is of algorithm ${algorithm}, which resolvers do not verify`;
    default: return fault.startsWith('RRSIG') ? `${which} has a length that algorithm ${algorithm} never makes` : `key ${keyTag} of the zone cannot be read`;
  }
}

function dateOf(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().slice(0, 16).replace('T', ' ').concat(' UTC');
}
