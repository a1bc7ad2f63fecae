import { isWithin } from '../../../../core/domain-name.ts';
import type { Cookie } from '../../../../core/outside/browse.ts';
import type { PageFetch, PageFetched } from '../../../../core/outside/page-fetch.ts';
import { signIn as signInBy, withoutQuery } from '../../../../core/outside/sign-in.ts';
import { ownedBy } from '../../../domains/ownership/index.ts';
import { valuesOf, type FetchedPage } from '../page/index.ts';
import type { AuditSettings } from '../settings.ts';
import { keptSignIn } from '../store/sign-in.ts';
import { endsSession } from './sign-out.ts';
import type { AuditWork } from './work.ts';

const VIEWPORT = { width: 1350, height: 940 };
const MAX_COOKIES = 50;
const MAX_COOKIE_CHARACTERS = 4096;
const PROBE = { maxBytes: 512 * 1024, timeoutMs: 20_000 };
const MAX_HOPS = 5;
/** Shorter passwords and values of cookies stand in pages by chance. */
const [LEAST_PASSWORD, LEAST_COOKIE] = [8, 16];
const MASK = '***';

/** Somebody who is signed in to the site of an audit. */
export interface Session {
  /** Sends along what signs in, over https to the domain itself and `www` before it alone, and nowhere where it would end the session. None of it stays in the answers. */
  fetchPage: PageFetch;
  /** Why the session does not hold, judged by the page that it began with; null where it does, or nobody knows. */
  fault(ask: Ask): Promise<string | null>;
  /** The same where a visit looks as if the site asked to sign in; null at once where it does not. */
  faultAfter(visited: FetchedPage, ask: Ask): Promise<string | null>;
}
type Ask = (url: string, limits: typeof PROBE) => Promise<PageFetched>;

/** What signs in: a value of the header field `Authorization`, or cookies. */
interface Pass {
  authorization: string | null;
  cookies: readonly Cookie[];
  /** What no answer may show, besides the values of the cookies. */
  secrets: readonly string[];
  /** The page that shows whether the session holds, and those that a site leads to whoever is to sign in. */
  start: string;
  doors: readonly string[];
}

/** Signs in as it is kept for the domain of the audit, where that is proven now. */
export async function beginSession({ services, accountId, subject, signal }: AuditWork, settings: AuditSettings): Promise<Session | { cause: string }> {
  const { db, clock, browse, fetchPage } = services;
  const signIn = (await keptSignIn(db, services, subject.id))?.signIn ?? null;
  const proven = await ownedBy(db, accountId, settings.domain, clock.now()) !== null;
  if (!proven) return { cause: 'the domain is not proven any more: prove it again' };
  if (signIn === null) return { cause: 'what signs in was forgotten, or cannot be read since the secret of the service changed: set it again' };
  const { basic, steps = [] } = signIn;
  const start = `https://${settings.domain}/`;
  if (basic) {
    const token = Buffer.from(`${basic.username}:${basic.password}`).toString('base64');
    return sessionOf({ authorization: `Basic ${token}`, cookies: [], secrets: [token, basic.password], start, doors: [] }, settings, fetchPage);
  }
  return browse(async browsing => {
    const signedIn = await signInBy(browsing, steps, start, VIEWPORT);
    if ('cause' in signedIn) return signedIn;
    const { page, url, doors } = signedIn;
    const cookies = (await page.cookies())?.filter(cookie => homesOf(settings).some(host => isOfHost(cookie, host)) && isPlain(cookie.name) && isPlain(cookie.value)) ?? [];
    if (cookies.length === 0) return { cause: 'signing in did not work: the site has set no cookie' };
    const secrets = steps.filter(({ at }) => /pass|pwd|secret|token|pin\b/i.test(at)).flatMap(({ value }) => value ?? []);
    return sessionOf({ authorization: null, cookies: cookies.slice(0, MAX_COOKIES), secrets, start: isHome(new URL(url), settings) ? url : start, doors }, settings, fetchPage);
  }, signal);
}

function sessionOf({ authorization, cookies: first, secrets, start, doors: given }: Pass, settings: AuditSettings, fetchPage: PageFetch): Session {
  const cookies = first.map(cookie => ({ ...cookie }));
  const doors = new Set(given);
  const mayHave = (url: URL): boolean => isHome(url, settings) && !endsSession(url, settings.signOut ?? []);

  const fault: Session['fault'] = async ask => {
    for (let [url, hops] = [start, 0]; hops < MAX_HOPS; hops++) {
      const reply = await ask(url, PROBE);
      if (reply.outcome === 'failed') return null;
      if (reply.status === 401) return `${withoutQuery(url)} answers with status 401`;
      const [given] = valuesOf(reply.fields, 'location');
      const location = given === undefined || reply.status < 300 || reply.status >= 400 ? null : URL.parse(given, url);
      if (location === null) {
        return doors.size > 0 && ASKS_PASSWORD.test(Buffer.from(reply.body).toString('latin1')) ? `${withoutQuery(url)} asks for a password` : null;
      }
      if (doors.has(withoutQuery(location.href))) return `${withoutQuery(url)} leads to ${withoutQuery(location.href)}`;
      if (!mayHave(location)) return null;
      url = location.href;
    }
    return null;
  };
  return {
    fault,
    async faultAfter({ url, finalUrl, redirects, fetch }, ask) {
      const isRefused = fetch.outcome === 'answered' && fetch.status === 401 && mayHave(new URL(finalUrl));
      const isLedAway = !doors.has(withoutQuery(url)) && redirects.some(({ location }) => location !== null && doors.has(withoutQuery(location)));
      return mayHave(new URL(url)) && (isRefused || isLedAway) ? fault(ask) : null;
    },
    async fetchPage(url, request) {
      const target = URL.parse(url);
      if (target === null || !mayHave(target)) return fetchPage(url, request);
      const own = cookies.filter(cookie => isFor(cookie, target)).toSorted((a, b) => b.path.length - a.path.length);
      const sent = own.map(({ value }) => value);
      const reply = await fetchPage(url, { ...request, fields: { ...(authorization && { authorization }), ...(own.length > 0 && { cookie: own.map(({ name, value }) => `${name}=${value}`).join('; ') }) } });
      if (reply.outcome === 'failed') return reply;
      for (const [, name, value] of valuesOf(reply.fields, 'set-cookie').flatMap(text => [/^\s*([^=;]+?)\s*=\s*([^;]*)/.exec(text) ?? []])) {
        const renewed = own.find(cookie => cookie.name === name);
        if (renewed && isPlain(value!)) renewed.value = value!.trim();
      }
      const values = [...sent, ...own.map(({ value }) => value)];
      return masked(reply, [...secrets.filter(({ length }) => length >= LEAST_PASSWORD), ...values.filter(({ length }) => length >= LEAST_COOKIE)]);
    },
  };
}

const ASKS_PASSWORD = /<input\b[^>]{0,500}\btype\s*=\s*["']?password\b/i;

/** Whether the address may get what signs in. */
function isHome({ protocol, hostname, port }: URL, settings: Pick<AuditSettings, 'domain'>): boolean {
  return protocol === 'https:' && port === '' && homesOf(settings).includes(hostname);
}

function homesOf({ domain }: Pick<AuditSettings, 'domain'>): string[] {
  return [domain, `www.${domain}`];
}

/** RFC 6265 §5.4. */
function isFor(cookie: Cookie, { hostname, pathname }: URL): boolean {
  const { path } = cookie;
  return isOfHost(cookie, hostname) && (pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`));
}

function isOfHost({ domain }: Cookie, host: string): boolean {
  return domain.startsWith('.') ? isWithin(host, domain.slice(1)) : host === domain;
}

function isPlain(text: string): boolean {
  return text.length <= MAX_COOKIE_CHARACTERS && /^[\x20-\x3a\x3c-\x7e]*$/.test(text);
}

/** An answer without the values of cookies, and without secrets that it says back. */
function masked(reply: PageFetched & { outcome: 'answered' }, secrets: readonly string[]): PageFetched {
  const hide = (text: string): string => secrets.reduce((all, secret) => all.replaceAll(secret, MASK), text);
  const body = Buffer.from(reply.body);
  for (const secret of secrets) for (let at = body.indexOf(secret); at >= 0; at = body.indexOf(secret, at)) body.fill('*', at, at + Buffer.byteLength(secret));
  return { ...reply, body, fields: reply.fields.map(([name, value]) => [name, hide(name === 'set-cookie' ? value.replace(/^([^=;]*)=[^;]*/, `$1=${MASK}`) : value)] as const) };
}
