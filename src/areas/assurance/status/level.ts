import type { FeedKind } from './feeds/kinds.ts';
import { worstOf, type Component, type Level } from './feeds/report.ts';

/** What was read longer ago says nothing of now. */
const FRESH_MS = 30 * 60_000;
/** They list what is affected and nothing else. */
const listsAffectedOnly: ReadonlySet<FeedKind> = new Set(['aws', 'google', 'slack']);

interface Read {
  level: string;
  failure: string | null;
  read_at: number | null;
}

/** The level of a feed as it was last read; `unknown` where that failed or is long ago. */
export function levelNow({ level, failure, read_at: readAt }: Read, now: number): Level {
  return failure === null && readAt !== null && now - readAt <= FRESH_MS ? (level as Level) : 'unknown';
}

/** What a follower wants of a service: names or ids, in any case; none stands for all. */
export interface Wanted {
  components: readonly string[];
  regions: readonly string[];
}

/** The components that are wanted. One without a region is in all of them. */
export function wantedOf(components: readonly Component[], { components: names, regions }: Wanted): Component[] {
  const [wantedNames, wantedRegions] = [lowered(names), lowered(regions)];
  return components.filter(({ id, name, region }) =>
    (wantedNames.size === 0 || wantedNames.has(id.toLowerCase()) || wantedNames.has(name.toLowerCase()))
    && (wantedRegions.size === 0 || region === null || wantedRegions.has(region.toLowerCase())));
}

/** The level for a follower, of a feed that is at `level`; `unknown` where the page has none of what is wanted any more. */
export function levelFor(kind: FeedKind, level: Level, components: readonly Component[], wanted: Wanted): Level {
  if (wanted.components.length === 0 && wanted.regions.length === 0) return level;
  const found = wantedOf(components, wanted);
  if (found.length === 0) return level !== 'unknown' && listsAffectedOnly.has(kind) ? 'operational' : 'unknown';
  return worstOf(found.map(one => one.level));
}

function lowered(texts: readonly string[]): Set<string> {
  return new Set(texts.map(text => text.toLowerCase()));
}
