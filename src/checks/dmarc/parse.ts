import { madeVisible, trimBlanks } from '../blanks.ts';

/** What a record can ask for, weakest first (RFC 9989 §4.7). */
export const policies = ['none', 'quarantine', 'reject'] as const;
export type DmarcPolicy = (typeof policies)[number];

/** One destination of reports; `fault` says why it cannot be used (RFC 9989 §4.7, RFC 3986). */
export interface ReportUri {
  text: string;
  /** Whether it is a URI at all, of whatever scheme: one such keeps a record without a valid policy alive (RFC 9989 §4.10.1). */
  isUri: boolean;
  /** The domain of a usable mailto: destination. */
  domain: string | null;
  fault: string | null;
  /** The `!10m` of RFC 7489, which RFC 9989 removed; ignored by receivers. */
  hasSizeLimit: boolean;
}

/** A policy record as published (RFC 9989 §4.7). A tag whose value cannot be read is null and named in `faults`. */
export interface DmarcRecord {
  text: string;
  /** Every tag as written, in its order; names in lower case. */
  tags: Readonly<Record<string, string>>;
  p: DmarcPolicy | null;
  sp: DmarcPolicy | null;
  np: DmarcPolicy | null;
  testing: boolean;
  psd: 'y' | 'n' | 'u';
  rua: readonly ReportUri[];
  ruf: readonly ReportUri[];
  faults: readonly string[];
  /** Tag names with capital letters: the grammar allows them, receivers that compare names by RFC 6376 §3.2 do not know them. */
  capitals: readonly string[];
}

/** A tag name is of any case, `DMARC1` of this very one (RFC 9989 §4.8). */
const VERSION = /^[vV][ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/;
/** The version comes first, behind quotes or blanks of any kind, after another tag of DMARC, or as in a line of a zone file. */
const MEANT_AS_DMARC = /^[\s\p{Cc}\p{Cf}\p{Pi}\p{Pf}"'`\\(„‚]{0,20}(?:[\w.-]{1,255}\s{1,20}(?:\d{1,9}\s{1,20})?(?:in\s{1,20})?txt[\s"'(]{1,20}|(?:p|sp|np|t|psd|rua|ruf|adkim|aspf|fo|pct|rf|ri)\s*=[^]*?[;,\s])?v\s*[=:]\s*dmarc/iu;
const MAX_BEGINNING = 512;
const MAX_CHARACTERS = 65_535;
const MAX_TAGS = 100;
const MAX_URIS = 50;

/** Whether a TXT record begins as a DMARC policy record: version first, its value in this very case (RFC 9989 §4.7). */
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

/** The record in `text`, or null where it is none: a tag that is given twice makes the whole list invalid (RFC 6376 §3.2). Total on any input. */
export function parseDmarc(text: string): DmarcRecord | null {
  if (!isDmarc(text) || text.length > MAX_CHARACTERS) return null;
  const { pairs, faults } = readPairs(text);
  if (repeatedIn(pairs).length > 0) return null;
  const tags: Readonly<Record<string, string>> = Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
  const value = (name: string) => (Object.hasOwn(tags, name) ? tags[name] : undefined);
  const oneOf = <T extends string>(name: string, values: readonly T[]): T | null => {
    const given = value(name)?.toLowerCase();
    if (given === undefined) return null;
    const known = values.find(candidate => candidate === given);
    if (!known) faults.push(`${name}=${madeVisible(value(name)!)}: must be one of ${values.join(', ')}`);
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
    capitals: pairs.filter(({ written, name }) => written !== name).map(({ written }) => written),
  };
}

/** The tags that a text gives more than once. */
export function repeatedTags(text: string): string[] {
  return repeatedIn(readPairs(text).pairs);
}

interface Pair {
  name: string;
  written: string;
  value: string;
}

/** Between the semicolons only space and tab are white space (RFC 9989 §4.8): any other makes a name that nobody knows. */
function readPairs(text: string): { pairs: Pair[]; faults: string[] } {
  const pairs: Pair[] = [];
  const faults: string[] = [];
  for (const part of text.split(';', MAX_TAGS).map(trimBlanks).filter(part => part !== '')) {
    const equals = part.indexOf('=');
    const written = trimBlanks(part.slice(0, Math.max(0, equals)));
    if (/^[a-z][a-z0-9_]*$/i.test(written)) pairs.push({ name: written.toLowerCase(), written, value: trimBlanks(part.slice(equals + 1)) });
    else faults.push(`"${madeVisible(part.slice(0, 60))}" is not a tag and a value`);
  }
  return { pairs, faults };
}

function repeatedIn(pairs: readonly Pair[]): string[] {
  const names = pairs.map(({ name }) => name);
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}

/** RFC 9989 §4.7: 0, 1, d and s, separated by colons. */
function checkFailureOptions(fo: string | undefined, faults: string[]): void {
  if (fo !== undefined && !/^[01ds]([ \t]*:[ \t]*[01ds])*$/i.test(fo)) faults.push(`fo=${madeVisible(fo)}: must be 0, 1, d or s, separated by colons`);
}

function readUris(value: string | undefined): ReportUri[] {
  if (value === undefined) return [];
  return value.split(',', MAX_URIS).map(part => readUri(trimBlanks(part)));
}

function readUri(text: string): ReportUri {
  const [, uri = text, size] = /^(.*?)(![0-9]+[kmgt]?)?$/is.exec(text)!;
  const refused = (fault: string, isUri = false): ReportUri => ({ text, isUri, domain: null, fault, hasSizeLimit: size !== undefined });
  if (text === '') return refused('empty');
  if (/^[^:@\s]+@[^@\s]+$/.test(uri)) return refused('"mailto:" is missing in front of the address');
  const mailto = /^mailto:([^?]*)(?:\?.*)?$/is.exec(uri);
  if (!mailto) return refused('only mailto: addresses are used', isUri(uri));
  const domain = /^[^@\s]{1,256}@([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)\.?$/i.exec(mailto[1]!)?.[1]?.toLowerCase();
  if (domain === undefined || domain.includes('..')) return refused('not a valid e-mail address');
  return { text, isUri: true, domain, fault: null, hasSizeLimit: size !== undefined };
}

/** A scheme, and characters that a URI may have (RFC 3986 §2). */
function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[\w.~:/?#[\]@$&'()*+;=%-]+$/i.test(text);
}
