import type { RobotsFile, RobotsGroup, RobotsRule } from './parse.ts';

/** Whether a URL may be fetched, and by which rule; `rule` is null where none matches. */
export interface RobotsVerdict {
  allowed: boolean;
  rule: RobotsRule | null;
}

/** Judges a URL for the crawler whose product token is `agent` (RFC 9309 §2.2.2). */
export function judgeUrl(file: RobotsFile, agent: string, url: string): RobotsVerdict {
  const path = pathOf(url);
  const rule = rulesFor(file, agent).reduce<RobotsRule | null>((best, rule) => (beats(rule, best) && matches(rule, path) ? rule : best), null);
  return { allowed: rule?.allows ?? true, rule };
}

/** The longest Crawl-delay for the crawler, in seconds; null where there is none. */
export function crawlDelayOf(file: RobotsFile, agent: string): number | null {
  const delays = groupsFor(file, agent).flatMap(({ crawlDelaySeconds }) => crawlDelaySeconds ?? []);
  return delays.length === 0 ? null : Math.max(...delays);
}

/** Whether the file names the crawler itself. */
function namesAgent(file: RobotsFile, agent: string): boolean {
  return agent !== '' && file.groups.some(({ agents }) => agents.includes(agent.toLowerCase()));
}

/** RFC 9309 §2.2.1: all groups of the crawler together, else all of everybody. */
function groupsFor(file: RobotsFile, agent: string): readonly RobotsGroup[] {
  const own = namesAgent(file, agent) ? agent.toLowerCase() : '*';
  return file.groups.filter(({ agents }) => agents.includes(own));
}

function rulesFor(file: RobotsFile, agent: string): RobotsRule[] {
  return groupsFor(file, agent).flatMap(({ rules }) => rules);
}

/** The longest pattern counts, and of equal ones the one that allows. An empty one says nothing. */
function beats({ pattern, allows }: RobotsRule, best: RobotsRule | null): boolean {
  if (pattern === '') return false;
  return best === null || weightOf(pattern) > weightOf(best.pattern) || (weightOf(pattern) === weightOf(best.pattern) && allows && !best.allows);
}

function weightOf(pattern: string): number {
  return pattern.length;
}

function matches({ pattern, allows }: RobotsRule, path: string): boolean {
  return matchesPattern(pattern, path) || (allows && INDEX.test(pattern) && matchesPattern(`${pattern.slice(0, pattern.lastIndexOf('/') + 1)}$`, path));
}

/** What allows the index page of a folder allows the folder, as Google has it. */
const INDEX = /\/index\.html?[^/]*$/;

/** Takes time in proportion to pattern times path at most, whatever the pattern. */
export function matchesPattern(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const [first, ...parts] = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first!)) return false;
  let at = first!.length;
  for (const [index, part] of parts.entries()) {
    const found = anchored && index === parts.length - 1 ? lastStart(path, part, at) : path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !anchored || at === path.length;
}

function lastStart(path: string, part: string, from: number): number {
  const at = path.length - part.length;
  return at >= from && path.endsWith(part) ? at : -1;
}

/** Path, parameters and query of a URL, however little of it is given; `/` for none. */
export function pathOf(url: string): string {
  const start = url.startsWith('//') ? 2 : 0;
  const scheme = url.indexOf('://', start);
  const early = url.slice(start).search(/[/?;]/);
  const host = scheme >= 0 && (early < 0 || scheme <= early + start) ? scheme + 3 : start;
  const from = url.slice(host).search(/[/?;]/);
  const hash = url.indexOf('#', start);
  if (from < 0 || (hash >= 0 && hash < host + from)) return '/';
  const path = url.slice(host + from, hash < 0 ? undefined : hash);
  return path.startsWith('/') ? path : `/${path}`;
}
