import { judgeUrl } from '../robots/match.ts';
import { parseRobots, type RobotsFile } from '../robots/parse.ts';
import { ROBOTS_TOKEN } from '../settings.ts';
import type { RobotsVerdict } from '../page/index.ts';

/** What an origin asks of crawlers, as it is stored. */
export interface OriginRobots {
  /** Null where nothing answered. */
  status: number | null;
  text: string;
  cause: string | null;
  /** The DNS said that its host has no address. */
  absent: boolean;
}

/** What the stored answer means (RFC 9309 §2.3.1): one that a server refuses allows all, one that it cannot give allows nothing. A host without an address has nothing to spare: asking for the page says so. */
export interface RobotsRules {
  file: RobotsFile;
  allOrNothing: 'all' | 'nothing' | null;
  cause: string;
}

export function rulesOf({ status, text, cause, absent }: OriginRobots): RobotsRules {
  const file = parseRobots(Buffer.from(text));
  if (absent) return { file, allOrNothing: 'all', cause: cause ?? '' };
  if (status === null) return { file, allOrNothing: 'nothing', cause: `robots.txt could not be fetched: ${cause ?? 'no answer'}` };
  if (status >= 500 || status === 429) return { file, allOrNothing: 'nothing', cause: `robots.txt answers HTTP ${status}` };
  return { file, allOrNothing: status >= 200 && status < 300 ? null : 'all', cause: '' };
}

/** Whether the crawler may fetch the URL, with the rule that decides. */
export function mayFetch({ file, allOrNothing, cause }: RobotsRules, url: string): RobotsVerdict {
  if (allOrNothing === 'nothing') return { allowed: false, rule: cause };
  if (allOrNothing === 'all') return { allowed: true, rule: null };
  const { allowed, rule } = judgeUrl(file, ROBOTS_TOKEN, url);
  return { allowed, rule: rule && `line ${rule.line}: ${rule.allows ? 'Allow' : 'Disallow'}: ${rule.pattern}`.slice(0, 500) };
}
