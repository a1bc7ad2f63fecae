import type { FeedValidators, StatusFeeds } from '../../../core/outside/status-feeds.ts';
import type { FeedKind } from './feeds/kinds.ts';
import { candidatesOf, recognize } from './feeds/search.ts';
import type { StatusReport } from './feeds/report.ts';

/** A feed that was found, with what it says. */
export interface FoundFeed {
  url: string;
  kind: FeedKind;
  report: StatusReport;
  validators: FeedValidators;
}

const NOTHING_KNOWN: FeedValidators = { etag: null, lastModified: null };

/** Asks `page`, a status page or a feed, and the usual addresses of its host, one after the other; null where none is a feed that can be read. */
export async function findFeed({ fetch }: Pick<StatusFeeds, 'fetch'>, page: string, signal: AbortSignal): Promise<FoundFeed | null> {
  for (const { url, kinds } of candidatesOf(page)) {
    if (signal.aborted) return null;
    const reply = await fetch(url, NOTHING_KNOWN, signal);
    // Where nothing answers at all, further addresses of the same host are not tried.
    if (reply.outcome === 'failed' && reply.status === null) return null;
    if (reply.outcome !== 'fetched' || reply.truncated) continue;
    const recognized = recognize(reply.body, kinds);
    // An empty RSS feed at a usual address may be anybody's.
    if (recognized?.kind === 'rss' && url !== page && recognized.report.incidents.length === 0) continue;
    if (recognized !== null) return { url, ...recognized, validators: reply.validators };
  }
  return null;
}
