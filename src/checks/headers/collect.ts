import { isWithin } from '../../core/domain-name.ts';
import { describeFailure } from '../../core/lookup.ts';
import type { PageReply } from '../../core/outside/probes.ts';
import type { CollectContext } from '../check.ts';
import { isOutOfReach, leadsTo, valuesOf, visitOn, type Visit } from '../web/index.ts';

/** The front page with its headers, and the file in which a website says whom to tell of a weakness. */
export interface HeadersFacts {
  /** From the first reply over https to the page itself; empty where there is none. */
  visits: readonly Visit[];
  /** Why the website could not be reached, although it may be there; null where it was. */
  unreachable: string | null;
  /** Null where there is no website. */
  securityTxt: TextSeen | null;
  /** The moment of the check, ISO 8601. */
  now: string;
}

/** A text file after redirects. */
export type TextSeen =
  | { outcome: 'answered'; url: string; status: number; contentType: string | null; text: string }
  | { outcome: 'failed'; url: string; cause: string };

const MAX_TEXT_BYTES = 32_768;
const MAX_REDIRECTS = 3;

/** Goes on from the page that the web check fetched, and asks for security.txt meanwhile. */
export async function collectHeaders(context: CollectContext): Promise<HeadersFacts> {
  const now = new Date(context.clock.now()).toISOString();
  const web = await context.facts('web');
  const { host, https, addresses, domain } = web;
  if (host === null || https === null) {
    const unreachable = addresses.outcome === 'failed' ? describeFailure('A', domain, addresses) : null;
    return { visits: [], unreachable, securityTxt: null, now };
  }
  if (https.outcome === 'failed') return { visits: [], unreachable: isOutOfReach(web) ? https.cause : null, securityTxt: null, now };
  const [visits, securityTxt] = await Promise.all([visitOn(https, isOrdinary, context), fetchText(`https://${host}/.well-known/security.txt`, context)]);
  return { visits: visits.map(withoutCookieValues), unreachable: null, securityTxt, now };
}

/** What a website remembers a visitor by is kept nowhere. */
function withoutCookieValues(seen: Visit): Visit {
  if (seen.outcome === 'failed') return seen;
  return { ...seen, fields: seen.fields.map(([name, value]) => [name, name === 'set-cookie' ? value.replace(/=[^;]*/, '=…') : value] as const) };
}

function isOrdinary({ protocol, port }: URL): boolean {
  return protocol === 'https:' && port === '';
}

/** Redirects are followed within the domain alone (RFC 9116 §5.2). */
async function fetchText(start: string, { web, signal, domain }: CollectContext): Promise<TextSeen> {
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const reply = await web.visit(url, { maxBytes: MAX_TEXT_BYTES, signal });
    const next = leadsTo(reply);
    if (redirects === MAX_REDIRECTS || !next || !isOrdinary(next) || !isWithin(next.hostname, domain)) return textSeen(url, reply);
    url = next.href;
  }
}

function textSeen(url: string, reply: PageReply): TextSeen {
  if (reply.outcome === 'failed') return { outcome: 'failed', url, cause: reply.cause };
  const { status, fields, body } = reply;
  const contentType = valuesOf(fields, 'content-type')[0] ?? null;
  return { outcome: 'answered', url, status, contentType, text: status === 200 && isPlainText(contentType) ? body : '' };
}

/** RFC 9116 §3: what comes as anything else is some other page. */
export function isPlainText(contentType: string | null): boolean {
  return /^\s*text\/plain\s*(;|$)/i.test(contentType ?? '');
}
