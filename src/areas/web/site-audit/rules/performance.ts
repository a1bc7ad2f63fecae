import { defineRules } from '../../../../core/findings/rules.ts';
import type { PerformanceFacts } from '../page/index.ts';
import { checksOf, host, page, seen, seenAll, type Check } from './check.ts';
import { ref } from './references.ts';

const LAB = 'Measured once, in a browser on the server of this service: visitors may have it better or worse.';

const rules = defineRules({ area: 'site-audit', record: 'page', prefix: 'performance' }, {
  'lcp': { severity: 'medium', title: 'The largest part of the page is painted after more than 2.5 s', passTitle: 'The largest part of the page is painted in time', why: `People wait for what they came for. ${LAB}`, fix: page('Load the largest image or text first, and remove scripts and styles that block it.'), references: [ref.lcp] },
  'cls': { severity: 'medium', title: 'The layout shifts while the page loads', passTitle: 'The layout is stable', why: `People lose their line, or press what they did not mean. ${LAB}`, fix: page('Give images, frames and banners their size from the start.'), references: [ref.cls] },
  'inp': { severity: 'medium', title: 'The page reacts to a key after more than 200 ms', passTitle: 'The page reacts at once', why: `It seems broken while it does not react. ${LAB}`, fix: page('Do less in handlers of events, and split long work.'), references: [ref.inp] },
  'tbt': { severity: 'medium', title: 'Scripts block the page for more than 200 ms while it loads', passTitle: 'Scripts do not block the page', why: `Nothing that people press has an effect meanwhile. ${LAB}`, fix: page('Send less script, load it when it is needed, and split long tasks.'), references: [ref.tbt] },
  'page-weight': { severity: 'medium', title: 'The page loads more than 5,000 KiB', passTitle: 'The page loads a sensible amount of data', why: 'It is slow on phones and costs visitors money.', fix: page('Compress and scale images, and load what is not seen at first later.'), references: [ref.pageWeight] },
  'third-parties': { severity: 'low', title: 'The page loads from more than ten hosts of others', passTitle: 'The page loads from few hosts of others', why: 'Each of them can slow it, break it and see its visitors.', fix: page('Remove those that are not needed, and serve files from your own host.'), references: [ref.thirdParties] },
  'dom-size': { severity: 'low', title: 'The page has more than 1,500 elements', passTitle: 'The page has a sensible number of elements', why: 'Layout and every change of it take longer.', fix: page('Show long lists in parts.'), references: [ref.domSize] },
  'script-errors': { severity: 'medium', title: 'A script of the page fails', passTitle: 'No script of the page fails', why: 'A part of the page may not work.', fix: page('Find the error in the console of a browser and repair it.'), references: [ref.console] },
  'failed-requests': { severity: 'medium', title: 'The page asks for files that it does not get', passTitle: 'The page gets all files that it asks for', why: 'A part of the page may be missing.', fix: host('Restore the files, or remove what asks for them.'), references: [ref.status] },
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
