import type { Failure, FailureKind, Security } from '../../../core/lookup.ts';
import { typeName } from '../types.ts';

/**
 * Why something is not secure. The names are those of dnsviz where it has one; ours are
 * NO_DS, OPT_OUT, UNSUPPORTED_NSEC3_ITERATIONS, DNSKEY_MISSING, DNSKEY_BAD_LENGTH_RSA, RRSIG_LABELS_INVALID,
 * TRIALS_EXCEEDED (of one set) and WORK_EXCEEDED (of the whole check).
 */
export type ReasonCode =
  | 'ALGORITHM_NOT_SUPPORTED' | 'DIGEST_ALGORITHM_NOT_SUPPORTED' | 'NO_DS' | 'OPT_OUT' | 'UNSUPPORTED_NSEC3_ITERATIONS'
  | 'NO_SEP' | 'DIGEST_INVALID' | 'DNSKEY_REVOKED_DS' | 'NO_TRUST_ANCHOR_SIGNING'
  | 'DNSKEY_ZERO_LENGTH' | 'DNSKEY_BAD_LENGTH_RSA' | 'DNSKEY_BAD_LENGTH_ECDSA256' | 'DNSKEY_BAD_LENGTH_ECDSA384'
  | 'DNSKEY_BAD_LENGTH_ED25519' | 'DNSKEY_BAD_LENGTH_ED448'
  | 'MISSING_RRSIG' | 'UNABLE_TO_RETRIEVE_DNSSEC_RECORDS' | SignatureFault
  | 'MISSING_NSEC_FOR_NODATA' | 'MISSING_NSEC_FOR_NXDOMAIN' | 'MISSING_NSEC_FOR_WILDCARD'
  | 'SNAME_NOT_COVERED' | 'WILDCARD_NOT_COVERED' | 'NEXT_CLOSEST_ENCLOSER_NOT_COVERED' | 'NO_CLOSEST_ENCLOSER' | 'OPT_OUT_FLAG_NOT_SET'
  | 'STYPE_IN_BITMAP' | 'NO_NSEC_MATCHING_SNAME' | 'NO_NSEC3_MATCHING_SNAME' | 'WILDCARD_EXPANSION_INVALID'
  | 'REFERRAL_WITH_SOA' | 'UNSUPPORTED_NSEC3_ALGORITHM' | 'DNAME_TARGET_MISMATCH' | 'CNAME_LOOP'
  | 'EXISTING_TYPE_NOT_IN_BITMAP'
  | 'TIMEOUT' | 'INVALID_RCODE' | 'FORMERR' | 'NETWORK_ERROR' | 'WORK_EXCEEDED';

/** What is wrong with one signature. */
export type SignatureFault =
  | 'WORK_EXCEEDED' | 'TRIALS_EXCEEDED' | 'EXPIRATION_IN_PAST' | 'INCEPTION_IN_FUTURE' | 'SIGNATURE_INVALID'
  | 'RRSIG_BAD_LENGTH_ECDSA256' | 'RRSIG_BAD_LENGTH_ECDSA384' | 'RRSIG_BAD_LENGTH_ED25519' | 'RRSIG_BAD_LENGTH_ED448'
  | 'DNSKEY_REVOKED_RRSIG' | 'DNSKEY_MISSING' | 'RRSIG_LABELS_INVALID' | 'SIGNER_NOT_ZONE' | 'ALGORITHM_NOT_SUPPORTED';

/** A reason of which the zone is not yet named. */
export interface Fault {
  code: ReasonCode;
  detail: string;
}

export const secure: Security = { status: 'secure', reason: null };

/** Bogus, but for what was not judged because the work of the check was used up. */
export function broken(zone: string, { code, detail }: Fault): Security {
  return { status: code === 'WORK_EXCEEDED' ? 'indeterminate' : 'bogus', reason: { code, zone, detail } };
}

export function insecure(zone: string, { code, detail }: Fault): Security {
  return { status: 'insecure', reason: { code, zone, detail } };
}

export function indeterminate(zone: string, { code, detail }: Fault): Security {
  return { status: 'indeterminate', reason: { code, zone, detail } };
}

/** `example.org/MX`, `./DNSKEY`. */
export function setName(name: string, type: number): string {
  return `${name === '' ? '.' : name}/${typeName(type) ?? `TYPE${type}`}`;
}

const CODES: Partial<Record<FailureKind, ReasonCode>> = {
  timeout: 'TIMEOUT', servfail: 'INVALID_RCODE', refused: 'INVALID_RCODE', formerr: 'INVALID_RCODE', notimp: 'INVALID_RCODE', rcode: 'INVALID_RCODE',
  malformed: 'FORMERR', truncated: 'FORMERR', budget: 'WORK_EXCEEDED', loop: 'CNAME_LOOP',
};

/** A lookup that failed, as a reason. */
export function faultOfFailure(name: string, type: string, { kind, cause }: Failure): Fault {
  return { code: CODES[kind] ?? 'NETWORK_ERROR', detail: `${type} of ${name === '' ? 'the root' : name}: ${cause}` };
}
