/** One rule of a group. */
export interface RobotsRule {
  allows: boolean;
  /** Percent-encoded as URLs are; `*` stands for anything, `$` at the end for the end. */
  pattern: string;
  /** Its line in the file, from 1. */
  line: number;
}

/** The rules for some agents (RFC 9309 §2.2.1). */
export interface RobotsGroup {
  /** Product tokens in lower case; `*` stands for everybody. */
  agents: readonly string[];
  rules: readonly RobotsRule[];
  /** Seconds between two requests, a custom of some sites; null where the group has none. */
  crawlDelaySeconds: number | null;
}

export interface RobotsFile {
  groups: readonly RobotsGroup[];
  sitemaps: readonly string[];
  /** Numbers of lines that say nothing that a crawler understands. */
  unknownLines: readonly number[];
  /** Rules before any agent is named, which nobody obeys (RFC 9309 §2.1). */
  strayRules: number;
  /** Whether there was more than is read (RFC 9309 §2.5: at least 500 KiB). */
  truncated: boolean;
}

interface OpenGroup {
  agents: string[];
  rules: RobotsRule[];
  crawlDelaySeconds: number | null;
}

const MAX_BYTES = 500 * 1024;
/** What Google's parser reads of a line. */
const MAX_LINE_BYTES = 2083 * 8;
const MAX_RULES = 20_000;
const MAX_SITEMAPS = 1000;
const MAX_REMEMBERED_LINES = 50;

/** Frequent misspellings, which large crawlers forgive as well. */
const KEYS: Readonly<Record<string, 'agent' | 'allow' | 'disallow' | 'sitemap' | 'delay'>> = {
  'user-agent': 'agent', 'useragent': 'agent', 'user agent': 'agent', 'allow': 'allow', 'disallow': 'disallow', 'dissallow': 'disallow', 'dissalow': 'disallow', 'disalow': 'disallow',
  'diasllow': 'disallow', 'disallaw': 'disallow', 'sitemap': 'sitemap', 'site-map': 'sitemap', 'crawl-delay': 'delay',
};

/** Reads a robots.txt after RFC 9309 §2.2; total: whatever the bytes, it gives what can be understood. */
export function parseRobots(file: Uint8Array): RobotsFile {
  const groups: OpenGroup[] = [];
  const [sitemaps, unknownLines]: [string[], number[]] = [[], []];
  let [group, takesAgents, rules, strayRules]: [OpenGroup | null, boolean, number, number] = [null, false, 0, 0];
  for (const [at, line] of linesOf(file).entries()) {
    const field = fieldOf(line);
    if (field === null) continue;
    const [name, value] = field;
    const key = KEYS[name];
    if (key === undefined) {
      if (unknownLines.length < MAX_REMEMBERED_LINES) unknownLines.push(at + 1);
    } else if (key === 'agent') {
      if (!takesAgents) groups.push(group = { agents: [], rules: [], crawlDelaySeconds: null });
      takesAgents = true;
      group!.agents.push(agentOf(value));
    } else if (key === 'sitemap') {
      if (sitemaps.length < MAX_SITEMAPS) sitemaps.push(textOf(value));
    } else if (key === 'delay') {
      if (group && /^\d{1,6}(\.\d{1,3})?$/.test(value)) group.crawlDelaySeconds = Number(value);
    } else {
      takesAgents = false;
      if (!group) strayRules++;
      else if (rules++ < MAX_RULES) group.rules.push({ allows: key === 'allow', pattern: escapePattern(value), line: at + 1 });
    }
  }
  return { groups, sitemaps, unknownLines, strayRules, truncated: file.length > MAX_BYTES };
}

/** Each byte is one character, so that limits count bytes and nothing that is no UTF-8 is lost. */
function linesOf(file: Uint8Array): string[] {
  const text = Buffer.from(file.subarray(0, MAX_BYTES)).toString('latin1');
  return text.replace(/^\xef(?:\xbb(?:\xbf)?)?/, '').split(/\r\n|\r|\n/);
}

/** Key and value of a line; a colon that was forgotten is read where exactly two words stand. Null where the line is empty. */
function fieldOf(line: string): [name: string, value: string] | null {
  const text = line.slice(0, MAX_LINE_BYTES - 1).replace(/#.*$/s, '').trim();
  if (text === '') return null;
  const colon = text.indexOf(':');
  if (colon >= 0) return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()];
  const words = text.split(/[ \t]+/);
  return words.length === 2 ? [words[0]!.toLowerCase(), words[1]!] : ['', text];
}

/** The product token (RFC 9309 §2.2.1), cut where another character begins. */
function agentOf(value: string): string {
  return /^\*(\s|$)/.test(value) ? '*' : tokenOf(value);
}

/** The leading letters, underscores and hyphens of the name of a crawler, in lower case. */
export function tokenOf(agent: string): string {
  return /^[a-z_-]*/i.exec(agent)![0].toLowerCase();
}

/** RFC 9309 §2.2.2: octets beyond ASCII are compared percent-encoded, with upper-case digits. */
export function escapePattern(bytes: string): string {
  return bytes.replace(/[\x80-\xff]/g, byte => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`).replace(/%[0-9a-f]{2}/gi, escape => escape.toUpperCase());
}

function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
