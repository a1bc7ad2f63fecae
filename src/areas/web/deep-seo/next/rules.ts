import type { SearchDataProvider } from '../../../../core/outside/search-data.ts';
import { meanOf, type Clicked, type FieldSpeed } from '../search-data/reading.ts';
import { EXPECTATION, expectationOf, type Expectation } from './expected-clicks.ts';

export const stepKinds = ['wantedUnavailable', 'rankedNotClicked', 'competesWithSibling', 'strikingDistance', 'slowInField'] as const;
export type StepKind = (typeof stepKinds)[number];

/** What keeps a page from being listed: as the last site audit saw it. */
export const obstacles = ['broken', 'unreachable', 'blocked', 'noindex', 'canonicalElsewhere', 'notIndexable'] as const;
export type Obstacle = (typeof obstacles)[number];

/** A query, and what a page got for it. */
export interface QueryFacts extends Clicked {
  query: string;
}

/** A page by all that is known of it. */
export interface PageKnown {
  key: string;
  url: string;
  title: string | null;
  /** Over 28 days on all connected search engines; null where none has shown it, or none is connected. */
  search: (Clicked & { providers: readonly SearchDataProvider[] }) | null;
  queries: readonly QueryFacts[];
  /** Null where the last audit does not have the page. */
  audit: { obstacle: Obstacle | null; status: number | null; inlinks: number } | null;
  speed: FieldSpeed | null;
}

/** Figures behind a step; those that are not known are not there. */
export interface StepFigures {
  clicks?: number;
  impressions?: number;
  ctr?: number;
  expectedCtr?: number;
  position?: number;
  status?: number;
  inlinks?: number;
  lcpMs?: number;
  inpMs?: number;
  cls?: number;
  slowShare?: number;
}

/** One thing to do. */
export interface NextStep {
  kind: StepKind;
  url: string;
  title: string | null;
  /** Clicks in 28 days that are at stake, an estimate. */
  clicksAtStake: number;
  obstacle: Obstacle | null;
  figures: StepFigures;
  /** The queries that matter most for it. */
  queries: readonly QueryFacts[];
  /** Other pages that it is about. */
  others: readonly (Clicked & { url: string })[];
  says: string;
  fix: string;
}

const MIN_IMPRESSIONS = 100;
const MIN_QUERY_IMPRESSIONS = 50;
const MIN_LINKS = 10;
const FIRST_PAGE = 10;
const SECOND_PAGE = 20;
const RARELY = 0.5;
const AIM = 5;
const SIBLING_SHARE = 0.1;
const SIBLING_POSITION = 30;
const SHOWN = 5;

/** Core Web Vitals, good up to: https://web.dev/articles/vitals */
const GOOD = { lcpMs: 2500, inpMs: 200, cls: 0.1 } as const;

/** How clicks at stake are estimated, for people. */
export const formulas: Readonly<Record<StepKind, string>> = {
  wantedUnavailable: 'The larger of its clicks and impressions × expected CTR at its position; 0 where only links are known.',
  rankedNotClicked: 'Impressions × expected CTR at its position − its clicks.',
  competesWithSibling: 'Impressions of the weaker pages for the query × expected CTR at the position of the strongest − their clicks.',
  strikingDistance: `Impressions at positions ${FIRST_PAGE} to ${SECOND_PAGE} × expected CTR at position ${AIM} − the clicks there.`,
  slowInField: 'Its clicks × the share of visits in which one of the Core Web Vitals is not good.',
};
export const FORMULA = EXPECTATION;

/** What to do next by all that is known of pages: what is worth most clicks first, then what is linked most. */
export function nextSteps(pages: readonly PageKnown[]): { steps: NextStep[]; expectation: Expectation } {
  const queried = pages.flatMap(({ queries }) => queries);
  const expectation = expectationOf(queried.length > 0 ? queried : pages.flatMap(({ search }) => search ?? []));
  const steps = [...pages.flatMap(page => unavailable(page, expectation) ?? [rarelyClicked(page, expectation), strikingDistance(page, expectation), slow(page)].filter(step => step !== null)), ...siblings(pages, expectation)];
  return { expectation, steps: steps.filter(isWorthIt).toSorted((a, b) => b.clicksAtStake - a.clicksAtStake || (b.figures.inlinks ?? 0) - (a.figures.inlinks ?? 0) || (a.url < b.url ? -1 : 1)) };
}

/** Less than a click is none, save for what people stumble over by links. */
function isWorthIt({ clicksAtStake, figures: { inlinks = 0 }, kind }: NextStep): boolean {
  return clicksAtStake >= 1 || (kind === 'wantedUnavailable' && inlinks >= MIN_LINKS);
}

const FIXES: Readonly<Record<Obstacle, string>> = {
  broken: 'Restore the page, or redirect it to the page that replaces it.', unreachable: 'Find out why the server does not answer for this page.', blocked: 'Allow the page in robots.txt.',
  noindex: 'Remove noindex if the page should be found. If it should not, remove the links to it from pages that visitors find.', canonicalElsewhere: 'Make the page its own canonical URL, or redirect it to its canonical URL.',
  notIndexable: 'Open the page in the site audit: it says why search engines cannot index it.',
};
const SAYS: Readonly<Record<Obstacle, string>> = {
  broken: 'answers with an error', unreachable: 'does not answer', blocked: 'is blocked by robots.txt', noindex: 'is set to noindex', canonicalElsewhere: 'has another page as its canonical URL', notIndexable: 'is not indexable',
};

/** People search for it or link to it, and it cannot be found. Where only links are known, noindex and robots.txt may be what the owner wants. */
function unavailable({ url, title, search, queries, audit }: PageKnown, expectation: Expectation): NextStep | null {
  const obstacle = audit?.obstacle ?? null;
  if (audit === null || obstacle === null) return null;
  const isSearched = search !== null && search.impressions >= 1;
  const isLinked = (obstacle === 'broken' || obstacle === 'unreachable') && audit.inlinks >= MIN_LINKS;
  if (!isSearched && !isLinked) return null;
  return {
    kind: 'wantedUnavailable', url, title, obstacle, clicksAtStake: search === null ? 0 : rounded(Math.max(search.clicks, search.impressions * expectation.at(search.position))),
    figures: { ...figuresOf(search, expectation), inlinks: audit.inlinks, ...(audit.status === null ? {} : { status: audit.status }) }, queries: most(queries), others: [],
    says: `This page is in demand, but it ${SAYS[obstacle]}.`, fix: FIXES[obstacle],
  };
}

function rarelyClicked({ url, title, search, queries }: PageKnown, expectation: Expectation): NextStep | null {
  if (search === null || search.position > FIRST_PAGE || search.impressions < MIN_IMPRESSIONS) return null;
  const expected = expectation.at(search.position);
  if (search.clicks / search.impressions >= RARELY * expected) return null;
  const [first] = most(queries);
  return {
    kind: 'rankedNotClicked', url, title, obstacle: null, clicksAtStake: rounded(search.impressions * expected - search.clicks), figures: figuresOf(search, expectation), queries: most(queries), others: [],
    says: 'The page ranks on the first page of results, but is clicked less than half as often as expected there.',
    fix: `Rewrite its title and description so that they answer ${first ? `“${first.query}”` : 'what people search for'}. Compare them with the results that rank next to it.`,
  };
}

/** By its queries where they are known: the mean position of a page hides those that nearly rank. */
function strikingDistance({ url, title, search, queries }: PageKnown, expectation: Expectation): NextStep | null {
  const isNear = ({ position, impressions }: Clicked): boolean => position > FIRST_PAGE && position <= SECOND_PAGE && impressions >= MIN_QUERY_IMPRESSIONS;
  const near = queries.length > 0 ? queries.filter(isNear) : search !== null && isNear(search) ? [search] : [];
  if (near.length === 0) return null;
  const [impressions, clicks] = [sumOf(near, 'impressions'), sumOf(near, 'clicks')];
  const named = most(queries.filter(isNear));
  return {
    kind: 'strikingDistance', url, title, obstacle: null, clicksAtStake: rounded(impressions * expectation.at(AIM) - clicks), figures: figuresOf({ clicks, impressions, position: meanOf(near) }, expectation), queries: named, others: [],
    says: 'The page ranks just beyond the first page of results.',
    fix: `Cover ${named[0] ? `“${named[0].query}”` : 'the topic'} more fully on the page, and link to it from pages on the topic that rank well.`,
  };
}

function slow({ url, title, search, speed }: PageKnown): NextStep | null {
  if (search === null || speed === null) return null;
  const measured: readonly (readonly [name: string, value: number | null, good: number])[] = [['LCP', speed.lcpMs, GOOD.lcpMs], ['INP', speed.inpMs, GOOD.inpMs], ['CLS', speed.cls, GOOD.cls]];
  const bad = measured.filter(([, value, good]) => value !== null && value > good);
  if (bad.length === 0) return null;
  const { lcpMs, inpMs, cls } = speed;
  return {
    kind: 'slowInField', url, title, obstacle: null, clicksAtStake: rounded(search.clicks * speed.slow), queries: [], others: [],
    figures: { clicks: search.clicks, impressions: search.impressions, slowShare: speed.slow, ...(lcpMs === null ? {} : { lcpMs }), ...(inpMs === null ? {} : { inpMs }), ...(cls === null ? {} : { cls }) },
    says: `The page is slow for visitors: ${bad.map(([name]) => name).join(', ')} not good in a quarter of visits or more.`,
    fix: bad.map(([name]) => SPEED_FIXES[name]).join(' '),
  };
}

const SPEED_FIXES: Readonly<Record<string, string>> = {
  LCP: 'Load the largest image or text block first, and shorten the response time of the server.', INP: 'Break up long tasks that run on input.', CLS: 'Reserve space for images, fonts and embeds that load late.',
};

/** Pages that are shown for one query: the strongest of them is the one to keep. */
function siblings(pages: readonly PageKnown[], expectation: Expectation): NextStep[] {
  const byQuery = Map.groupBy(pages.filter(({ audit }) => audit?.obstacle == null).flatMap(page => page.queries.map(facts => ({ page, ...facts }))), ({ query }) => query);
  const steps = [...byQuery].flatMap(([query, all]): NextStep[] => {
    const impressions = sumOf(all, 'impressions');
    const shown = all.filter(one => one.impressions >= SIBLING_SHARE * impressions && one.position <= SIBLING_POSITION).toSorted((a, b) => b.clicks - a.clicks || a.position - b.position);
    const [best, ...weaker] = shown;
    if (impressions < MIN_QUERY_IMPRESSIONS || !best || weaker.length === 0) return [];
    const strongest = Math.min(...shown.map(({ position }) => position));
    return [{
      kind: 'competesWithSibling', url: best.page.url, title: best.page.title, obstacle: null, clicksAtStake: rounded(Math.max(0, sumOf(weaker, 'impressions') * expectation.at(strongest) - sumOf(weaker, 'clicks'))),
      figures: figuresOf({ clicks: sumOf(shown, 'clicks'), impressions: sumOf(shown, 'impressions'), position: meanOf(shown) }, expectation),
      queries: [{ query, clicks: sumOf(all, 'clicks'), impressions, position: meanOf(all) }], others: weaker.slice(0, SHOWN).map(({ page: { url }, clicks, impressions: shownFor, position }) => ({ url, clicks, impressions: shownFor, position })),
      says: `${shown.length} pages are shown for “${query}”.`, fix: 'Keep the page with the most clicks. Redirect the others to it, or give each its own topic in title and heading, and link from them to it.',
    }];
  });
  // Of several queries with the same pages the one that is worth most speaks for all.
  const bySame = Map.groupBy(steps.toSorted((a, b) => b.clicksAtStake - a.clicksAtStake), ({ url, others }) => JSON.stringify([url, ...others.map(other => other.url)].toSorted()));
  return [...bySame.values()].map(([first]) => first!);
}

function figuresOf(search: Clicked | null, expectation: Expectation): StepFigures {
  if (search === null || search.impressions === 0) return {};
  const { clicks, impressions, position } = search;
  return { clicks, impressions, ctr: ratio(clicks / impressions), expectedCtr: ratio(expectation.at(position)), position: Math.round(10 * position) / 10 };
}

function most(queries: readonly QueryFacts[]): QueryFacts[] {
  return queries.toSorted((a, b) => b.impressions - a.impressions || (a.query < b.query ? -1 : 1)).slice(0, SHOWN);
}

function sumOf(of: readonly Clicked[], member: 'clicks' | 'impressions'): number {
  return of.reduce((sum, one) => sum + one[member], 0);
}

function ratio(value: number): number {
  return Math.round(10_000 * value) / 10_000;
}

function rounded(clicks: number): number {
  return Math.round(10 * clicks) / 10;
}
