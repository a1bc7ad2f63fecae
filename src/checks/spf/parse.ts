import { parseIpv4, parseIpv6, type Cidr } from '../../core/ip.ts';
import type { Lookup } from '../../core/lookup.ts';
import { parseMacroString, type MacroString } from './macro.ts';
import { meantBy } from './slips.ts';

export type Qualifier = '+' | '-' | '~' | '?';
const mechanismNames = ['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists'] as const;
export type MechanismName = (typeof mechanismNames)[number];

/** A directive (RFC 7208 §4.6.1, §5). */
export interface Mechanism {
  kind: 'mechanism';
  text: string;
  /** Where it begins in the record, in characters. */
  at: number;
  qualifier: Qualifier;
  name: MechanismName;
  /** Null where none is given: the current domain. */
  target: MacroString | null;
  /** Of ip4 and ip6. */
  range: Cidr | null;
  /** Of a and mx. */
  prefixLength4: number;
  prefixLength6: number;
}

/** RFC 7208 §6; names are lower case. */
export interface Modifier {
  kind: 'modifier';
  text: string;
  at: number;
  name: string;
  value: MacroString;
}

/** A breach of the grammar; any one makes the whole record a permerror (RFC 7208 §4.6). */
export interface SyntaxFault {
  text: string;
  at: number;
  /** A phrase such as `"ipv4" is no mechanism`. */
  reason: string;
  /** The term or terms that were probably meant, with blanks between them. */
  meant: string | null;
  /** Where the next word begins, if that is a part of what was meant. */
  taken: number | null;
}

export interface SpfRecord {
  text: string;
  /** In the order of the record, without those that have a fault. */
  terms: readonly (Mechanism | Modifier)[];
  mechanisms: readonly Mechanism[];
  /** At most the first 20. */
  faults: readonly SyntaxFault[];
  redirect: Modifier | null;
  exp: Modifier | null;
}

const VERSION = /^v=spf1(?= |$)/i;
const MAX_FAULTS = 20;

/** Whether the TXT record is an SPF record (RFC 7208 §4.5). */
export function isSpf(text: string): boolean {
  return VERSION.test(text);
}

/** The SPF records of a TXT answer. */
export function spfRecordsOf(lookup: Lookup<readonly string[]>): string[] {
  return lookup.outcome === 'found' ? lookup.value.filter(isSpf) : [];
}

/** The mechanisms up to `all`: what stands behind it is never read (RFC 7208 §5.1). */
export function inForce({ mechanisms }: SpfRecord): readonly Mechanism[] {
  const all = mechanisms.findIndex(({ name }) => name === 'all');
  return all < 0 ? mechanisms : mechanisms.slice(0, all + 1);
}

/** The terms and faults of an SPF record (RFC 7208 §12); total on any input, in linear time. */
export function parseSpf(text: string): SpfRecord {
  const terms: (Mechanism | Modifier)[] = [];
  const faults: SyntaxFault[] = [];
  const seen = new Set<string>();
  const words = wordsOf(text);
  for (const [index, { text: word, at }] of words.entries()) {
    const term = parseTerm(word, at);
    const reason = 'reason' in term ? term.reason : repeated(term, seen);
    if (!('reason' in term) && reason === null) terms.push(term);
    else if (faults.length < MAX_FAULTS && faults.at(-1)?.taken !== at) faults.push({ text: word, at, reason: reason!, ...meantAt(words, index) });
  }
  const modifier = (name: string) => terms.find(term => term.kind === 'modifier' && term.name === name) as Modifier | undefined;
  return {
    text,
    terms,
    mechanisms: terms.filter(term => term.kind === 'mechanism'),
    faults,
    redirect: modifier('redirect') ?? null,
    exp: modifier('exp') ?? null,
  };
}

/** The words behind the version; terms are separated by blanks alone (RFC 7208 §4.6.1). */
export function wordsOf(text: string): { text: string; at: number }[] {
  const start = VERSION.exec(text)?.[0].length ?? 0;
  return [...text.slice(start).matchAll(/[^ ]+/g)].map(match => ({ text: match[0], at: start + match.index }));
}

/** RFC 7208 §6: redirect and exp must not appear twice. */
function repeated(term: Mechanism | Modifier, seen: Set<string>): string | null {
  if (term.kind === 'mechanism' || !['redirect', 'exp'].includes(term.name)) return null;
  if (seen.has(term.name)) return `there is more than one "${term.name}"`;
  seen.add(term.name);
  return null;
}

function meantAt(words: readonly { text: string; at: number }[], index: number): Pick<SyntaxFault, 'meant' | 'taken'> {
  const next = words[index + 1];
  const meant = meantBy(words[index]!.text, next?.text ?? null, isTerm);
  return { meant: meant?.terms ?? null, taken: meant?.takesNext ? next!.at : null };
}

/** Whether `text` is one mechanism or modifier by the grammar. */
export function isTerm(text: string): boolean {
  return !('reason' in parseTerm(text, 0));
}

function parseTerm(text: string, at: number): Mechanism | Modifier | { reason: string } {
  const modifier = /^([a-z][a-z0-9._-]*)=(.*)$/is.exec(text);
  if (modifier) return parseModifier(text, at, modifier[1]!.toLowerCase(), modifier[2]!);
  const [, sign, word, rest] = /^([+?~-]?)([a-z][a-z0-9._-]*)?(.*)$/is.exec(text)!;
  const name = mechanismNames.find(name => name === word?.toLowerCase());
  if (!name) return { reason: word === undefined ? 'this is neither a mechanism nor a modifier' : `"${word.slice(0, 30)}" is no mechanism` };
  const qualifier = (sign || '+') as Qualifier;
  const mechanism: Mechanism = { kind: 'mechanism', text, at, qualifier, name, target: null, range: null, prefixLength4: 32, prefixLength6: 128 };
  if (name === 'all') return rest === '' ? mechanism : { reason: '"all" takes nothing behind it' };
  if (name === 'ip4' || name === 'ip6') return parseRange(mechanism, rest!);
  return name === 'a' || name === 'mx' ? parseHosts(mechanism, rest!) : parseNamed(mechanism, rest!);
}

function parseModifier(text: string, at: number, name: string, rest: string): Modifier | { reason: string } {
  const known = name === 'redirect' || name === 'exp';
  const value = known ? parseDomainSpec(rest) : parseMacroString(rest, 'term');
  return 'fault' in value ? { reason: value.fault } : { kind: 'modifier', text, at, name, value };
}

/** ip4 and ip6 (RFC 7208 §5.6). */
function parseRange(mechanism: Mechanism, rest: string): Mechanism | { reason: string } {
  if (!/^:./s.test(rest)) return { reason: `no address follows "${mechanism.name}:"` };
  const [address, length, ...more] = rest.slice(1).split('/');
  const bytes = mechanism.name === 'ip4' ? parseIpv4(address!) : parseIpv6(address!);
  if (!bytes) return { reason: `this is no ${mechanism.name === 'ip4' ? 'IPv4' : 'IPv6'} address` };
  const prefixLength = readLength(length, bytes.length * 8);
  if (prefixLength === null || more.length > 0) return { reason: `the prefix length must be a number from 0 to ${bytes.length * 8}` };
  return { ...mechanism, range: { bytes, prefixLength } };
}

/** a and mx: a domain and two prefix lengths, all optional (RFC 7208 §5.3, §5.4). */
function parseHosts(mechanism: Mechanism, rest: string): Mechanism | { reason: string } {
  const [suffix, length4, length6] = /(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(rest)!;
  const prefixLength4 = readLength(length4, 32);
  const prefixLength6 = readLength(length6, 128);
  if (prefixLength4 === null || prefixLength6 === null) return { reason: 'a prefix length is out of range' };
  const named = parseNamed(mechanism, rest.slice(0, rest.length - suffix.length));
  return 'reason' in named ? named : { ...named, prefixLength4, prefixLength6 };
}

/** include and exists, which need a domain, and the others, which may have one. */
function parseNamed(mechanism: Mechanism, rest: string): Mechanism | { reason: string } {
  if (rest === '') {
    const needed = mechanism.name === 'include' || mechanism.name === 'exists';
    return needed ? { reason: `no domain follows "${mechanism.name}"` } : mechanism;
  }
  if (!rest.startsWith(':')) return { reason: `a colon must follow "${mechanism.name}"` };
  const target = parseDomainSpec(rest.slice(1));
  return 'fault' in target ? { reason: target.fault } : { ...mechanism, target };
}

/** A prefix length without leading zeros; the longest where none is given. */
function readLength(text: string | undefined, longest: number): number | null {
  if (text === undefined) return longest;
  return /^(0|[1-9]\d{0,2})$/.test(text) && Number(text) <= longest ? Number(text) : null;
}

/** RFC 7208 §7.1: a domain-spec ends in an expansion or in a dot and a top label that is not all digits. */
function parseDomainSpec(text: string): MacroString | { fault: string } {
  if (text === '') return { fault: 'no domain follows, or a blank stands in front of it' };
  const spec = parseMacroString(text, 'term');
  if ('fault' in spec || spec.endsInExpansion) return spec;
  const label = /\.([a-z0-9-]+)\.?$/i.exec(spec.tail)?.[1];
  if (label === undefined) return { fault: `"${text.slice(0, 100)}" is no full domain name` };
  if (/^\d+$/.test(label)) return { fault: 'an address stands where a domain name belongs' };
  return label.startsWith('-') || label.endsWith('-') ? { fault: `the label "${label.slice(0, 63)}" begins or ends with a hyphen` } : spec;
}
