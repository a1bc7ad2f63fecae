// What to do next follows from figures alone: each rule, where it ends, and what is worth most first.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { FieldSpeed } from '../search-data/reading.ts';
import { expectationOf } from './expected-clicks.ts';
import { nextSteps, type Obstacle, type PageKnown, type QueryFacts } from './rules.ts';

const HOST = 'https://shop.example';
const general = expectationOf([]);

interface Given {
  search?: readonly [clicks: number, impressions: number, position: number];
  queries?: readonly (readonly [query: string, clicks: number, impressions: number, position: number])[];
  obstacle?: Obstacle;
  inlinks?: number;
  audited?: boolean;
  speed?: Partial<FieldSpeed>;
}

function page(path: string, { search, queries = [], obstacle, inlinks = 1, audited = true, speed }: Given = {}): PageKnown {
  return {
    key: path, url: `${HOST}${path}`, title: path,
    search: search ? { clicks: search[0], impressions: search[1], position: search[2], providers: ['searchConsole'] } : null,
    queries: queries.map(([query, clicks, impressions, position]): QueryFacts => ({ query, clicks, impressions, position })),
    audit: audited ? { obstacle: obstacle ?? null, status: obstacle === 'broken' ? 404 : 200, inlinks } : null,
    speed: speed ? { url: path, lcpMs: null, inpMs: null, cls: null, slow: 0.3, ...speed } : null,
  };
}

/** Kinds with the clicks at stake. */
const found = (...pages: readonly PageKnown[]): string[] => nextSteps(pages).steps.map(({ kind, url, clicksAtStake }) => `${kind} ${url.slice(HOST.length)} ${Math.round(clicksAtStake)}`);

suite('what to do about one page', () => {
  // Rates of one page are nearly the general ones: 1,000 impressions of these stand behind each position.
  const cases: readonly (readonly [says: string, given: Given, wanted: readonly string[]])[] = [
    ['nothing, where it is clicked as often as expected', { search: [80, 1000, 4] }, []],
    ['nothing, where nobody searches for it', {}, []],
    ['a page that ranks first and is hardly clicked', { search: [5, 1000, 1] }, ['rankedNotClicked / 140']],
    ['but not just above half of what is expected', { search: [45, 1000, 4] }, []],
    ['nor with too few impressions to say so', { search: [0, 99, 1] }, []],
    ['nor beyond the first page of results', { search: [0, 1000, 10.1] }, ['strikingDistance / 72']],
    ['striking distance ends at position 20', { search: [0, 1000, 20.1] }, []],
    ['and counts the queries that are near, where queries are known', { search: [80, 1000, 4], queries: [['lamp', 79, 800, 2], ['brass lamp', 1, 200, 12], ['old lamp', 0, 49, 15]] }, ['strikingDistance / 13']],
    ['a page that people find, and that is gone', { search: [30, 1000, 4], obstacle: 'broken' }, ['wantedUnavailable / 55']],
    ['the clicks that it has count where they are more than expected', { search: [300, 1000, 9], obstacle: 'noindex' }, ['wantedUnavailable / 300']],
    ['a page that is blocked is not told to be clicked more', { search: [0, 1000, 1], obstacle: 'blocked' }, ['wantedUnavailable / 143']],
    ['a page that many link to, and that is gone', { obstacle: 'broken', inlinks: 10 }, ['wantedUnavailable / 0']],
    ['few links are no demand', { obstacle: 'broken', inlinks: 9 }, []],
    ['what is set to noindex and only linked may be what the owner wants', { obstacle: 'noindex', inlinks: 500 }, []],
    ['a slow page, by the visits that are', { search: [80, 1000, 4], speed: { lcpMs: 2501 } }, ['slowInField / 24']],
    ['good is not slow', { search: [80, 1000, 4], speed: { lcpMs: 2500, inpMs: 200, cls: 0.1 } }, []],
    ['of speed alone no clicks are known', { speed: { lcpMs: 9000 } }, []],
    ['a page that the audit has not seen is judged by its clicks alone', { search: [5, 1000, 1], audited: false }, ['rankedNotClicked / 140']],
  ];
  for (const [says, given, wanted] of cases) test(says, () => assert.deepEqual(found(page('/', given)), wanted));
});

suite('pages that compete', () => {
  const cases: readonly (readonly [says: string, pages: readonly PageKnown[], wanted: readonly string[]])[] = [
    ['two pages that are shown for one query: the weaker one would be clicked as often as the stronger stands', [page('/a', { queries: [['lamp', 30, 300, 4]] }), page('/b', { queries: [['lamp', 1, 200, 9]] })], ['competesWithSibling /a 16']],
    ['a page with less than a tenth of the impressions is none', [page('/a', { queries: [['lamp', 30, 300, 4]] }), page('/b', { queries: [['lamp', 0, 33, 9]] })], []],
    ['nor one that stands beyond 30', [page('/a', { queries: [['lamp', 30, 300, 4]] }), page('/b', { queries: [['lamp', 0, 200, 31]] })], []],
    ['nor a rare query', [page('/a', { queries: [['lamp', 3, 24, 1]] }), page('/b', { queries: [['lamp', 0, 25, 2]] })], []],
    ['nor a page that cannot be found anyway', [page('/a', { queries: [['lamp', 30, 300, 4]] }), page('/b', { queries: [['lamp', 1, 200, 9]], obstacle: 'noindex' })], []],
    ['several queries of the same pages are one thing to do', [page('/a', { queries: [['lamp', 30, 300, 4], ['lamps', 9, 100, 5]] }), page('/b', { queries: [['lamp', 1, 200, 9], ['lamps', 0, 80, 9]] })], ['competesWithSibling /a 16']],
  ];
  for (const [says, pages, wanted] of cases) test(says, () => assert.deepEqual(found(...pages), wanted));
});

suite('the order', () => {
  test('is by clicks at stake over all kinds, then by links', () => {
    assert.deepEqual(found(
      page('/links', { obstacle: 'broken', inlinks: 20 }), page('/more-links', { obstacle: 'broken', inlinks: 30 }), page('/near', { search: [0, 5000, 12] }), page('/slow', { search: [80, 1000, 4], speed: { cls: 0.2, slow: 0.5 } }), page('/gone', { search: [900, 2000, 3], obstacle: 'broken' }),
    ).map(step => step.split(' ', 2).join(' ')), ['wantedUnavailable /gone', 'strikingDistance /near', 'slowInField /slow', 'wantedUnavailable /more-links', 'wantedUnavailable /links']);
  });
  test('each step has the figures behind it and what to do', () => {
    const [step] = nextSteps([page('/', { search: [5, 1000, 1], queries: [['brass lamp', 5, 1000, 1]] })]).steps;
    assert.deepEqual([step!.figures.clicks, step!.figures.impressions, step!.figures.ctr, step!.figures.position, step!.queries.map(({ query }) => query)], [5, 1000, 0.005, 1, ['brass lamp']]);
    assert.match(step!.fix, /“brass lamp”/);
  });
});

suite('the expected CTR', () => {
  test('is the general one where the site has no clicks', () => assert.deepEqual([general.at(1), general.at(10), general.at(0)], [0.285, 0.025, 0.285]));
  test('lies between those of two positions, and falls on beyond the tenth', () => {
    assert.ok(Math.abs(general.at(1.5) - (0.285 + 0.157) / 2) < 1e-9);
    assert.ok(general.at(10) > general.at(11) && general.at(11) > general.at(20) && general.at(20) < 0.01);
  });
  test('follows the site as far as that has impressions, and never rises with the position', () => {
    const own = expectationOf([{ clicks: 1000, impressions: 100_000, position: 1.2 }, { clicks: 900, impressions: 1000, position: 3 }]);
    assert.ok(Math.abs(own.at(1) - (285 + 1000) / 101_000) < 1e-9);
    assert.ok(own.rates.every((rate, at) => at === 0 || rate <= own.rates[at - 1]!));
  });
});
