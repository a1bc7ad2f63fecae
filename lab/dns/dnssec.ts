/** How a zone is signed, and what is wrong with that; keys are named where they are used. */
export interface Signing {
  keys: readonly KeyPlan[];
  /** The DS records at the parent. */
  ds: readonly DigestPlan[];
  /** The DS records that the zone asks its parent for (RFC 7344); a key `delete` asks for none (RFC 8078 §4). */
  cds: readonly DigestPlan[];
  cdnskey: readonly string[];
  /** Null is NSEC. */
  nsec3: Nsec3Plan | null;
  flaws: readonly Flaw[];
}

/** `ksk` signs the keys, `zsk` everything else, `csk` both. */
export interface KeyPlan {
  name: string;
  role: 'ksk' | 'zsk' | 'csk';
  /** IANA's number; one that the lab cannot sign with gets a key and signatures of noise. */
  algorithm: number;
  /** Of RSA keys: 512, 1024 or 2048. */
  bits: number;
  /** Whether it is among the DNSKEY records. */
  published: boolean;
  signs: boolean;
  /** RFC 5011 §2.1. */
  revoked: boolean;
  /** Left out: 257, or 256 for a `zsk`. */
  flags?: number | undefined;
  protocol: number;
  /** Makes the key in place of the lab's seed and the zone's name: the same key in every lab. */
  seed?: string | undefined;
  /** Leaves out the last byte of the public key. */
  cut: boolean;
  /** So many keys of noise with the same tag and algorithm stand next to it. */
  twins: number;
}

export interface DigestPlan {
  key: string;
  /** The digest type: 1 SHA-1, 2 SHA-256, 4 SHA-384; another gets a digest of noise. */
  digest: number;
  /** Left out: that of the key. */
  algorithm?: number | undefined;
  /** Whether the digest is that of another key. */
  wrong: boolean;
}

/** RFC 5155; the salt in hexadecimal. */
export interface Nsec3Plan {
  iterations: number;
  salt: string;
  optOut: boolean;
  /** 1 is SHA-1 and the only one there is; the hashes are made by it whatever stands here. */
  algorithm: number;
}

export const flawKinds = [
  // Signatures: left out, out of date, changed, in the name of the parent zone, with a label too many, with another tag, after so many of noise.
  'unsigned', 'window', 'corrupt', 'signer', 'labels', 'tag', 'decoys',
  // Denial: no records; spans that end where they begin; types that are missing or too many; NSEC3 names hashed with another salt.
  'noProof', 'emptySpan', 'denies', 'claims', 'otherSalt',
  // The zone without keys, signatures and denial.
  'plain',
] as const;
export type FlawKind = (typeof flawKinds)[number];

/** What is wrong with some answers of a signed zone. Every field that is left out matches everything. */
export interface Flaw {
  flaw: FlawKind;
  /** The server that answers so. */
  at?: string | undefined;
  /** The owner of the records or, for `noProof`, the name that was asked for; `*.x` is everything below x. */
  name?: string | undefined;
  /** The type that is signed, `NSEC` and `NSEC3` included; for `noProof` the one that was asked for; for `denies` and `claims` the one at issue. */
  type?: string | undefined;
  /** The key whose signatures these are. */
  key?: string | undefined;
  /** For `window`, in days from the start of the lab. */
  fromDays?: number | undefined;
  untilDays?: number | undefined;
  /** For `decoys`. */
  count?: number | undefined;
}

/** A key with the defaults of `KeyPlan`. */
export function keyPlan(plan: Partial<KeyPlan> & Pick<KeyPlan, 'role'>): KeyPlan {
  return { name: plan.role, algorithm: 13, bits: 2048, published: true, signs: true, revoked: false, protocol: 3, cut: false, twins: 0, ...plan };
}

const csk = keyPlan({ role: 'csk' });
/** A key that the zone does not have. */
const gone = keyPlan({ role: 'csk', name: 'gone', published: false, signs: false });

/** The simple ways: signed by one ECDSA key or not at all, with the DS of that key, of one that is gone, or none. */
export function simpleSigning(signed: boolean, ds: 'right' | 'wrong' | 'none'): Signing {
  const keys = [...(signed ? [csk] : []), ...(ds === 'wrong' ? [gone] : [])];
  const digests = { right: signed ? ['csk'] : [], wrong: ['gone'], none: [] }[ds].map(key => ({ key, digest: 2, wrong: false }));
  return { keys, ds: digests, cds: [], cdnskey: [], nsec3: null, flaws: [] };
}

/** Whether `flaw` is about this name and type, made by this key. */
export function concerns(flaw: Flaw, name: string, type: string, key?: string): boolean {
  return (flaw.type === undefined || flaw.type === type)
    && (flaw.key === undefined || flaw.key === key)
    && (flaw.name === undefined || flaw.name === name || (flaw.name.startsWith('*.') && name.endsWith(flaw.name.slice(1))));
}
