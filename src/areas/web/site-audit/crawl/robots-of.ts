import { judgeUrl } from '../robots/match.ts';
import { parseRobots, type RobotsFile } from '../robots/parse.ts';
import { ROBOTS_TOKEN } from '../settings.ts';
import type { FetchFacts, RobotsVerdict } from '../page/index.ts';

/** A connection that could not be made. */
export type Unreachable = Extract<FetchFacts, { outcome: 'failed' }>;

/** What an origin asks of crawlers, as it is stored. */
export interface OriginRobots {
  /** Null where nothing answered. */
  status: number | null;
  text: string;
  cause: string | null;
  /** The DNS said that its host has no address. */
  absent: boolean;
  /** Why no connection could be made; null where one was, or the DNS said that there is no address. */
  unreachable: Unreachable | null;
}

/** What the stored answer means (RFC 9309 §2.3.1): one that a server refuses allows all, one that it cannot give allows nothing. A host without an address has nothing to spare: asking for the page says so. */
export interface RobotsRules {
  file: RobotsFile;
  allOrNothing: 'all' | 'nothing' | null;
  cause: string;
  /** Nothing came that would say. */
  isUnanswered: boolean;
  /** Nothing can be asked for; what failed for robots.txt fails for every page. */
  unreachable: Unreachable | null;
}

export function rulesOf({ status, text, cause, absent, unreachable }: OriginRobots): RobotsRules {
  const file = parseRobots(Buffer.from(text));
  const isUnanswered = status === null;
  if (absent) return { file, allOrNothing: 'all', cause: cause ?? '', isUnanswered, unreachable };
  if (status === null) return { file, allOrNothing: 'nothing', cause: `robots.txt could not be fetched: ${cause ?? 'no answer'}`, isUnanswered, unreachable };
  if (status >= 500 || status === 429) return { file, allOrNothing: 'nothing', cause: `robots.txt answers HTTP ${status}`, isUnanswered, unreachable };
  return { file, allOrNothing: status >= 200 && status < 300 ? null : 'all', cause: '', isUnanswered, unreachable };
}

/** Whether the crawler may fetch the URL, with the rule that decides. */
export function mayFetch({ file, allOrNothing, cause, isUnanswered }: RobotsRules, url: string): RobotsVerdict {
  if (allOrNothing === 'nothing') return { allowed: false, rule: cause, ...(isUnanswered && { unknown: true }) };
  if (allOrNothing === 'all') return { allowed: true, rule: null };
  const { allowed, rule } = judgeUrl(file, ROBOTS_TOKEN, url);
  return { allowed, rule: rule && `line ${rule.line}: ${rule.allows ? 'Allow' : 'Disallow'}: ${rule.pattern}`.slice(0, 500) };
}

const CONNECTING: ReadonlySet<string> = new Set(['dns', 'connect', 'tls']);

/** The failure where no connection was made: whoever asks for a page of the origin meets the same, so that nobody has to. */
export function unreachableBy(reply: Unreachable): Unreachable | null {
  return CONNECTING.has(reply.stage) && reply.absent !== true ? reply : null;
}
