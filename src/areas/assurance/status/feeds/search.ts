import { textOf } from './decode.ts';
import { feedKinds, readFeed, type FeedKind } from './kinds.ts';
import type { StatusReport } from './report.ts';

/** Where each form lies below the address of a status page, the commonest first; those of one vendor alone lie nowhere else. */
const locations: readonly { path: string; kinds: readonly FeedKind[] }[] = [
  { path: '/api/v2/summary.json', kinds: ['statuspage'] },
  { path: '/summary.json', kinds: ['instatus'] },
  { path: '/index.json', kinds: ['betterStack'] },
  { path: '/api/v2/status.json', kinds: ['oracle'] },
  { path: '/incidents.json', kinds: ['google'] },
  { path: '/api/v2.0.0/current', kinds: ['slack'] },
  { path: '/api/v4/current-status', kinds: ['heroku'] },
  { path: '/v1/instances', kinds: ['salesforce'] },
  { path: '/history.rss', kinds: ['rss'] },
  { path: '/feed.rss', kinds: ['rss'] },
];

/** Addresses at which a page may have its feed, the given one first. */
export function candidatesOf(page: string): { url: string; kinds: readonly FeedKind[] }[] {
  const { origin, href } = new URL(page);
  const others = locations.map(({ path, kinds }) => ({ url: `${origin}${path}`, kinds })).filter(({ url }) => url !== href);
  return [{ url: href, kinds: feedKinds }, ...others];
}

/** The first of `kinds` whose form `body` has, with what it says; null for none. An empty list has the form of several, and is that of none. */
export function recognize(body: Uint8Array, kinds: readonly FeedKind[]): { kind: FeedKind; report: StatusReport } | null {
  if (textOf(body)?.trim() === '[]') return null;
  for (const kind of kinds) {
    const reading = readFeed(kind, body);
    if (reading.outcome === 'report') return { kind: kind === 'statuspage' && isIncidentIo(body) ? 'incidentIo' : kind, report: reading.report };
  }
  return null;
}

/** Pages of incident.io have ULIDs as ids. */
function isIncidentIo(body: Uint8Array): boolean {
  const { page } = JSON.parse(new TextDecoder().decode(body)) as { page: { id?: unknown } };
  return typeof page.id === 'string' && /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(page.id);
}
