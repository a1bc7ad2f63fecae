import type { PageFinding } from '../engines/join.ts';
import type { PageParts } from '../engines/page-facts.ts';
import type { ElementQuestion } from './questions.ts';

/** A page with what repeats on pages of the site. */
export interface PartsOfPage {
  page: number;
  url: string;
  parts: PageParts | null;
}

/** Pages that one criterion is asked about at most, and links that two orders must share to be compared. */
const MAX_PAGES = 5;
const MIN_LINKS = 3;
/** Fewer pages than this need no more than one way to each. */
const FEW_PAGES = 3;

/** What the pages of a sample do differently from each other, as questions: whether that confuses people is for people to say. */
export function siteQuestions(pages: readonly PartsOfPage[]): ElementQuestion[] {
  const known = pages.flatMap(({ page, url, parts }) => (parts === null ? [] : [{ page, url, parts }]));
  return [...orders(known), ...names(known), ...helpOrders(known), ...ways(known)];
}

type Known = readonly { page: number; url: string; parts: PageParts }[];

function orders(pages: Known): ElementQuestion[] {
  const first = new Map<string, { url: string; order: string[] }>();
  return pages.flatMap(({ page, url, parts }) => parts.navigation.flatMap(({ name, links }) => {
    const order = [...new Set(links.map(link => link.url))];
    const before = first.get(name);
    if (!before) first.set(name, { url, order });
    if (!before || !differ(before.order, order, MIN_LINKS)) return [];
    return [ask({ page, url }, '3.2.3', 'consistent-navigation', 'Navigation is in a consistent order', `The links of "${name}" are in another order than on ${before.url}: did the user choose that order?`)];
  })).slice(0, MAX_PAGES);
}

function names(pages: Known): ElementQuestion[] {
  const first = new Map<string, { url: string; name: string }>();
  return pages.flatMap(({ page, url, parts }) => parts.navigation.flatMap(({ name: where, links }) => links.flatMap(link => {
    const key = `${where} ${link.url}`;
    const before = first.get(key);
    if (!before) first.set(key, { url, name: link.name });
    if (!before || link.name === '' || before.name === '' || before.url === url || before.name.toLowerCase() === link.name.toLowerCase()) return [];
    return [ask({ page, url }, '3.2.4', 'consistent-identification', 'Components with the same function have the same name', `"${link.name}" here and "${before.name}" on ${before.url} lead to the same page, ${link.url}: is it clear to users that they are the same?`)];
  }))).slice(0, MAX_PAGES);
}

function helpOrders(pages: Known): ElementQuestion[] {
  const [reference, ...others] = pages.filter(({ parts }) => parts.help.length > 1);
  if (!reference) return [];
  return others.filter(({ parts }) => differ(reference.parts.help, parts.help, 2)).slice(0, MAX_PAGES)
    .map(page => ask(page, '3.2.6', 'consistent-help', 'Help is in a consistent order', `Help (${page.parts.help.join(', ')}) is in another order than on ${reference.url} (${reference.parts.help.join(', ')}): did the user choose that order?`));
}

function ways(pages: Known): ElementQuestion[] {
  const [start] = pages;
  const found = [pages.some(({ parts }) => parts.navigation.some(({ links }) => links.length >= MIN_LINKS)) && 'navigation', pages.some(({ parts }) => parts.search) && 'search', pages.some(({ parts }) => parts.siteMap) && 'a site map'].filter(Boolean);
  if (!start || pages.length < FEW_PAGES || found.length > 1) return [];
  return [ask(start, '2.4.5', 'multiple-ways', 'There is more than one way to a page', found.length === 0 ? 'No navigation, search or site map was found: is there more than one way to find a page?' : `Only ${found.join()} was found: is there another way to find a page?`)];
}

/** Whether what both have stands in another order; less than `least` tells nothing. */
function differ(a: readonly string[], b: readonly string[], least: number): boolean {
  const [inA, inB] = [a.filter(one => b.includes(one)), b.filter(one => a.includes(one))];
  return inA.length >= least && inA.some((one, at) => one !== inB[at]);
}

function ask({ page, url }: { page: number; url: string }, criterion: string, rule: string, title: string, says: string): ElementQuestion {
  const finding: PageFinding = { outcome: 'cantTell', criteria: [criterion], act: [], impact: 'moderate', title, selector: 'html', html: '', box: { x: 0, y: 0, width: 0, height: 0 }, saidBy: [{ engine: 'site', rule, says }] };
  return { page, url, finding };
}
