import { isWithin, parseDomain, registrableDomain } from '../../../../core/domain-name.ts';

/**
 * The domain that a mail server vouches for in the header field Authentication-Results (RFC 8601) of a mail; null where it does not. Only the
 * topmost field counts, and only where it is of the server `authservId`: what lies below may have come with the mail. The domain of From must
 * be the one that a valid signature or DMARC stands for. `header` is the header of the mail, its lines folded.
 */
export function vouchedFor(header: string, authservId: string): string | null {
  const fields = header.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const valueOf = (name: string) => fields.filter(field => field.toLowerCase().startsWith(name)).map(field => field.slice(name.length));
  const [top] = valueOf('authentication-results:');
  const froms = valueOf('from:');
  const from = froms.length === 1 ? domainIn(froms[0]!) : null;
  if (top === undefined || from === null) return null;
  const [by, ...results] = withoutCommentsAndQuotes(top).split(';').map(part => part.trim());
  if (by?.split(/\s/)[0]?.toLowerCase() !== authservId.toLowerCase()) return null;
  return results.some(result => (/^dmarc\s*=\s*pass\b/i.test(result) && propertyOf(result, 'from') === from)
    || (/^dkim\s*=\s*pass\b/i.test(result) && isAligned(propertyOf(result, 'd') ?? propertyOf(result, 'i'), from))) ? from : null;
}

/** RFC 7489 §3.1.1, relaxed. */
function isAligned(domain: string | null, from: string): boolean {
  const organization = domain && registrableDomain(domain);
  return !!organization && isWithin(from, organization);
}

function propertyOf(result: string, name: string): string | null {
  return domainIn(new RegExp(`\\sheader\\.${name}\\s*=\\s*(\\S+)`, 'i').exec(result)?.[1] ?? '');
}

/** The domain of the address, or the domain, at the end of a text. */
function domainIn(text: string): string | null {
  const parsed = parseDomain(/([^\s@<>"]+)>?\s*$/.exec(text)?.[1] ?? '');
  return parsed.ok ? parsed.domain : null;
}

/** Comments left out, and quoted text reduced to what cannot be taken for a result: senders choose what stands in it. */
function withoutCommentsAndQuotes(value: string): string {
  let [text, depth, isQuoted] = ['', 0, false];
  for (let at = 0; at < value.length; at++) {
    const character = value[at]!;
    if (character === '\\' && (isQuoted || depth > 0)) at++;
    else if (character === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) text += /[\w.@-]/.test(character) ? character : '_';
    else if (character === '(') depth++;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) text += character;
  }
  return text;
}
