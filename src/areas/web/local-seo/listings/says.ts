import type { PageFacts } from '../../site-audit/index.ts';
import { checkMarkup, isLocal, type MarkupCheck } from './markup.ts';
import { nameKey, phonesIn } from './normalize.ts';

/** An address by its parts as a source states them: street, postal code, town. */
export type Parts = Readonly<Partial<Record<'street' | 'postalCode' | 'locality', string>>>;

/** What a source says of the business. */
export interface Says {
  /** As statements about this business: of its markup, or of its profile. */
  names: readonly string[];
  addresses: readonly Parts[];
  phones: readonly string[];
  /** Numbers that links dial. */
  dialled: readonly string[];
  /** What else the page has; empty for what is no page. */
  text: string;
  /** Numbers in the text, by E.164. */
  textPhones: readonly string[];
}

/** What a page says; `markup` is null where it has none of a local business. */
export function saysOf(page: PageFacts, text: string, business: { name: string; country: string | null }): { says: Says; markup: MarkupCheck | null } {
  const items = (page.document?.structured ?? []).filter(isLocal);
  const own = items.find(({ properties }) => properties['name']?.some(name => nameKey(name) === nameKey(business.name))) ?? (items.length === 1 ? items[0]! : null);
  const value = (name: string): readonly string[] => own?.properties[name] ?? [];
  const first = (name: string): string | undefined => value(name)[0];
  const [street, postalCode, locality] = [first('address.streetAddress'), first('address.postalCode'), first('address.addressLocality')];
  const parts: Parts = { ...(street !== undefined && { street }), ...(postalCode !== undefined && { postalCode }), ...(locality !== undefined && { locality }) };
  const plain = value('address').filter(address => address !== 'PostalAddress' && /\d/.test(address) && !URL.canParse(address));
  const dialled = (page.document?.links ?? []).flatMap(({ href }) => (href !== null && /^tel:/i.test(href) ? [decoded(href.slice('tel:'.length))] : []));
  return {
    says: { names: value('name'), addresses: Object.keys(parts).length > 0 ? [parts] : plain.map(street => ({ street })), phones: value('telephone'), dialled, text, textPhones: phonesIn(text, business.country) },
    markup: own && checkMarkup(own),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The text of a page without its markup, scripts and styles; entities of characters that separate words are spaces. */
export function textOf(given: string): string {
  // The one character whose lower case is longer.
  const html = given.replaceAll('\u0130', 'I'), lower = html.toLowerCase();
  const parts: string[] = [];
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    parts.push(html.slice(at, open < 0 ? html.length : open));
    if (open < 0) break;
    at = endOf(lower, open);
  }
  return parts.join(' ').replaceAll(/&(?:nbsp|ensp|emsp|thinsp|#160|#xa0);/gi, ' ').replaceAll(/&amp;/gi, '&').replaceAll(/&(?:shy|#173);/gi, '').replaceAll(/\s+/g, ' ');
}

const HIDDEN = ['script', 'style', 'template', 'svg'];

/** Where the tag or comment that opens at `open` ends, with what it hides. */
function endOf(lower: string, open: number): number {
  const after = (text: string, from: number): number => {
    const found = lower.indexOf(text, from);
    return found < 0 ? lower.length : found + text.length;
  };
  if (lower.startsWith('<!--', open)) return after('-->', open + 4);
  const hidden = HIDDEN.find(name => lower.startsWith(name, open + 1));
  return after('>', hidden === undefined ? open : after(`</${hidden}`, open));
}
