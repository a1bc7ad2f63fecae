/** Numbers of the record types that are read (IANA "DNS Parameters", Resource Record TYPEs, 2026-11). */
export const typeCodes = {
  A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28, SRV: 33, NAPTR: 35, DNAME: 39, OPT: 41,
  DS: 43, RRSIG: 46, NSEC: 47, DNSKEY: 48, NSEC3: 50, NSEC3PARAM: 51, TLSA: 52, SMIMEA: 53, CDS: 59, CDNSKEY: 60,
  SVCB: 64, HTTPS: 65, URI: 256, CAA: 257,
} as const;
export type TypeName = keyof typeof typeCodes;

const typeNames = new Map<number, TypeName>(Object.entries(typeCodes).map(([name, code]) => [code, name as TypeName]));

/** The mnemonic of a type that is read here, otherwise undefined. */
export function typeName(code: number): TypeName | undefined {
  return typeNames.get(code);
}

export const classIn = 1;

export const rcodes = { noError: 0, formErr: 1, servFail: 2, nxDomain: 3, notImp: 4, refused: 5, badVers: 16 } as const;

/** IANA "DNS Parameters", DNS RCODEs, 2026-11. */
const rcodeTexts: Readonly<Record<number, string>> = {
  0: 'NOERROR', 1: 'FORMERR', 2: 'SERVFAIL', 3: 'NXDOMAIN', 4: 'NOTIMP', 5: 'REFUSED', 6: 'YXDOMAIN', 7: 'YXRRSET', 8: 'NXRRSET',
  9: 'NOTAUTH', 10: 'NOTZONE', 11: 'DSOTYPENI', 16: 'BADVERS', 17: 'BADKEY', 18: 'BADTIME', 19: 'BADMODE', 20: 'BADNAME', 21: 'BADALG',
  22: 'BADTRUNC', 23: 'BADCOOKIE',
};

/** The mnemonic of a response code, `RCODE 12` for one without. */
export function rcodeText(code: number): string {
  return rcodeTexts[code] ?? `RCODE ${code}`;
}

/** IANA "DNS Parameters", Extended DNS Error Codes (RFC 8914 §5.2), 2026-11. */
const extendedErrors: readonly string[] = [
  'Other Error', 'Unsupported DNSKEY Algorithm', 'Unsupported DS Digest Type', 'Stale Answer', 'Forged Answer',
  'DNSSEC Indeterminate', 'DNSSEC Bogus', 'Signature Expired', 'Signature Not Yet Valid', 'DNSKEY Missing',
  'RRSIGs Missing', 'No Zone Key Bit Set', 'NSEC Missing', 'Cached Error', 'Not Ready',
  'Blocked', 'Censored', 'Filtered', 'Prohibited', 'Stale NXDOMAIN Answer',
  'Not Authoritative', 'Not Supported', 'No Reachable Authority', 'Network Error', 'Invalid Data',
  'Signature Expired before Valid', 'Too Early', 'Unsupported NSEC3 Iterations Value', 'Unable to conform to policy', 'Synthesized',
  'Invalid Query Type',
];

/** `EDE 22: No Reachable Authority`, and the server's own words behind it where it gave some (RFC 8914 §2). */
export function extendedErrorText(code: number, words: string): string {
  return [`EDE ${code}`, extendedErrors[code], words].filter(Boolean).join(': ');
}
