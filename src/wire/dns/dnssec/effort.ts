/**
 * What validating may cost in one check, however a zone is built (CVE-2023-50387, CVE-2023-50868): counted in operations,
 * so that it is the same on every machine.
 */
export interface Effort {
  /** Signatures verified and keys read. */
  trialsLeft: number;
  /** Rounds of SHA-1 over names (RFC 5155 §5). */
  roundsLeft: number;
  /** DS and DNSKEY questions. */
  questionsLeft: number;
}

/** A whole check of a signed domain with many answers takes about a fifth of each. */
export function newEffort(): Effort {
  return { trialsLeft: 400, roundsLeft: 20_000, questionsLeft: 24 };
}

/** Trials for one set of records; resolvers that are in use allow 8 to 16. */
export const MAX_TRIALS_PER_SET = 8;
