import type { Dns } from '../lookup.ts';

/** What a mail says and proves of the one who sent it. */
export interface MailSignatures {
  /** Domain of the address in the header field From, A-labels; null where there is not exactly one address. */
  from: string | null;
  /** Its DKIM signatures (RFC 6376), from the top; none where they are too many to be verified. */
  signatures: readonly MailSignature[];
}

/** A DKIM signature of the domain in its `d=`. */
export interface MailSignature {
  domain: string;
  /** `pass`: it is valid and covers From and the whole body; `unknown`: the key could not be looked up. */
  result: 'pass' | 'fail' | 'unknown';
}

/** Verifies the signatures of a mail at the time `now`, epoch milliseconds; never throws for what the mail or the DNS contain. */
export type VerifySignatures = (mail: Uint8Array, dns: Pick<Dns, 'lookup'>, now: number) => Promise<MailSignatures>;
