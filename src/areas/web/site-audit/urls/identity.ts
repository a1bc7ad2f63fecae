/** Longer ones are not fetched. */
const MAX_URL_CHARACTERS = 2000;

/** A web address as the crawler knows it. */
export interface PageUrl {
  /** What is asked for: without a fragment. */
  url: string;
  /** The same for addresses that are one page: parameters sorted, those that only track or name a session left out, escapes in one form (RFC 3986 §6.2.2). */
  identity: string;
  host: string;
  /** As it was parsed. */
  parts: URL;
}

/** Parameters that say where a visitor came from, and nothing of the page. */
const TRACKING: ReadonlySet<string> = new Set([
  'fbclid', 'gclid', 'gclsrc', 'dclid', 'gbraid', 'wbraid', 'msclkid', 'yclid', 'twclid', 'ttclid', 'igshid', 'mc_cid', 'mc_eid', '_ga', '_gl', '_hsenc', '_hsmi', 'mkt_tok', 'oly_anon_id', 'oly_enc_id', 'vero_id', 'srsltid', 'ref_src',
]);
const TRACKING_PREFIX = /^(utm_|pk_|piwik_|mtm_|matomo_|hsa_|at_campaign|at_medium)/;

/** Parameters that name a session. */
const SESSION: ReadonlySet<string> = new Set(['phpsessid', 'jsessionid', 'aspsessionid', 'asp.net_sessionid', 'cfid', 'cftoken', 'sessionid', 'session_id', 'sid', 'zenid', 'oscsid']);
const PATH_SESSION = /;jsessionid=[^/?#;]*/gi;

/** Reads what a page links to, against the address that it is relative to; null where no page of the web is meant. */
export function parsePageUrl(text: string, base?: string): PageUrl | null {
  if (text.length > 4 * MAX_URL_CHARACTERS) return null;
  const url = URL.parse(text.trim(), base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '' || url.hostname === '') return null;
  url.hash = '';
  if (url.search === '') url.search = '';
  return url.href.length > MAX_URL_CHARACTERS ? null : { url: url.href, identity: identityOf(url), host: url.host, parts: url };
}

/** Whether the address names a session of one visitor. */
export function namesSession(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && (new RegExp(PATH_SESSION.source, 'i').test(parsed.pathname) || [...parsed.searchParams.keys()].some(name => SESSION.has(name.toLowerCase())));
}

function identityOf(url: URL): string {
  const path = plainEscapes(url.pathname.replace(PATH_SESSION, ''));
  const parameters = url.search === '' ? [] : url.search.slice(1).split('&').filter(parameter => parameter !== '' && !isDropped(parameter)).map(plainEscapes).toSorted();
  return `${url.protocol}//${url.host}${path}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
}

function isDropped(parameter: string): boolean {
  const name = parameter.split('=', 1)[0]!.toLowerCase();
  return TRACKING.has(name) || SESSION.has(name) || TRACKING_PREFIX.test(name);
}

/** Unreserved characters stand as they are, other escapes in upper case (RFC 3986 §6.2.2.1, §6.2.2.2). */
function plainEscapes(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%[0-9a-f]{2}/gi, escape => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
  });
}
