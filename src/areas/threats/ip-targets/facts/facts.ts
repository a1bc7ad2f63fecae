import type { Weight } from '../../../../checks/blocklists/lists.ts';

/** What names an address (RFC 1035 §3.5), and whether the names lead back to it. */
export interface ReverseFacts {
  /** `confirmed`: a name leads back; `unconfirmed`: there are names and none does; `absent`: there is none. */
  state: 'confirmed' | 'unconfirmed' | 'absent' | 'unknown';
  names: readonly string[];
  confirmed: readonly string[];
  /** The name that a provider gave by rule rather than somebody for this machine; null for none. */
  generic: string | null;
  cause: string | null;
}

/** What one blocklist says; `unknown` where it could not be believed or did not answer, never clean. */
export interface ListFacts {
  zone: string;
  state: 'listed' | 'clean' | 'unknown';
  codes: readonly { code: string; weight: Weight; text: string }[];
  /** The list's own words. */
  text: string | null;
  cause: string | null;
}

export interface OriginFacts {
  state: 'found' | 'absent' | 'unknown' | 'notConfigured';
  asns: readonly { asn: number; name: string | null }[];
  prefix: string | null;
  /** Of the allocation, not of the machine. */
  country: string | null;
  cause: string | null;
}

/** Whether the networks may announce the prefix (RFC 6811 §2). */
export interface RpkiFacts {
  state: 'valid' | 'invalid' | 'notFound' | 'unknown' | 'notConfigured';
  cause: string | null;
}

/** Whose shared machines or data centres the address belongs to. */
export interface OwnerFacts {
  name: string;
  kind: 'cdn' | 'platform' | 'cloud';
}

/** What is known of an address without a packet to it. */
export interface AddressFacts {
  reverse: ReverseFacts;
  lists: readonly ListFacts[];
  origin: OriginFacts;
  rpki: RpkiFacts;
  owner: OwnerFacts | null;
}
