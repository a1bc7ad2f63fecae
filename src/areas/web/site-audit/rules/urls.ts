import { defineRules } from '../../../../core/findings/rules.ts';
import { checksOf, host, seen, type Check, type Seen } from './check.ts';
import { ref } from './references.ts';

const references = [ref.url];
const rules = defineRules({ area: 'site-audit', record: 'page', prefix: 'url' }, {
  'http-scheme': { severity: 'critical', title: 'The page is served over plain http', passTitle: 'The page is served over https', why: 'Others can read and change it on the way; browsers call it not secure.', fix: host('Serve it over https, and redirect http there.'), references: [ref.moves] },
  'underscore': { severity: 'info', title: 'The address has underscores', passTitle: 'The address has no underscores', why: 'Search engines treat words joined by underscores as one.', fix: host('Use hyphens in new addresses.'), references },
  'uppercase': { severity: 'low', title: 'The address has capital letters', passTitle: 'The address is in lower case', why: 'URLs are case-sensitive: the lower-case form is a different page.', fix: host('Use lower case, and redirect other spellings.'), references },
  'space': { severity: 'medium', title: 'The address has spaces', passTitle: 'The address has no spaces', why: 'It breaks when people copy it.', fix: host('Use hyphens.'), references },
  'double-slash': { severity: 'medium', title: 'The address has two slashes in a row', passTitle: 'The address has single slashes', why: 'The page exists twice.', fix: host('Correct the links, and redirect to the address with one.'), references },
  'non-ascii': { severity: 'info', title: 'The address has letters beyond ASCII', passTitle: 'The address is of ASCII alone', why: 'Some programs show it as percent signs and digits.', fix: host('Use plain letters where you can choose.'), references },
  'long': { severity: 'low', title: 'The address is longer than 115 characters', passTitle: 'The address is short', why: 'It is cut off in results and in messages.', fix: host('Shorten it.'), references },
  'params': { severity: 'low', title: 'The address has more than three parameters', passTitle: 'The address has few parameters', why: 'Each combination is a page of its own to search engines.', fix: host('Use paths for what makes a page, and canonical for the rest.'), references },
  'session-id': { severity: 'medium', title: 'The address has a session id', passTitle: 'The address has no session id', why: 'Every visit creates new URLs, and anyone who gets one may be able to hijack the session.', fix: host('Keep sessions in cookies.'), references },
  'repetitive-path': { severity: 'medium', title: 'The address repeats its own parts', passTitle: 'The address does not repeat itself', why: 'A relative link that never ends traps crawlers.', fix: host('Correct the relative links, and answer 404 for such addresses.'), references },
});

const { answered } = checksOf('urls');
const SESSION = /^(?:phpsessid|jsessionid|aspsessionid\w*|sessionid|session_id|sid|cfid|cftoken)$/i;
const MAX = { length: 115, parameters: 3 };

/** Of pages that were not left by a redirect. */
function onUrl(judge: (url: URL) => Seen) {
  return (_: unknown, { finalUrl, redirects }: { finalUrl: string; redirects: readonly unknown[] }): Seen => (redirects.length > 0 ? null : judge(new URL(finalUrl)));
}
const path = ({ pathname }: URL) => decode(pathname);

export const urlChecks: readonly Check[] = [
  answered(rules['http-scheme'], onUrl(({ protocol, href }) => seen(protocol === 'http:', href))),
  answered(rules.underscore, onUrl(url => seen(path(url).includes('_'), url.pathname))),
  answered(rules.uppercase, onUrl(url => seen(/\p{Lu}/u.test(path(url)), url.pathname))),
  answered(rules.space, onUrl(url => seen(/\s|\+/.test(path(url)), url.pathname))),
  answered(rules['double-slash'], onUrl(url => seen(url.pathname.includes('//'), url.pathname))),
  answered(rules['non-ascii'], onUrl(url => seen(/[^\u0000-\u007f]/.test(path(url)), url.pathname))),
  answered(rules.long, onUrl(({ href }) => seen(href.length > MAX.length, href, `${href.length} characters`))),
  answered(rules.params, onUrl(({ searchParams, search }) => seen(searchParams.size > MAX.parameters, search))),
  answered(rules['session-id'], onUrl(url => seen([...url.searchParams.keys()].some(name => SESSION.test(name)) || /;jsessionid=/i.test(url.pathname), `${url.pathname}${url.search}`))),
  answered(rules['repetitive-path'], onUrl(url => seen(repeats(url.pathname), url.pathname))),
];

/** The same part three times, or the same two parts in a row twice. */
function repeats(pathname: string): boolean {
  const parts = pathname.split('/').filter(part => part !== '');
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return [...counts.values()].some(count => count > 2) || parts.some((part, at) => at + 3 < parts.length && part === parts[at + 2] && parts[at + 1] === parts[at + 3]);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
