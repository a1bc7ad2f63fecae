import { defineRules } from '../../../../core/findings/rules.ts';
import type { PerformanceFacts } from '../page/index.ts';
import { checksOf, host, page, seen, seenAll, type Check } from './check.ts';
import { ref } from './references.ts';

const LAB = 'Lab data: measured once, in a browser on the server of this service. Visitors may see other values.';

const rules = defineRules({ area: 'site-audit', record: 'page', prefix: 'performance' }, {
  'lcp': { severity: 'medium', title: 'Largest Contentful Paint takes more than 2.5 s', passTitle: 'Largest Contentful Paint takes at most 2.5 s', why: `Visitors wait for the main content. ${LAB}`, fix: page('Load the largest image or text first, and remove scripts and styles that block it.'), references: [ref.lcp] },
  'cls': { severity: 'medium', title: 'The layout shifts while the page loads', passTitle: 'The layout is stable', why: `Visitors lose track of what they read, or tap the wrong thing. ${LAB}`, fix: page('Set width and height of images, frames and banners.'), references: [ref.cls] },
  'inp': { severity: 'medium', title: 'The page takes more than 200 ms to respond to a key press', passTitle: 'The page reacts at once', why: `A page that does not respond seems broken. ${LAB}`, fix: page('Do less in event handlers, and break up long tasks.'), references: [ref.inp] },
  'tbt': { severity: 'medium', title: 'Total Blocking Time is more than 200 ms', passTitle: 'Total Blocking Time is at most 200 ms', why: `Clicks and taps have no effect during that time. ${LAB}`, fix: page('Send less JavaScript, load it when it is needed, and break up long tasks.'), references: [ref.tbt] },
  'page-weight': { severity: 'medium', title: 'The page loads more than 5,000 KiB', passTitle: 'The page loads a sensible amount of data', why: 'It is slow on phones and costs visitors money.', fix: page('Compress and resize images, and lazy-load what is below the fold.'), references: [ref.pageWeight] },
  'third-parties': { severity: 'low', title: 'The page loads from more than ten third-party hosts', passTitle: 'The page loads from few third-party hosts', why: 'Each of them can slow the page, break it and track its visitors.', fix: page('Remove those that are not needed, and serve files from your own host.'), references: [ref.thirdParties] },
  'dom-size': { severity: 'low', title: 'The page has more than 1,500 elements', passTitle: 'The page has a sensible number of elements', why: 'A large DOM makes rendering and every update slower.', fix: page('Paginate or virtualize long lists.'), references: [ref.domSize] },
  'script-errors': { severity: 'medium', title: 'A script on the page throws an error', passTitle: 'No script on the page throws an error', why: 'A part of the page may not work.', fix: page('Find the error in the console of the browser and fix it.'), references: [ref.console] },
  'failed-requests': { severity: 'medium', title: 'Resources of the page fail to load', passTitle: 'All resources of the page load', why: 'A part of the page may be missing.', fix: host('Restore the files, or remove the references to them.'), references: [ref.status] },
});

const { document } = checksOf('performance');
const MAX = { weight: 5000 * 1024, hosts: 10, elements: 1500 };

/** Up to `good` is good, beyond `poor` is poor (https://web.dev/articles/vitals). */
const limits = { lcpMs: { good: 2500, poor: 4000 }, cls: { good: 0.1, poor: 0.25 }, inpMs: { good: 200, poor: 500 }, tbtMs: { good: 200, poor: 600 } } as const;

/** How a load was, in the words of web.dev; null is what was not measured. */
export const ratings = ['good', 'needsImprovement', 'poor'] as const;
export type Rating = (typeof ratings)[number];
export type Rated = keyof typeof limits;

export function ratingsOf(performance: Pick<PerformanceFacts, Rated>): Record<Rated, Rating | null> {
  return { lcpMs: ratingOf('lcpMs', performance.lcpMs), cls: ratingOf('cls', performance.cls), inpMs: ratingOf('inpMs', performance.inpMs), tbtMs: ratingOf('tbtMs', performance.tbtMs) };
}

function ratingOf(of: Rated, value: number | null): Rating | null {
  return value === null ? null : value <= limits[of].good ? 'good' : value <= limits[of].poor ? 'needsImprovement' : 'poor';
}

function measured(rule: (typeof rules)[keyof typeof rules], of: Rated): Check {
  const { good } = limits[of];
  const unit = of === 'cls' ? '' : ' ms';
  return document(rule, (_, { rendered }) => {
    const value = rendered?.performance[of] ?? null;
    return value === null ? null : seen(value > good, `${value}${unit}: ${ratingOf(of, value) === 'poor' ? 'poor' : 'needs improvement'}; good is ${good}${unit} or less`);
  }, 'rendering');
}

function loaded(rule: (typeof rules)[keyof typeof rules], judge: (performance: PerformanceFacts) => readonly string[]): Check {
  return document(rule, (_, { rendered }) => (rendered === null ? null : judge(rendered.performance)), 'rendering');
}

export const performanceChecks: readonly Check[] = [
  measured(rules.lcp, 'lcpMs'), measured(rules.cls, 'cls'), measured(rules.inp, 'inpMs'), measured(rules.tbt, 'tbtMs'),
  loaded(rules['page-weight'], ({ bytes }) => {
    const all = Object.values(bytes).reduce((sum, one) => sum + one, 0);
    return all <= MAX.weight ? [] : [`${Math.round(all / 1024)} KiB`, ...Object.entries(bytes).filter(([, of]) => of > 0).map(([kind, of]) => `${kind}: ${Math.round(of / 1024)} KiB`)];
  }),
  loaded(rules['third-parties'], ({ thirdParties }) => (thirdParties.length <= MAX.hosts ? [] : seenAll(thirdParties.map(({ host: name, requests }) => `${name}: ${requests}`))!)),
  loaded(rules['dom-size'], ({ elements }) => (elements > MAX.elements ? [`${elements} elements`] : [])),
  loaded(rules['script-errors'], ({ errors }) => errors),
  loaded(rules['failed-requests'], ({ failed }) => seenAll(failed)!),
];
