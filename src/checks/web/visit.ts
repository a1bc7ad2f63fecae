import { isWithin } from '../../core/domain-name.ts';
import type { HeaderField, PageReply } from '../../core/outside/probes.ts';
import type { CollectContext } from '../check.ts';
import { readPage, type PageRead } from './html.ts';

/** One page as it was seen, without its text. */
export type Visit =
  | {
    outcome: 'answered';
    url: string;
    status: number;
    fields: readonly HeaderField[];
    /** Why browsers refuse the certificate; null where they do not. */
    refused: string | null;
    /** Null where the reply is no HTML. */
    page: PageRead | null;
  }
  | { outcome: 'failed'; url: string; stage: 'dns' | 'connect' | 'tls' | 'http'; cause: string };

const MAX_PAGE_BYTES = 262_144;

/** One GET of `url`, with what its page says. */
export async function visit(url: string, { web, signal }: Pick<CollectContext, 'web' | 'signal'>): Promise<Visit> {
  const reply = await web.visit(url, { maxBytes: MAX_PAGE_BYTES, signal });
  if (reply.outcome === 'failed') return { ...reply, url };
  const { status, fields, refused } = reply;
  return { outcome: 'answered', url, status, fields, refused, page: isHtml(reply) ? readPage(reply.body) : null };
}

/** `first`, and what it leads to while it stays within `domain` and `follow` allows the address; at most three more. */
export async function visitOn(first: Visit, follow: (url: URL) => boolean, context: Pick<CollectContext, 'web' | 'signal' | 'domain'>): Promise<Visit[]> {
  const visits = [first];
  while (visits.length <= MAX_HOPS) {
    const next = leadsTo(visits.at(-1)!);
    if (next === null || !isWithin(next.hostname, context.domain) || !follow(next) || visits.some(({ url }) => url === next.href)) break;
    visits.push(await visit(next.href, context));
  }
  return visits;
}

const MAX_HOPS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where a reply sends the browser; null where it does not. */
export function leadsTo(seen: Visit | PageReply): URL | null {
  if (seen.outcome === 'failed' || !REDIRECTS.has(seen.status)) return null;
  const location = valuesOf(seen.fields, 'location')[0];
  return location === undefined ? null : URL.parse(location, seen.url);
}

/** The values of a header, in order; `name` in lower case. */
export function valuesOf(fields: readonly HeaderField[], name: string): string[] {
  return fields.filter(([field]) => field === name).map(([, value]) => value);
}

function isHtml({ fields }: PageReply & { outcome: 'answered' }): boolean {
  return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(valuesOf(fields, 'content-type')[0] ?? '');
}
