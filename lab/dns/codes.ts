/** Record types by mnemonic (IANA "Resource Record (RR) TYPEs", July 2026). */
const types: Readonly<Record<string, number>> = {
  A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28, SRV: 33, NAPTR: 35, DS: 43, RRSIG: 46, NSEC: 47, DNSKEY: 48,
  NSEC3: 50, NSEC3PARAM: 51, TLSA: 52, CDS: 59, CDNSKEY: 60, SVCB: 64, HTTPS: 65, SPF: 99, IXFR: 251, AXFR: 252, ANY: 255, CAA: 257,
};
const typeNames = new Map(Object.entries(types).map(([name, number]) => [number, name]));

export const rcodes = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED'] as const;
/** RFC 1035 §4.1.1, and BADVERS of RFC 6891 §9. */
export type Rcode = (typeof rcodes)[number] | 'BADVERS';

/** The number of a type given as mnemonic or as `TYPE123` (RFC 3597 §5), or null. */
export function typeNumber(type: string): number | null {
  const generic = /^TYPE(\d{1,5})$/.exec(type);
  const number = generic ? Number(generic[1]) : types[type];
  return number !== undefined && number <= 0xffff ? number : null;
}

export function typeName(number: number): string {
  return typeNames.get(number) ?? `TYPE${number}`;
}
