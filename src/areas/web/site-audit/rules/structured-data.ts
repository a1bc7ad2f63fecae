import { defineRules } from '../../../../core/findings/rules.ts';
import type { DocumentFacts, StructuredItem } from '../page/index.ts';
import { checksOf, metasOf, page, seen, seenAll, type Check, type Seen } from './check.ts';
import { typesOf } from '../render/compare.ts';
import { canonicalOf } from './directives.ts';
import { ref } from './references.ts';
import { richResults } from './rich-results.ts';
import { knowsType } from './schema-org/vocabulary.ts';
import { brokenOf, knownOf } from './targets.ts';

const jsonld = defineRules({ area: 'site-audit', record: 'page', prefix: 'jsonld' }, {
  'parse-error': { severity: 'high', title: 'Structured data is no valid JSON', passTitle: 'Structured data is valid JSON', why: 'Search engines ignore all of it.', fix: page('Correct the JSON at the position that is named.'), references: [ref.structured] },
  'unknown-type': { severity: 'low', title: 'Structured data has a type that schema.org does not know', passTitle: 'schema.org knows every type', why: 'Search engines ignore it.', fix: page('Use a type of schema.org, in its spelling.'), references: [ref.structured] },
  'required-property-missing': { severity: 'high', title: 'Structured data lacks what rich results require', passTitle: 'Structured data has what rich results require', why: 'Results show the page without stars, prices or dates.', fix: page('Add the properties.'), references: [ref.richResults] },
  'recommended-missing': { severity: 'low', title: 'Structured data lacks what is recommended', passTitle: 'Structured data has what is recommended', why: 'Results show more with it.', fix: page('Add the properties where you know them.'), references: [ref.richResults] },
  'microdata-conflict': { severity: 'medium', title: 'Microdata and JSON-LD contradict each other', passTitle: 'Microdata and JSON-LD agree', why: 'Search engines believe one of them, or none.', fix: page('Say it in one syntax alone.'), references: [ref.structured] },
  'value-format': { severity: 'medium', title: 'A date or price of structured data cannot be read', passTitle: 'Dates and prices of structured data can be read', why: 'It is ignored.', fix: page('Write dates as 2026-11-24 (ISO 8601) and prices as 1299.90, with the currency apart.'), references: [ref.richResults] },
  'only-after-render': { severity: 'info', title: 'Structured data is added by scripts', passTitle: 'Structured data is in the HTML', why: 'Only search engines that run scripts see it.', fix: page('Let the server send it.'), references: [ref.structured, ref.scripts] },
  'rating-out-of-range': { severity: 'medium', title: 'A rating lies beyond its scale', passTitle: 'Ratings lie within their scale', why: 'Results show no stars.', fix: page('Correct ratingValue, or say bestRating and worstRating.'), references: [ref.reviews] },
});
const og = defineRules({ area: 'site-audit', record: 'page', prefix: 'og' }, {
  'missing': { severity: 'low', title: 'The page does not say how it is shown when shared', passTitle: 'The page says how it is shown when shared', why: 'Networks and messengers choose a title and a picture themselves.', fix: page('Add og:title, og:type, og:image and og:url.'), references: [ref.openGraph] },
  'image-broken': { severity: 'medium', title: 'The og:image cannot be loaded', passTitle: 'The og:image can be loaded', why: 'Shared links have no picture.', fix: page('Correct og:image.'), references: [ref.openGraph] },
  'url-vs-canonical': { severity: 'medium', title: 'og:url and canonical differ', passTitle: 'og:url and canonical agree', why: 'Likes and links count for two pages.', fix: page('Name the same address in both.'), references: [ref.openGraph] },
});
const twitter = defineRules({ area: 'site-audit', record: 'page', prefix: 'twitter' }, {
  'card-missing': { severity: 'info', title: 'The page has no card for X', passTitle: 'The page has a card for X', why: 'Links there are shown small.', fix: page('Add twitter:card.'), references: [ref.cards] },
});
const breadcrumbs = defineRules({ area: 'site-audit', record: 'page', prefix: 'breadcrumbs' }, {
  missing: { severity: 'info', title: 'The breadcrumbs have no structured data', passTitle: 'The breadcrumbs have structured data', why: 'Results show the URL instead of the breadcrumbs.', fix: page('Describe it as BreadcrumbList.'), references: [ref.breadcrumbs] },
});

const { document, linked } = checksOf('structuredData');
const OPEN_GRAPH = ['og:title', 'og:type', 'og:image', 'og:url'];
const DATES = /(?:^|\.)(?:date[A-Z]\w*|startDate|endDate|uploadDate|validThrough|validFrom|priceValidUntil)$/;
const PRICES = /(?:^|\.)(?:price|lowPrice|highPrice)$/;
const DATE = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?)?$/;

export const structuredDataChecks: readonly Check[] = [
  document(jsonld['parse-error'], ({ structuredErrors }) => seenAll(structuredErrors)),
  document(jsonld['unknown-type'], of => ofItems(of, ({ types }) => types.filter(type => !knowsType(type)))),
  document(jsonld['required-property-missing'], of => ofItems(of, item => lacks(item, 'required'))),
  document(jsonld['recommended-missing'], of => ofItems(of, item => lacks(item, 'recommended'))),
  document(jsonld['microdata-conflict'], ({ structured }) => {
    const [json, micro] = [structured.filter(({ syntax }) => syntax === 'jsonld'), structured.filter(({ syntax }) => syntax === 'microdata')];
    if (json.length === 0 || micro.length === 0) return null;
    return seenAll(micro.flatMap(one => json.filter(({ types }) => types[0] === one.types[0]).flatMap(other => ['name', 'offers.price', 'datePublished'].flatMap(path => {
      const [here, there] = [one.properties[path]?.[0], other.properties[path]?.[0]];
      return here !== undefined && there !== undefined && here !== there ? [`${one.types[0]} ${path}: ${here} and ${there}`] : [];
    }))));
  }),
  document(jsonld['value-format'], of => ofItems(of, ({ types, properties }) => Object.entries(properties).flatMap(([path, values]) => values.filter(value => (DATES.test(path) && !DATE.test(value)) || (PRICES.test(path) && !/^\d+(?:\.\d+)?$/.test(value))).map(value => `${types[0]} ${path}: ${value}`)))),
  document(jsonld['only-after-render'], (of, { rendered }) => {
    if (rendered === null) return null;
    const sent = new Set(typesOf(of));
    return seenAll(rendered.structured.filter(type => !sent.has(type)));
  }, 'rendering'),
  document(jsonld['rating-out-of-range'], of => ofItems(of, badRatings)),
  document(og.missing, of => {
    const missing = OPEN_GRAPH.filter(name => metasOf(of, name).every(({ content }) => content === ''));
    return missing.length === 0 ? [] : missing.map(name => `no ${name}`);
  }),
  linked(og['image-broken'], (of, { finalUrl }, site) => {
    const known = knownOf(metasOf(of, 'og:image'), site, ({ content }) => URL.parse(content, finalUrl)?.href ?? null);
    return known && seenAll(brokenOf(known));
  }, 'image'),
  document(og['url-vs-canonical'], (of, facts) => {
    const [said, canonical] = [metasOf(of, 'og:url')[0]?.content, canonicalOf(facts)];
    return said === undefined || canonical === null ? null : seen(URL.parse(said, facts.finalUrl)?.href !== canonical, `og:url: ${said}`, `canonical: ${canonical}`);
  }),
  document(twitter['card-missing'], of => seen(metasOf(of, 'twitter:card').length === 0, 'no twitter:card')),
  document(breadcrumbs.missing, ({ breadcrumbs: shown, structured }) => (shown ? seen(!structured.some(({ types, nested }) => types.includes('BreadcrumbList') || Object.values(nested).some(of => of.includes('BreadcrumbList'))), 'a trail without BreadcrumbList') : null)),
];

/** Null for pages without structured data. */
function ofItems({ structured }: DocumentFacts, says: (item: StructuredItem) => readonly string[]): Seen {
  return structured.length === 0 ? null : seenAll([...new Set(structured.flatMap(says))]);
}

/** Of the item and of what it contains, each by the table of its type. */
function lacks({ types, properties, nested }: StructuredItem, which: 'required' | 'recommended'): string[] {
  const parts: [path: string, types: readonly string[]][] = [['', types], ...Object.entries(nested).map(([path, of]): [string, readonly string[]] => [`${path}.`, [...new Set(of)]])];
  return parts.flatMap(([path, of]) => of.flatMap(type => (Object.hasOwn(richResults, type) ? richResults[type]![which] : []).flatMap(wanted => {
    const names = typeof wanted === 'string' ? [wanted] : wanted;
    // A reference to another item says its properties there.
    const elsewhere = path !== '' && !Object.keys(properties).some(name => name.startsWith(path));
    return elsewhere || names.some(name => Object.hasOwn(properties, `${path}${name}`)) ? [] : [`${type}: ${names.join(' or ')}`];
  })));
}

function badRatings({ properties }: StructuredItem): string[] {
  return Object.entries(properties).filter(([path]) => /(?:^|\.)ratingValue$/.test(path)).flatMap(([path, values]) => {
    const prefix = path.slice(0, -'ratingValue'.length);
    const best = Number(properties[`${prefix}bestRating`]?.[0] ?? 5);
    // A scale to 100 begins at 0 where nothing is said.
    const worst = Number(properties[`${prefix}worstRating`]?.[0] ?? (best > 10 ? 0 : 1));
    return values.filter(value => !(Number(value.replace(/%$/, '')) >= worst && Number(value.replace(/%$/, '')) <= best)).map(value => `${path}: ${value} of ${worst} to ${best}`);
  });
}
