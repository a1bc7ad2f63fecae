import type { IpBytes } from '../core/ip.ts';

/** Whose network an address is in, and where; null for what the data do not have. */
export interface IpNetwork {
  asn: number | null;
  name: string | null;
  /** The domain of its holder. */
  domain: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string | null;
}

/** The answers of one file. */
export interface IpTable {
  find(address: string, bytes: IpBytes): IpNetwork | null;
  attribution: string;
  builtAt: number | null;
}
