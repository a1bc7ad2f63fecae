/** Which networks announce the prefix that an address is in; `country` and `registry` are those of the allocation, not of the machine. */
export type OriginReply =
  | { outcome: 'found'; asns: readonly number[]; prefix: string; country: string | null; registry: string | null }
  /** No network announces it. */
  | { outcome: 'absent' }
  | { outcome: 'failed'; cause: string }
  | { outcome: 'notConfigured' };

/** Whether a network may announce a prefix, by the RPKI (RFC 6811 §2): `invalid` where its holder has signed for others only. */
export type ValidityReply =
  | { outcome: 'answered'; state: 'valid' | 'invalid' | 'notFound'; /** In the validator's words; null where it gives none. */ reason: string | null }
  | { outcome: 'failed'; cause: string }
  | { outcome: 'notConfigured' };

/** What is known of the routing of addresses. Nothing throws, and all end when `signal` fires. */
export interface Origins {
  of(address: string, signal: AbortSignal): Promise<OriginReply>;
  /** What the network is called; null where that is not known. Remembered for a day. */
  nameOf(asn: number, signal: AbortSignal): Promise<string | null>;
  /** Remembered for some minutes. */
  validity(asn: number, prefix: string, signal: AbortSignal): Promise<ValidityReply>;
}
