/** What a record can ask for, weakest first (RFC 9989 §4.7). */
export const policies = ['none', 'quarantine', 'reject'] as const;
export type DmarcPolicy = (typeof policies)[number];

/** One destination of reports; `fault` says why it cannot be used (RFC 9989 §4.7, RFC 3986). */
export interface ReportUri {
  text: string;
  /** The domain of a usable mailto: destination. */
  domain: string | null;
  fault: string | null;
  /** The `!10m` of RFC 7489, which RFC 9989 removed; ignored by receivers. */
  hasSizeLimit: boolean;
}

/** A policy record as published (RFC 9989 §4.7). A tag whose value cannot be read is null and named in `faults`. */
export interface DmarcRecord {
  text: string;
  /** Every tag as written, the first of each name; names in lower case. */
  tags: Readonly<Record<string, string>>;
  p: DmarcPolicy | null;
  sp: DmarcPolicy | null;
  np: DmarcPolicy | null;
  testing: boolean;
  psd: 'y' | 'n' | 'u';
  rua: readonly ReportUri[];
  ruf: readonly ReportUri[];
  faults: readonly string[];
}

const VERSION = /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/;
/** The version comes first, or after another tag of DMARC. */
const MEANT_AS_DMARC = /^["'\s]*(?:(?:p|sp|np|t|psd|rua|ruf|adkim|aspf|fo|pct|rf|ri)\s*=[^]*?[;,\s])?v\s*=\s*dmarc/i;
const MAX_BEGINNING = 512;
const MAX_CHARACTERS = 65_535;
const MAX_TAGS = 100;
const MAX_URIS = 50;

/** Whether a TXT record is a DMARC policy record: version first, in this very case (RFC 9989 §4.7). */
export function isDmarc(text: string): boolean {
  return VERSION.test(text);
}

/** Whether a TXT record that is no DMARC record was plainly meant as one, such as `v=dmarc1;p=none` or `p=none; v=DMARC1`. */
export function isMeantAsDmarc(text: string): boolean {
  return !isDmarc(text) && MEANT_AS_DMARC.test(text.slice(0, MAX_BEGINNING));
}

/** Whether a TXT record is a DMARC record or was meant as one. */
export function resemblesDmarc(text: string): boolean {
  return isDmarc(text) || isMeantAsDmarc(text);
}

/** The record in `text`, or null where it is none; total on any input. */
export function parseDmarc(text: string): DmarcRecord | null {
  if (!isDmarc(text) || text.length > MAX_CHARACTERS) return null;
  const faults: string[] = [];
  const tags = readTags(text, faults);
  const value = (name: string) => (Object.hasOwn(tags, name) ? tags[name] : undefined);
  const oneOf = <T extends string>(name: string, values: readonly T[]): T | null => {
    const given = value(name)?.toLowerCase();
    if (given === undefined) return null;
    const known = values.find(candidate => candidate === given);
    if (!known) faults.push(`${name}=${value(name)}: must be one of ${values.join(', ')}`);
    return known ?? null;
  };
  checkFailureOptions(value('fo'), faults);
  oneOf('adkim', ['r', 's']);
  oneOf('aspf', ['r', 's']);
  return {
    text,
    tags,
    p: oneOf('p', policies),
    sp: oneOf('sp', policies),
    np: oneOf('np', policies),
    testing: oneOf('t', ['y', 'n']) === 'y',
    psd: oneOf('psd', ['y', 'n', 'u']) ?? 'u',
    rua: readUris(value('rua')),
    ruf: readUris(value('ruf')),
    faults,
  };
}

function readTags(text: string, faults: string[]): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const part of text.split(';', MAX_TAGS).map(part => part.trim()).filter(part => part !== '')) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(0, equals)).trim().toLowerCase();
    if (!/^[a-z][a-z0-9_]*$/.test(name)) faults.push(`"${part.slice(0, 60)}" is not a tag and a value`);
    else if (Object.hasOwn(tags, name)) faults.push(`${name} is given twice`);
    else tags[name] = part.slice(equals + 1).trim();
  }
  return tags;
}

/** RFC 9989 §4.7: 0, 1, d and s, separated by colons. */
function checkFailureOptions(fo: string | undefined, faults: string[]): void {
  if (fo !== undefined && !/^[01ds](\s*:\s*[01ds])*$/i.test(fo)) faults.push(`fo=${fo}: must be 0, 1, d or s, separated by colons`);
}

function readUris(value: string | undefined): ReportUri[] {
  if (value === undefined) return [];
  return value.split(',', MAX_URIS).map(part => readUri(part.trim()));
}

function readUri(text: string): ReportUri {
  const [, uri = text, size] = /^(.*?)(![0-9]+[kmgt]?)?$/is.exec(text)!;
  const refused = (fault: string): ReportUri => ({ text, domain: null, fault, hasSizeLimit: size !== undefined });
  if (text === '') return refused('empty');
  if (/^[^:@\s]+@[^@\s]+$/.test(uri)) return refused('"mailto:" is missing in front of the address');
  const mailto = /^mailto:([^?]*)(?:\?.*)?$/is.exec(uri);
  if (!mailto) return refused('only mailto: addresses are used');
  const domain = /^[^@\s]{1,256}@([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)\.?$/i.exec(mailto[1]!)?.[1]?.toLowerCase();
  if (domain === undefined || domain.includes('..')) return refused('not a valid e-mail address');
  return { text, domain, fault: null, hasSizeLimit: size !== undefined };
}
