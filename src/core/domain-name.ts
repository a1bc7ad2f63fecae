import { domainToASCII, domainToUnicode } from 'node:url';
import { getDomain, getPublicSuffix, parse } from 'tldts';
import { parseIp, parseIpv4 } from './ip.ts';

/** A name that was accepted, or the reason and, when one is obvious, the name that was meant. */
export type ParsedDomain =
  | { ok: true; domain: string }
  | { ok: false; reason: string; suggestion?: string };

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const MAX_INPUT_CHARACTERS = 1024;

/**
 * The bare domain name in `input` as lower-case A-labels without a trailing dot (RFC 5890 §2.3.2.1, UTS #46).
 * A URL, port, e-mail address, IP address, `www.` before a registrable domain or a single label is refused with a suggestion.
 */
export function parseDomain(input: string): ParsedDomain {
  if (input.length > MAX_INPUT_CHARACTERS) return { ok: false, reason: 'The name is longer than 253 characters.' };
  const text = input.trim();
  if (text === '') return { ok: false, reason: 'No domain name was given.' };
  const shape = refuseOtherShapes(text);
  if (shape) return shape;
  const name = toAscii(text);
  if (!name.ok) return name;
  return refuseWww(name.domain) ?? name;
}

/** The name as people read it (U-labels); the input where it has none. */
export function toUnicode(domain: string): string {
  return domainToUnicode(domain) || domain;
}

/** Public suffix list, ICANN and private sections: `example.co.uk` for `a.example.co.uk`, null for a suffix itself. */
export function registrableDomain(domain: string): string | null {
  return getDomain(domain, { allowPrivateDomains: true, validateHostname: false });
}

/** As `registrableDomain`, by the ICANN section alone: the name that a registry knows. */
export function registeredDomain(domain: string): string | null {
  return getDomain(domain, { allowPrivateDomains: false, validateHostname: false });
}

/** Top-level domains that register names of their own kind alone, and those that are no part of the DNS (RFC 3172 §2, RFC 7686 §2). */
const CLOSED = new Set(['arpa', 'edu', 'gov', 'int', 'mil', 'onion']);
/** Second-level suffixes of governments and armed forces, such as `gov.uk` and `gob.mx`. */
const CLOSED_BELOW = /^(gov|govt|gouv|gob|mil)\.[a-z]{2}$/;

/**
 * The registered name above `host` that anybody could register if it were free; null where nobody can: the last label is no
 * top-level domain of the ICANN section (then the name is a typing error or local), its registry is closed, or the label is none
 * that registries take (RFC 5891 §4.2.3.1, RFC 952).
 */
export function openDomain(host: string): string | null {
  const { domain, publicSuffix } = parse(host, { allowPrivateDomains: false, validateHostname: false });
  if (domain === null || publicSuffix === null || !hasTopLevelDomain(host)) return null;
  if (CLOSED.has(publicSuffix.split('.').at(-1)!) || CLOSED_BELOW.test(publicSuffix)) return null;
  const label = domain.slice(0, -publicSuffix.length - 1);
  return LABEL.test(label) && (!/^..--/.test(label) || isAlabel(label)) ? domain : null;
}

/** Whether the last label of `name` is a top-level domain by the ICANN section of the public suffix list. */
export function hasTopLevelDomain(name: string): boolean {
  const top = name.slice(name.lastIndexOf('.') + 1);
  return parse(`a.b.${top}`, { allowPrivateDomains: false, validateHostname: false }).isIcann === true;
}

/** Reserved top-level labels that nobody delegates and nobody takes for a typing error (RFC 6761, RFC 6762, RFC 9476). */
const RESERVED = new Set(['alt', 'example', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test']);

/** What is wrong with a name whose last label is no top-level domain, as the end of a sentence; '' where it is one, or a reserved label. */
export function noteOnTop(name: string): string {
  const top = name.slice(name.lastIndexOf('.') + 1);
  return hasTopLevelDomain(name) || RESERVED.has(top) ? '' : `; there is no top-level domain "${top.slice(0, 63)}"`;
}

/** Whether the public suffix list has `domain` itself as a suffix. */
export function isPublicSuffix(domain: string): boolean {
  return getPublicSuffix(domain, { allowPrivateDomains: true, validateHostname: false }) === domain;
}

/** Whether `name` is `suffix` or lies below it; compares whole labels of lower-case names. */
export function isWithin(name: string, suffix: string): boolean {
  return name === suffix || name.endsWith(`.${suffix}`);
}

function refuseOtherShapes(text: string): ParsedDomain | null {
  if (isAddress(text)) return { ok: false, reason: 'This is an IP address. Give a domain name.' };
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  if (url || text.startsWith('//')) return refuse('This is a URL. Give the bare domain name.', hostOf(text.replace(/^[^/]*\/\//, '')));
  if (/^mailto:/i.test(text)) return refuse('This is an e-mail address. Give the domain alone.', hostOf(text.slice(text.lastIndexOf('@') + 1)));
  if (text.includes('@')) return refuse('This is an e-mail address. Give the domain alone.', text.slice(text.lastIndexOf('@') + 1));
  if (/[/\\?#]/.test(text)) return refuse('The name has a path. Give the bare domain name.', hostOf(text));
  if (/:\d*$/.test(text)) return refuse('The name has a port. Give the bare domain name.', text.replace(/:\d*$/, ''));
  return null;
}

function isAddress(text: string): boolean {
  const bare = text.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/%.*$/, '').replace(/\/\d+$/, '');
  return parseIp(bare) !== null || parseIpv4(bare.replace(/:\d+$/, '')) !== null;
}

/** The host of what follows `scheme://`, without user, port and path. */
function hostOf(rest: string): string {
  const authority = rest.split(/[/\\?#]/, 1)[0]!;
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
}

function refuse(reason: string, meant: string): ParsedDomain {
  const name = isAddress(meant) ? null : toAscii(meant);
  if (!name?.ok) return { ok: false, reason };
  return { ok: false, reason, suggestion: name.domain.startsWith('www.') ? name.domain.slice(4) : name.domain };
}

function refuseWww(domain: string): ParsedDomain | null {
  const rest = domain.startsWith('www.') ? domain.slice(4) : null;
  if (rest === null || registrableDomain(rest) !== rest) return null;
  return { ok: false, reason: 'Leave out "www.": mail and DNS belong to the domain itself.', suggestion: rest };
}

function toAscii(text: string): ParsedDomain {
  if (/[\s\u0000-\u001f\u007f]/.test(text)) return { ok: false, reason: 'The name has a blank or a control character in it.' };
  if (/^[.\u3002\uff0e\uff61]|[.\u3002\uff0e\uff61]{2}/.test(text)) return { ok: false, reason: 'The name has an empty label (two dots in a row, or a dot in front).' };
  const ascii = /^[\u0000-\u007f]*$/.test(text) ? text.toLowerCase() : domainToASCII(text);
  const domain = ascii.replace(/\.$/, '');
  if (domain === '') return { ok: false, reason: 'The name is not a valid internationalised domain name.' };
  const labels = domain.split('.');
  if (domain.length > 253) return { ok: false, reason: 'The name is longer than 253 characters.' };
  const long = labels.find(label => label.length > 63);
  if (long) return { ok: false, reason: `A label is longer than 63 characters: ${long.slice(0, 63)}…` };
  const bad = labels.find(label => !LABEL.test(label));
  if (bad !== undefined) return { ok: false, reason: `The label "${bad}" is not allowed: letters, digits and hyphens, no hyphen at either end.` };
  const broken = labels.find(label => label.startsWith('xn--') && !isAlabel(label));
  if (broken !== undefined) return { ok: false, reason: `The label "${broken}" is not a valid internationalised label.` };
  if (labels.length < 2) return { ok: false, reason: 'One label is not a domain name. Give a name with a dot, such as example.org.' };
  if (/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1)!)) return { ok: false, reason: 'The last label is a number: this is no domain name.' };
  return { ok: true, domain };
}

/** Whether the label stands for a U-label and is the one way to write it (RFC 5890 §2.3.2.1). */
function isAlabel(label: string): boolean {
  const unicode = domainToUnicode(label);
  return unicode !== label && domainToASCII(unicode) === label;
}
