/** What other checks know and SPF needs. */
export interface Others {
  /** The DMARC policy in force for the domain, null where there is none. */
  dmarcPolicy: 'none' | 'quarantine' | 'reject' | 'unknown' | null;
  /** `null`: the domain says that it accepts no mail (RFC 7505). */
  mx: 'null' | 'absent' | 'found' | 'unknown';
  /** What the mail hosts of the domain ask their customers to include, each once. */
  includes: readonly string[];
}
