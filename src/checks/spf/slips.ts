import { hasTopLevelDomain } from '../../core/domain-name.ts';
import { parseIpv4, parseIpv6 } from '../../core/ip.ts';

/** Words that stand in published records where a mechanism was meant. */
const MISSPELT: Readonly<Record<string, string>> = {
  ipv4: 'ip4', ip: 'ip4', ipv6: 'ip6', includes: 'include', inlcude: 'include', incldue: 'include', inculde: 'include', exist: 'exists',
};
const MAX_CHARACTERS = 300;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const BLANKS = /[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;
const AT_ENDS = /^["'\u2018-\u201f]+|["'\u2018-\u201f,;.\\]+$/g;
/** Where a term begins that has lost the blank in front of it. */
const GLUED = /(?<=.)(?=[+?~-]?(?:include:|ip4:|ip6:|exists:|redirect=|a:|mx:|ptr:)|[+?~-]all$)/i;

/** What a faulty word was meant to be: one term or several, and whether the next word is a part of it. */
export interface Meant {
  terms: string;
  takesNext: boolean;
}

/** The terms that `word` was probably meant to be, where `isTerm` accepts them; `next` is the word behind it. */
export function meantBy(word: string, next: string | null, isTerm: (text: string) => boolean): Meant | null {
  if (word.length > MAX_CHARACTERS) return null;
  const joined = next === null || next.length > MAX_CHARACTERS ? null : join(word, next, isTerm);
  if (joined !== null) return { terms: joined, takesNext: true };
  const terms = straighten(word).split(' ').filter(text => text !== '').map(text => oneOrMore(text, isTerm));
  return terms.length === 0 || terms.includes(null) || terms.join(' ') === word ? null : { terms: terms.join(' '), takesNext: false };
}

/** The terms of a well-formed word whose name cannot exist, because the blank in front of the next term is lost. */
export function gluedTerms(word: string, isTerm: (text: string) => boolean): string[] | null {
  const name = /^[+?~-]?(?:include|a|mx|exists|ptr):([^%]+)$/i.exec(word)?.[1];
  if (name === undefined || word.length > MAX_CHARACTERS || (!/[:,;=]/.test(name) && hasTopLevelDomain(name))) return null;
  const terms = split(word, isTerm);
  const names = terms?.flatMap(term => /^[+?~-]?(?:include|a|mx|exists|ptr):([^/%]+)/i.exec(term)?.[1] ?? []) ?? [];
  return terms !== null && names.every(hasTopLevelDomain) ? terms : null;
}

/** Without typographic dashes, quotes, and blanks that are none by the grammar (RFC 7208 §4.6.1 knows the space alone). */
export function straighten(text: string): string {
  return text.replace(INVISIBLE, '').replace(DASHES, '-').replace(BLANKS, ' ').trim();
}

function oneOrMore(text: string, isTerm: (text: string) => boolean): string | null {
  const bare = text.replace(AT_ENDS, '');
  const candidates = [bare, respell(bare), asAddress(bare), bare.replace(/^\+?redirect:/i, 'redirect=')];
  return candidates.find(isTerm) ?? split(bare, isTerm)?.join(' ') ?? null;
}

/** A list behind one mechanism (`ip4:A,B`), or terms without a blank between them. */
function split(text: string, isTerm: (text: string) => boolean): string[] | null {
  const pieces = text.split(/[,;]+/).flatMap(piece => piece.split(GLUED)).filter(piece => piece !== '');
  const prefix = /^[+?~-]?[a-z0-9]+:/i.exec(text)?.[0] ?? '';
  const terms = pieces.map(piece => [piece, respell(piece), prefix + piece, asAddress(piece)].find(isTerm) ?? null);
  return pieces.length < 2 || terms.includes(null) ? null : terms as string[];
}

/** A blank behind the colon (`include: example.org`) or behind the qualifier (`- all`). */
function join(word: string, next: string, isTerm: (text: string) => boolean): string | null {
  const [first, second] = [straighten(word), straighten(next).replace(AT_ENDS, '')];
  if (/^[+?~-]$/.test(first)) return isTerm(second) && !/^[+?~-]/.test(second) ? first + second : null;
  if (isTerm(second)) return null;
  const colon = /[:=]$/.test(first) || second.startsWith(':') ? '' : ':';
  const whole = respell(`${first}${colon}${second}`);
  return /^[+?~-]?(?:include|a|mx|exists|ptr|ip4|ip6)[:=]?$/i.test(respell(`${first.replace(/:$/, '')}:`)) && isTerm(whole) ? whole : null;
}

function respell(text: string): string {
  return text.replace(/^([+?~-]?)([a-z0-9]+)(?=:)/i, (whole, sign: string, name: string) => {
    const right = MISSPELT[name.toLowerCase()];
    return right === undefined ? whole : sign + right;
  });
}

/** An address that stands alone, or behind the wrong mechanism. */
function asAddress(text: string): string {
  const match = /^([+?~-]?)(?:(?:ip|ip4|ip6|ipv4|ipv6|a|mx|include):)?([0-9a-f.:]+)(\/\d+)?$/i.exec(text);
  if (!match) return text;
  const [, sign, address, length = ''] = match;
  if (parseIpv4(address!)) return `${sign}ip4:${address}${length}`;
  return parseIpv6(address!) ? `${sign}ip6:${address}${length}` : text;
}
