/** What a security.txt says, as far as it is judged (RFC 9116 §2.5). */
export interface SecurityTxt {
  contacts: readonly string[];
  /** As it stands in the file; the first where there are several. */
  expires: string | null;
  /** How often `Expires` comes: exactly once is right. */
  expiresCount: number;
}

const MAX_LINES = 500;

/** The fields of the file; a signature around them and comments are passed over. Total on any input. */
export function parseSecurityTxt(text: string): SecurityTxt {
  const fields = text.split(/\r?\n/, MAX_LINES).flatMap(line => {
    const colon = line.indexOf(':');
    return colon < 1 || line.startsWith('#') ? [] : [{ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() }];
  });
  const valuesOf = (wanted: string) => fields.filter(({ name }) => name === wanted).map(({ value }) => value);
  const expires = valuesOf('expires');
  return { contacts: valuesOf('contact'), expires: expires[0] ?? null, expiresCount: expires.length };
}

/** The moment in epoch milliseconds; null where it is no date of RFC 3339 (RFC 9116 §2.5.5). */
export function parseExpires(text: string): number | null {
  const ms = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text.toUpperCase()) : NaN;
  return Number.isNaN(ms) ? null : ms;
}
