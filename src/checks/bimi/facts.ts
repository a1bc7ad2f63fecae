import type { Lookup } from '../../core/lookup.ts';
import type { WebReply } from '../../core/outside/probes.ts';

/** A file, or why it did not come. */
export interface Fetched {
  url: string;
  /** A and AAAA of its host together. */
  host: Lookup<readonly string[]>;
  /** Null where the host has no address. */
  reply: WebReply | null;
}

/** The TXT answers at `default._bimi`, of the domain itself first and then of its organizational domain where that is another. */
export interface BimiFacts {
  domain: string;
  candidates: readonly { name: string; lookup: Lookup<readonly string[]> }[];
  /** The files that the one record names; null where it names none that can be fetched. */
  logo: Fetched | null;
  certificate: Fetched | null;
  /** The moment of the check, ISO 8601. */
  now: string;
}
