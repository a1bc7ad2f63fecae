import type { RecordType, SecurityStatus } from '../src/core/lookup.ts';

/** One question, the outcome that a validator must come to, and why it is not `secure` (a code of dnsviz where it has one). */
export type Expected = readonly [zone: string, name: string, type: RecordType, outcome: SecurityStatus, code: string | null];

/** `absent` is a name that no zone has. */
const rows: readonly [zone: string, name: string, type: RecordType, outcome: SecurityStatus, code?: string][] = [
  ['healthy', '@', 'A', 'secure'],
  ['healthy', 'absent', 'A', 'secure'],

  // Signed correctly.
  ['sec-split-keys', '@', 'A', 'secure'],
  ['sec-split-keys', 'absent', 'A', 'secure'],
  ['sec-rsasha256', '@', 'A', 'secure'],
  ['sec-rsasha256', '@', 'TLSA', 'secure'],
  ['sec-rsasha512', '@', 'A', 'secure'],
  ['sec-p384', '@', 'A', 'secure'],
  ['sec-ed25519', '@', 'A', 'secure'],
  ['sec-ed448', '@', 'A', 'secure'],
  ['sec-two-algorithms', '@', 'A', 'secure'],
  ['sec-wildcards', 'any.wild', 'A', 'secure'],
  ['sec-wildcards', 'any.wild', 'MX', 'secure'],
  ['sec-wildcards', 'there.wild', 'A', 'secure'],
  ['sec-wildcards', 'below.there.wild', 'A', 'secure'],
  ['sec-wildcards', 'any.away', 'A', 'secure'],
  ['sec-wildcards', 'any.away', 'MX', 'secure'],
  ['sec-wildcards', 'below.nothing', 'A', 'secure'],
  ['sec-wildcards', 'absent', 'A', 'secure'],
  ['sec-wildcards', 'absent.nothing', 'A', 'secure'],
  ['sec-wildcards', '@', 'TLSA', 'secure'],
  ['sec-nsec3', 'any.wild', 'A', 'secure'],
  ['sec-nsec3', 'any.wild', 'MX', 'secure'],
  ['sec-nsec3', 'there.wild', 'A', 'secure'],
  ['sec-nsec3', 'below.there.wild', 'A', 'secure'],
  ['sec-nsec3', 'any.away', 'A', 'secure'],
  ['sec-nsec3', 'any.away', 'MX', 'secure'],
  ['sec-nsec3', 'below.nothing', 'A', 'secure'],
  ['sec-nsec3', 'absent', 'A', 'secure'],
  ['sec-nsec3', 'absent.nothing', 'A', 'secure'],
  ['sec-nsec3', '@', 'TLSA', 'secure'],
  ['sec-opt-out', '@', 'A', 'secure'],
  ['sec-opt-out', '@', 'TLSA', 'secure'],
  ['sec-opt-out', 'signed', 'A', 'secure'],
  ['sec-opt-out', 'plain', 'A', 'insecure', 'NO_DS'],
  ['sec-opt-out', 'absent', 'A', 'insecure', 'OPT_OUT'],
  ['sec-parent', '@', 'A', 'secure'],
  ['sec-parent', 'child', 'A', 'secure'],
  ['sec-parent', 'grand.child', 'A', 'secure'],
  ['sec-parent', 'absent.child', 'A', 'secure'],
  ['sec-parent', 'plain', 'A', 'insecure', 'NO_DS'],
  ['sec-parent', 'absent.plain', 'A', 'insecure', 'NO_DS'],
  ['sec-parent', 'plain', 'DS', 'secure'],
  ['sec-ds-sha384', '@', 'A', 'secure'],
  ['sec-ds-two-digests', '@', 'A', 'secure'],
  ['sec-ds-standby', '@', 'A', 'secure'],
  ['sec-key-announced', '@', 'A', 'secure'],
  ['sec-two-signatures', '@', 'A', 'secure'],
  ['sec-key-retired', '@', 'A', 'secure'],
  ['sec-same-tag', '@', 'A', 'secure'],
  ['sec-many-keys', '@', 'A', 'secure'],
  ['sec-cds', '@', 'CDS', 'secure'],
  ['sec-cds', '@', 'CDNSKEY', 'secure'],

  // Secure, and yet not as it should be. RFC 9905 §2: validators support SHA-1 still, and their operators are to switch it off.
  ['sec-rsasha1', '@', 'A', 'secure'],
  ['sec-rsasha1-nsec3', '@', 'A', 'secure'],
  ['sec-rsasha1-nsec3', 'absent', 'A', 'secure'],
  ['sec-rsa-1024', '@', 'A', 'secure'],
  ['sec-rsa-512', '@', 'A', 'secure'],
  ['sec-ds-sha1', '@', 'A', 'secure'],
  ['sec-ds-sha1-beside', '@', 'A', 'secure'],
  ['sec-nsec3-rounds', 'absent', 'A', 'secure'],
  ['sec-expires-soon', '@', 'A', 'secure'],
  ['sec-lasts-long', '@', 'A', 'secure'],
  ['sec-cds-other-key', '@', 'A', 'secure'],
  ['sec-cds-disagree', '@', 'A', 'secure'],
  ['sec-cds-delete', '@', 'CDS', 'secure'],
  ['sec-registry-unaware', '@', 'A', 'secure'],
  // One algorithm is enough for a validator (RFC 6840 §5.11), though the zone breaks RFC 4035 §2.2.
  ['sec-algorithm-incomplete', '@', 'A', 'secure'],
  ['sec-nsec-denies', '@', 'MX', 'secure'],
  ['sec-nsec-denies', '@', 'TLSA', 'secure'],
  // The resolver of the lab asks the first server.
  ['sec-stale-server', '@', 'A', 'secure'],
  ['sec-unsigned-server', '@', 'A', 'secure'],

  // Not protected: nothing is proven wrong.
  ['sec-unsigned', '@', 'A', 'insecure', 'NO_DS'],
  ['sec-unsigned', 'absent', 'A', 'insecure', 'NO_DS'],
  ['sec-island', '@', 'A', 'insecure', 'NO_DS'],
  ['sec-registry-says-signed', '@', 'A', 'insecure', 'NO_DS'],
  ['sec-ds-unknown-digest', '@', 'A', 'insecure', 'DIGEST_ALGORITHM_NOT_SUPPORTED'],
  ['sec-unknown-algorithm', '@', 'A', 'insecure', 'ALGORITHM_NOT_SUPPORTED'],
  ['sec-gost', '@', 'A', 'insecure', 'ALGORITHM_NOT_SUPPORTED'],
  ['sec-nsec3-150', '@', 'A', 'secure'],
  ['sec-nsec3-150', 'absent', 'A', 'insecure', 'UNSUPPORTED_NSEC3_ITERATIONS'],
  ['sec-nsec3-500', '@', 'A', 'secure'],
  ['sec-nsec3-500', 'absent', 'A', 'insecure', 'UNSUPPORTED_NSEC3_ITERATIONS'],
  ['sec-nsec3-500', '@', 'TLSA', 'insecure', 'UNSUPPORTED_NSEC3_ITERATIONS'],
  ['sec-nsec3-2500', '@', 'A', 'secure'],
  ['sec-nsec3-2500', 'absent', 'A', 'insecure', 'UNSUPPORTED_NSEC3_ITERATIONS'],

  // Broken: the DS records and the keys.
  ['sec-ds-wrong', '@', 'A', 'bogus', 'DIGEST_INVALID'],
  ['sec-ds-gone', '@', 'A', 'bogus', 'NO_SEP'],
  ['sec-ds-without-keys', '@', 'A', 'bogus', 'NO_SEP'],
  ['sec-ds-other-algorithm', '@', 'A', 'bogus', 'NO_SEP'],
  ['sec-ds-weaker-right', '@', 'A', 'bogus', 'DIGEST_INVALID'],
  ['sec-ds-of-zone-key', '@', 'A', 'bogus', 'NO_SEP'],
  ['sec-key-protocol', '@', 'A', 'bogus', 'NO_SEP'],
  ['sec-key-not-zone', '@', 'A', 'bogus', 'NO_SEP'],
  ['sec-key-revoked', '@', 'A', 'bogus', 'DNSKEY_REVOKED_DS'],
  ['sec-key-cut', '@', 'A', 'bogus', 'DNSKEY_BAD_LENGTH_ECDSA256'],
  ['sec-keytrap', '@', 'A', 'bogus', 'TRIALS_EXCEEDED'],
  ['sec-keys-unsigned', '@', 'A', 'bogus', 'MISSING_RRSIG'],
  ['sec-keys-expired', '@', 'A', 'bogus', 'EXPIRATION_IN_PAST'],
  ['sec-keys-corrupt', '@', 'A', 'bogus', 'SIGNATURE_INVALID'],
  ['sec-plain', '@', 'A', 'bogus', 'NO_SEP'],
  ['sec-parent-of-bogus', '@', 'A', 'secure'],
  ['sec-parent-of-bogus', 'unproven', 'A', 'bogus', 'MISSING_NSEC_FOR_NODATA'],
  ['sec-parent-of-bogus', 'unproven', 'DS', 'bogus', 'MISSING_NSEC_FOR_NODATA'],
  ['sec-parent-of-bogus', 'unsigned', 'A', 'bogus', 'MISSING_RRSIG'],
  ['sec-parent-of-bogus', 'expired', 'A', 'bogus', 'EXPIRATION_IN_PAST'],
  ['sec-parent-of-bogus', 'lied', 'A', 'bogus', 'SIGNATURE_INVALID'],

  // Broken: the signatures of the records.
  ['sec-expired', '@', 'A', 'bogus', 'EXPIRATION_IN_PAST'],
  ['sec-not-yet', '@', 'A', 'bogus', 'INCEPTION_IN_FUTURE'],
  ['sec-records-expired', '@', 'A', 'bogus', 'EXPIRATION_IN_PAST'],
  ['sec-corrupt', '@', 'A', 'bogus', 'SIGNATURE_INVALID'],
  ['sec-unsigned-records', '@', 'A', 'bogus', 'MISSING_RRSIG'],
  ['sec-address-unsigned', '@', 'A', 'bogus', 'MISSING_RRSIG'],
  ['sec-address-unsigned', '@', 'MX', 'secure'],
  ['sec-mail-corrupt', '@', 'A', 'secure'],
  ['sec-mail-corrupt', '@', 'MX', 'bogus', 'SIGNATURE_INVALID'],
  ['sec-other-signer', '@', 'A', 'bogus', 'SIGNER_NOT_ZONE'],
  ['sec-labels', '@', 'A', 'bogus', 'RRSIG_LABELS_INVALID'],
  ['sec-tag', '@', 'A', 'bogus', 'DNSKEY_MISSING'],
  ['sec-key-hidden', '@', 'A', 'bogus', 'DNSKEY_MISSING'],

  // Broken: the proof that something is not there.
  ['sec-nsec-missing', '@', 'A', 'secure'],
  ['sec-nsec-missing', 'absent', 'A', 'bogus', 'MISSING_NSEC_FOR_NXDOMAIN'],
  ['sec-nsec-missing', '@', 'TLSA', 'bogus', 'MISSING_NSEC_FOR_NODATA'],
  ['sec-nsec-unsigned', 'absent', 'A', 'bogus', 'MISSING_RRSIG'],
  ['sec-nsec-corrupt', 'absent', 'A', 'bogus', 'SIGNATURE_INVALID'],
  ['sec-nsec-corrupt', '@', 'TLSA', 'bogus', 'SIGNATURE_INVALID'],
  ['sec-nsec-expired', 'absent', 'A', 'bogus', 'EXPIRATION_IN_PAST'],
  ['sec-nsec-empty-span', 'absent', 'A', 'bogus', 'SNAME_NOT_COVERED'],
  ['sec-nsec-empty-span', '@', 'TLSA', 'secure'],
  ['sec-nsec-claims', '@', 'CAA', 'bogus', 'STYPE_IN_BITMAP'],
  ['sec-nsec-claims', 'absent', 'A', 'secure'],
  ['sec-nsec3-missing', 'absent', 'A', 'bogus', 'MISSING_NSEC_FOR_NXDOMAIN'],
  ['sec-nsec3-missing', '@', 'TLSA', 'bogus', 'MISSING_NSEC_FOR_NODATA'],
  ['sec-nsec3-unsigned', 'absent', 'A', 'bogus', 'MISSING_RRSIG'],
  ['sec-nsec3-empty-span', 'absent', 'A', 'bogus', 'NEXT_CLOSEST_ENCLOSER_NOT_COVERED'],
  ['sec-nsec3-other-salt', 'absent', 'A', 'bogus', 'NO_CLOSEST_ENCLOSER'],
  ['sec-nsec3-other-salt', '@', 'TLSA', 'bogus', 'NO_NSEC3_MATCHING_SNAME'],
  ['sec-nsec3-unknown-hash', 'absent', 'A', 'bogus', 'UNSUPPORTED_NSEC3_ALGORITHM'],
  ['sec-nsec3-claims', '@', 'CAA', 'bogus', 'STYPE_IN_BITMAP'],
  ['sec-wildcard-unproven', '@', 'A', 'secure'],
  ['sec-wildcard-unproven', 'any.wild', 'A', 'bogus', 'MISSING_NSEC_FOR_WILDCARD'],
  ['sec-wildcard-unproven-nsec3', 'any.wild', 'A', 'bogus', 'MISSING_NSEC_FOR_WILDCARD'],
  ['sec-wildcard-corrupt', 'any.wild', 'A', 'bogus', 'SIGNATURE_INVALID'],
  ['sec-ent-denied', 'nothing', 'A', 'bogus', 'MISSING_NSEC_FOR_NODATA'],
];

/** What is expected of every question, names made absolute. */
export const expectations: readonly Expected[] = rows.map(([label, name, type, outcome, code]) => {
  const zone = `${label}.example`;
  return [zone, name === '@' ? zone : `${name}.${zone}`, type, outcome, code ?? null];
});

/** Where a validator of others comes to another outcome, and why ours stays. */
export const departures: readonly { oracle: 'delv' | 'unbound-host'; name: string; type: RecordType; outcome: SecurityStatus; why: string }[] = [
  { oracle: 'delv', name: 'absent.sec-nsec3-150.example', type: 'A', outcome: 'secure', why: 'BIND 9.18 computes 150 iterations; RFC 9276 §3.2 leaves the limit open' },
  { oracle: 'unbound-host', name: 'absent.sec-nsec3-150.example', type: 'A', outcome: 'secure', why: 'Unbound 1.17 computes 150 iterations; RFC 9276 §3.2 leaves the limit open' },
  { oracle: 'delv', name: 'absent.sec-opt-out.example', type: 'A', outcome: 'secure', why: 'RFC 5155 §9.2: an answer that rests on an opt-out span is not authenticated' },
  { oracle: 'delv', name: 'sec-same-tag.example', type: 'A', outcome: 'bogus', why: 'BIND 9.18 gives the addresses up once a signature fails by the other key of the tag; RFC 6840 §5.4 is content with any that holds' },
  { oracle: 'unbound-host', name: 'sec-ds-weaker-right.example', type: 'A', outcome: 'secure', why: 'RFC 4509 §3: SHA-1 should be passed over beside SHA-256; Unbound 1.17 does so with harden-algo-downgrade alone' },
  { oracle: 'unbound-host', name: 'sec-ed448.example', type: 'A', outcome: 'insecure', why: 'The library of Debian is built with Nettle and verifies Ed25519 alone of the two' },
  { oracle: 'unbound-host', name: 'sec-key-revoked.example', type: 'A', outcome: 'secure', why: 'RFC 5011 §2.1: a revoked key must not be used; Unbound 1.17 uses it' },
];

/** Reasons that dnsviz has no error or warning for. */
export const ownCodes: readonly string[] = ['NO_DS', 'OPT_OUT', 'UNSUPPORTED_NSEC3_ITERATIONS', 'DNSKEY_MISSING', 'RRSIG_LABELS_INVALID', 'TRIALS_EXCEEDED'];

/** What dnsviz says in place of our reason, by name; null where it breaks down or sees nothing wrong. */
export const otherReasons: Readonly<Record<string, { code: string | null; why: string }>> = {
  'absent.sec-nsec3-empty-span.example': { code: 'NO_CLOSEST_ENCLOSER', why: 'dnsviz takes an encloser as found only with the proof of the name below it' },
  'sec-key-not-zone.example': { code: null, why: 'dnsviz does not look at the zone flag' },
  'sec-key-cut.example': { code: null, why: 'dnsviz breaks down over a key of that length' },
};
