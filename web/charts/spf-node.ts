/** Why a lookup failed: `cause` is a phrase for people. */
interface Failure {
  cause: string;
}

/** One record of the SPF tree: that of the domain, or one that an include or a redirect leads to. The API leaves it open; `test/types` holds it to the service. */
export interface SpfNode {
  domain: string;
  kind: 'root' | 'include' | 'redirect';
  /** The term that leads here, null at the root. */
  via: string | null;
  record: string | null;
  lookups: number;
  voidLookups: number;
  error: 'none' | 'multiple' | 'syntax' | 'loop' | null;
  nxdomain: boolean;
  failed: Failure | null;
  all: '+' | '-' | '~' | '?' | null;
  children: readonly SpfNode[];
  targets: readonly SpfTarget[];
}

/** Where a term leads that is no include or redirect, or one whose name is made from the message. */
export interface SpfTarget {
  term: string;
  /** Null where it is made from the message. */
  name: string | null;
  type: 'A' | 'MX' | 'TXT' | 'PTR';
  outcome: 'found' | 'void' | 'failed' | 'dynamic';
  nxdomain: boolean;
  count: number;
  failed: Failure | null;
}

/** Addresses that a record allows in so many words. */
export interface SpfRange {
  range: string;
  addresses: number;
  /** The domain whose record says so. */
  at: string;
}
