import { parseIpv4, parseIpv6 } from '../../core/ip.ts';

/** Words that stand in published records where a mechanism was meant. */
const MISSPELT: Readonly<Record<string, string>> = {
  ipv4: 'ip4', ip: 'ip4', ipv6: 'ip6', includes: 'include', inlcude: 'include', incldue: 'include', inculde: 'include', exist: 'exists',
};
const MAX_CHARACTERS = 300;

/** The term that a faulty one was probably meant to be, where `isTerm` accepts it. */
export function meantBy(text: string, isTerm: (text: string) => boolean): string | null {
  if (text.length > MAX_CHARACTERS) return null;
  const bare = text.replace(/^["']+/, '').replace(/["',;.\\]+$/, '');
  const candidates = [bare, respell(bare), asAddress(bare), bare.replace(/^\+?redirect:/i, 'redirect=')];
  return candidates.find(candidate => candidate !== text && isTerm(candidate)) ?? null;
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
