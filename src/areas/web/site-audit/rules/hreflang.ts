import { defineRules } from '../../../../core/findings/rules.ts';
import type { DocumentFacts, PageFacts } from '../page/index.ts';
import { checksOf, page, seenAll, type Check, type Seen } from './check.ts';
import { isLanguageTag } from './content.ts';
import { ref } from './references.ts';
import type { Destination, SiteIndex } from './site-index.ts';

const references = [ref.hreflang];
const rules = defineRules({ area: 'site-audit', record: 'page', prefix: 'hreflang' }, {
  'invalid-code': { severity: 'high', title: 'A language version has a code that does not exist', passTitle: 'Codes of language versions exist', why: 'Search engines ignore it.', fix: page('Use a language of ISO 639-1, with a region of ISO 3166-1 where it matters: en, en-GB.'), references },
  'no-return-link': { severity: 'high', title: 'A language version does not link back to this page', passTitle: 'Language versions link to each other', why: 'Search engines trust hreflang only when both pages agree.', fix: page('Put the same list on each of the pages.'), references },
  'no-self': { severity: 'medium', title: 'The list of language versions does not include the page itself', passTitle: 'The list of language versions includes the page itself', why: 'The list is incomplete for search engines.', fix: page('Add the page with its own language.'), references },
  'no-x-default': { severity: 'low', title: 'There is no default language version', passTitle: 'There is a default language version', why: 'Visitors who speak none of the languages get an arbitrary one.', fix: page('Add one with hreflang="x-default".'), references },
  'to-redirect': { severity: 'medium', title: 'A language version redirects', passTitle: 'No language version redirects', why: 'The pair does not match.', fix: page('Name the address where the redirect ends.'), references },
  'to-4xx': { severity: 'high', title: 'A language version answers with an error', passTitle: 'Language versions answer', why: 'People of that language end at an error.', fix: page('Correct or remove it.'), references },
  'to-noindex': { severity: 'high', title: 'A language version is set to noindex', passTitle: 'Language versions may be listed', why: 'It cannot be shown to the people it is meant for.', fix: page('Remove noindex there, or take it off the list.'), references },
  'to-non-canonical': { severity: 'high', title: 'A language version names another page as canonical', passTitle: 'Language versions are their own canonicals', why: 'Search engines drop it from the list.', fix: page('Let each version name itself as canonical.'), references },
  'duplicate-lang': { severity: 'medium', title: 'One language has several versions', passTitle: 'Each language has one version', why: 'It is left to chance which one is shown.', fix: page('Keep one for each language and region.'), references },
  'relative-url': { severity: 'medium', title: 'The address of a language version is relative', passTitle: 'Addresses of language versions are absolute', why: 'Search engines expect whole addresses.', fix: page('Write them with https:// and the host.'), references },
});

const { document, linked } = checksOf('international');
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Pages without a list are not concerned. */
function onList(judge: (document: DocumentFacts, facts: PageFacts) => Seen) {
  return (of: DocumentFacts, facts: PageFacts): Seen => (of.alternates.length === 0 ? null : judge(of, facts));
}
function onTargets(says: (target: Destination, facts: PageFacts) => string | null) {
  return ({ alternates }: DocumentFacts, facts: PageFacts, site: SiteIndex): Seen => (alternates.length === 0 ? null : seenAll([...new Set(alternates.flatMap(({ url, lang }) => {
    const target = url === null || url === facts.finalUrl ? undefined : site.destination(url);
    const said = target ? says(target, facts) : null;
    return said === null ? [] : [`${lang}: ${url}, ${said}`];
  }))]));
}

export const hreflangChecks: readonly Check[] = [
  document(rules['invalid-code'], onList(({ alternates }) => seenAll(alternates.filter(({ lang }) => !isHreflang(lang)).map(({ lang }) => lang)))),
  linked(rules['no-return-link'], onTargets((target, { finalUrl }) => (target.status === 200 && target.moved === null && !target.noindex && !target.hasVersion(finalUrl) ? 'does not name this page' : null))),
  document(rules['no-self'], onList(({ alternates }, { finalUrl }) => (alternates.some(({ url }) => url === finalUrl) ? [] : alternates.map(({ lang }) => lang)))),
  document(rules['no-x-default'], onList(({ alternates }) => (alternates.some(({ lang }) => lang.toLowerCase() === 'x-default') ? [] : alternates.map(({ lang }) => lang)))),
  linked(rules['to-redirect'], onTargets(({ moved, finalUrl }) => (moved === null ? null : `leads to ${finalUrl}`))),
  linked(rules['to-4xx'], onTargets(({ status, moved }) => (moved === null && status !== null && status >= 400 ? `status ${status}` : null))),
  linked(rules['to-noindex'], onTargets(({ noindex, moved }) => (moved === null && noindex ? 'noindex' : null))),
  linked(rules['to-non-canonical'], onTargets(({ canonical, url, moved }) => (moved === null && canonical !== null && canonical !== url ? `its canonical: ${canonical}` : null))),
  document(rules['duplicate-lang'], onList(({ alternates }) => {
    const urls = new Map<string, Set<string>>();
    for (const { lang, url, href } of alternates) urls.set(lang.toLowerCase(), (urls.get(lang.toLowerCase()) ?? new Set()).add(url ?? href));
    return seenAll([...urls].filter(([, of]) => of.size > 1).map(([lang, of]) => `${lang}: ${[...of].join(', ')}`));
  })),
  document(rules['relative-url'], onList(({ alternates }) => seenAll(alternates.filter(({ href }) => !/^https?:\/\//i.test(href)).map(({ href }) => href)))),
];

/** ISO 639-1, with a script and a region of ISO 3166-1 where there is one; `x-default` besides. `UK` is no code of the list. */
function isHreflang(lang: string): boolean {
  if (lang.toLowerCase() === 'x-default') return true;
  const [, language, , region] = /^([a-z]{2})(?:-([a-z]{4}))?(?:-([a-z]{2}))?$/i.exec(lang) ?? [];
  if (language === undefined || !isLanguageTag(language)) return false;
  return region === undefined || (!/^(?:uk|eu|un|zz|ea|xa|xb)$/i.test(region) && regions.of(region.toUpperCase()) !== undefined);
}
