import { defineRules } from '../../../../core/findings/rules.ts';
import type { DocumentFacts, PageFacts } from '../page/index.ts';
import { checksOf, metasOf, page, seen, seenAll, sharedWith, type Check, type Seen } from './check.ts';
import { ref } from './references.ts';
import type { SiteIndex } from './site-index.ts';
import { textWidthPx } from '../page/index.ts';

const binding = { area: 'site-audit', record: 'page' } as const;
const title = defineRules({ ...binding, prefix: 'title' }, {
  'missing': { severity: 'high', title: 'The page has no title', passTitle: 'The page has a title', why: 'The title is what results show first, and what a page is known by.', fix: page('Give the page a <title> that says what it is about.'), references: [ref.title] },
  'multiple': { severity: 'medium', title: 'The page has several titles', passTitle: 'The page has one title', why: 'Only the first one counts.', fix: page('Keep one.'), references: [ref.title] },
  'duplicate': { severity: 'high', title: 'Several pages have this title', passTitle: 'No other page has this title', why: 'Nobody can distinguish the results, and the pages compete.', fix: page('Give each page a title of its own.'), references: [ref.title] },
  'short': { severity: 'low', title: 'The title is shorter than 30 characters', passTitle: 'The title is long enough', why: 'It says less than results have space for.', fix: page('Make it more specific.'), references: [ref.title] },
  'long': { severity: 'low', title: 'The title is cut off in results', passTitle: 'The title fits into results', why: 'More than 60 characters or 561 pixels are not shown.', fix: page('Put what matters first and shorten the rest.'), references: [ref.title] },
  'equals-h1': { severity: 'info', title: 'The title is the same as the heading', passTitle: 'Title and heading say it in two ways', why: 'Another wording would answer to more searches.', fix: page('Consider another wording for one of them.'), references: [ref.title] },
  'changed-by-script': { severity: 'low', title: 'A script changes the title', passTitle: 'Scripts do not change the title', why: 'Search results may show either title.', fix: page('Send the final title from the server.'), references: [ref.title, ref.scripts] },
  'only-after-render': { severity: 'medium', title: 'The title is added by a script', passTitle: 'The title is in the HTML', why: 'Clients that run no scripts see no title.', fix: page('Let the server send it.'), references: [ref.title] },
  'outside-head': { severity: 'medium', title: 'The title stands outside of the head', passTitle: 'The title stands in the head', why: 'Search engines may ignore it.', fix: page('Move it into the head, and remove what ends the head before.'), references: [ref.head] },
});
const desc = defineRules({ ...binding, prefix: 'desc' }, {
  'missing': { severity: 'medium', title: 'The page has no description', passTitle: 'The page has a description', why: 'Results show any sentence of the page instead.', fix: page('Add <meta name="description"> with one or two sentences.'), references: [ref.snippet] },
  'multiple': { severity: 'medium', title: 'The page has several descriptions', passTitle: 'The page has one description', why: 'It is left to chance which one is shown.', fix: page('Keep one.'), references: [ref.snippet] },
  'duplicate': { severity: 'medium', title: 'Several pages have this description', passTitle: 'No other page has this description', why: 'Nobody can distinguish the results.', fix: page('Describe each page by itself.'), references: [ref.snippet] },
  'short': { severity: 'low', title: 'The description is shorter than 70 characters', passTitle: 'The description is long enough', why: 'It says less than results have space for.', fix: page('Say what people find on the page.'), references: [ref.snippet] },
  'long': { severity: 'low', title: 'The description is cut off in results', passTitle: 'The description fits into results', why: 'More than 155 characters or 985 pixels are not shown.', fix: page('Shorten it.'), references: [ref.snippet] },
});
const h1 = defineRules({ ...binding, prefix: 'heading' }, {
  'missing': { severity: 'medium', title: 'The page has no main heading', passTitle: 'The page has a main heading', why: 'It says on the page what the page is about.', fix: page('Add one <h1>.'), references: [ref.headings] },
  'multiple': { severity: 'low', title: 'The page has several main headings', passTitle: 'The page has one main heading', why: 'None of them says what the whole is about.', fix: page('Keep one <h1> and make the others <h2>.'), references: [ref.headings] },
  'duplicate': { severity: 'low', title: 'Several pages have this main heading', passTitle: 'No other page has this main heading', why: 'People do not know which of the pages they are on.', fix: page('Give each page a heading of its own.'), references: [ref.headings] },
  'long': { severity: 'low', title: 'The main heading is longer than 70 characters', passTitle: 'The main heading is short', why: 'Long headings are not read.', fix: page('Shorten it.'), references: [ref.headings] },
});
const heading = defineRules({ ...binding, prefix: 'heading' }, {
  'order-skip': { severity: 'low', title: 'Headings skip a level', passTitle: 'Headings skip no level', why: 'People who navigate by headings lose track of the structure.', fix: page('Use the next level below, and style it as you like.'), references: [ref.headings] },
  'only-after-render': { severity: 'low', title: 'The main heading is added by a script', passTitle: 'The main heading is in the HTML', why: 'Clients that run no scripts do not see what the page is about.', fix: page('Let the server send it.'), references: [ref.headings, ref.scripts] },
  'empty': { severity: 'low', title: 'A heading is empty', passTitle: 'Every heading says something', why: 'Screen readers announce a heading without words.', fix: page('Remove it or write it.'), references: [ref.headings] },
});
const meta = defineRules({ ...binding, prefix: 'meta' }, {
  'keywords': { severity: 'info', title: 'The page has keywords in a meta tag', passTitle: 'The page has no keywords in a meta tag', why: 'No major search engine uses them, but competitors can read them.', fix: page('Remove the tag.'), references: [ref.metaTags] },
  'in-body': { severity: 'high', title: 'Meta tags for search engines stand in the body', passTitle: 'Meta tags stand in the head', why: 'Search engines may ignore them there. An element that does not belong in the head may have ended it early.', fix: page('Move them into the head, and remove what ends the head before.'), references: [ref.head] },
});
const viewport = defineRules({ ...binding, prefix: 'viewport' }, {
  'missing': { severity: 'high', title: 'The page is not made for phones', passTitle: 'The page is made for phones', why: 'Phones show it as a small picture of a wide screen.', fix: page('Add <meta name="viewport" content="width=device-width, initial-scale=1">.'), references: [ref.viewport] },
  'no-zoom': { severity: 'medium', title: 'The page forbids zooming', passTitle: 'The page can be zoomed', why: 'People with low vision cannot read it.', fix: page('Remove user-scalable=no and maximum-scale.'), references: [ref.zoom] },
});
const favicon = defineRules({ ...binding, prefix: 'favicon' }, {
  missing: { severity: 'low', title: 'The page names no icon', passTitle: 'The page names its icon', why: 'Results and tabs show a generic icon instead of yours.', fix: page('Add <link rel="icon">.'), references: [ref.favicon] },
});

const { document, linked } = checksOf('titles');
const firstTitle = ({ titles }: DocumentFacts) => titles[0]?.text ?? '';
const firstDescription = (of: DocumentFacts) => metasOf(of, 'description')[0]?.content ?? '';
const mainHeadings = ({ headings }: DocumentFacts) => headings.filter(({ level }) => level === 1).map(({ text }) => text);
const renderedHeadings = (rendered: PageFacts['rendered']) => rendered?.headings.filter(({ level }) => level === 1).map(({ text }) => text) ?? [];
const TITLE = { min: 30, max: 60, maxPx: 561, fontPx: 20 };
const DESCRIPTION = { min: 70, max: 155, maxPx: 985, fontPx: 14 };
const MAX_H1 = 70;
const SEARCH_METAS = new Set(['robots', 'description', 'googlebot', 'viewport']);

/** Null where there is no text to measure. */
function tooShort(text: string, min: number): Seen {
  return text === '' ? null : seen(text.length < min, text, `${text.length} characters; at least ${min}`);
}
function tooLong(text: string, { max, maxPx, fontPx }: typeof TITLE): Seen {
  const width = textWidthPx(text, fontPx);
  return text === '' ? null : seen(text.length > max || width > maxPx, text, `${text.length} characters, ${width} pixels; at most ${max} and ${maxPx}`);
}
function shared(by: 'title' | 'description' | 'h1') {
  return (_: DocumentFacts, { url }: PageFacts, site: SiteIndex): Seen => sharedWith(url, site, by);
}

export const titleChecks: readonly Check[] = [
  document(title.missing, (of, { rendered }) => seen(firstTitle(of) === '' && (rendered?.title ?? '') === '', 'no text in title')),
  document(title.multiple, ({ titles }) => (titles.length > 1 ? titles.map(({ text }) => text) : [])),
  linked(title.duplicate, shared('title')),
  document(title.short, of => tooShort(firstTitle(of), TITLE.min)),
  document(title.long, of => tooLong(firstTitle(of), TITLE)),
  document(title['equals-h1'], of => seen(firstTitle(of) !== '' && firstTitle(of).toLowerCase() === mainHeadings(of)[0]?.toLowerCase(), firstTitle(of))),
  document(title['changed-by-script'], (of, { rendered }) => (rendered === null || firstTitle(of) === '' ? null : seen(rendered.title !== firstTitle(of), `sent: ${firstTitle(of)}`, `after scripts: ${rendered.title ?? 'none'}`)), 'rendering'),
  document(title['only-after-render'], (of, { rendered }) => (rendered === null ? null : seen(firstTitle(of) === '' && (rendered.title ?? '') !== '', rendered.title ?? '')), 'rendering'),
  document(title['outside-head'], ({ titles }) => seenAll(titles.filter(({ inHead }) => !inHead).map(({ text }) => text))),
  document(desc.missing, of => seen(firstDescription(of) === '', 'no meta description')),
  document(desc.multiple, of => {
    const all = metasOf(of, 'description');
    return all.length > 1 ? all.map(({ content }) => content) : [];
  }),
  linked(desc.duplicate, shared('description')),
  document(desc.short, of => tooShort(firstDescription(of), DESCRIPTION.min)),
  document(desc.long, of => tooLong(firstDescription(of), DESCRIPTION)),
  document(h1.missing, (of, { rendered }) => seen(mainHeadings(of).length === 0 && renderedHeadings(rendered).length === 0, 'no h1')),
  document(h1.multiple, of => (mainHeadings(of).length > 1 ? mainHeadings(of) : [])),
  linked(h1.duplicate, shared('h1')),
  document(h1.long, of => seenAll(mainHeadings(of).filter(text => text.length > MAX_H1))),
  document(heading['order-skip'], ({ headings }) => seenAll(headings.flatMap(({ level, text }, at) => (at > 0 && level > headings[at - 1]!.level + 1 ? [`h${headings[at - 1]!.level}, then h${level}: ${text}`] : [])))),
  document(heading['only-after-render'], (of, { rendered }) => (rendered === null ? null : seen(mainHeadings(of).length === 0 && renderedHeadings(rendered).length > 0, ...renderedHeadings(rendered))), 'rendering'),
  document(heading.empty, ({ headings }) => seenAll(headings.filter(({ text }) => text === '').map(({ level }) => `h${level}`))),
  document(meta.keywords, of => seenAll(metasOf(of, 'keywords').map(({ content }) => content))),
  document(meta['in-body'], ({ metas }) => seenAll(metas.filter(({ name, inHead }) => !inHead && SEARCH_METAS.has(name)).map(({ name, content }) => `${name}: ${content}`))),
  document(viewport.missing, of => seen(metasOf(of, 'viewport').length === 0, 'no meta viewport')),
  document(viewport['no-zoom'], of => seenAll(metasOf(of, 'viewport').filter(({ content }) => /user-scalable\s*=\s*(?:no|0)\b|maximum-scale\s*=\s*(?:1(?:\.0*)?|0\.\d+)(?![\d.])/i.test(content)).map(({ content }) => content))),
  document(favicon.missing, ({ icon }) => seen(icon === null, 'no link with rel=icon')),
];
