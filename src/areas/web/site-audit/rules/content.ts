import { defineRules } from '../../../../core/findings/rules.ts';
import { checksOf, page, seen, seenAll, sharedWith, type Check } from './check.ts';
import { ref } from './references.ts';

const rules = defineRules({ area: 'site-audit', record: 'page', prefix: 'content' }, {
  'thin': { severity: 'medium', title: 'The page has fewer than 200 words of its own', passTitle: 'The page has enough text of its own', why: 'It answers few questions, and search engines prefer pages that answer more.', fix: page('Say more, or merge the page with another.'), references: [ref.helpful] },
  'duplicate-exact': { severity: 'high', title: 'Another page has the same text', passTitle: 'No other page has the same text', why: 'Search engines list one of them, and not always the one you mean.', fix: page('Name one as canonical, or redirect the others to it.'), references: [ref.canonical] },
  'duplicate-near': { severity: 'medium', title: 'Another page has nearly the same text', passTitle: 'No other page has nearly the same text', why: 'They compete with each other.', fix: page('Merge them, or make each page distinct.'), references: [ref.canonical] },
  'lorem-ipsum': { severity: 'medium', title: 'The page has filler text', passTitle: 'The page has no filler text', why: 'It was published before it was finished.', fix: page('Replace it.'), references: [ref.helpful] },
  'placeholder-or-error-text': { severity: 'medium', title: 'The page shows a placeholder or an error of a program', passTitle: 'The page shows no placeholder and no error', why: 'Visitors see that something is broken, and attackers learn what software the site runs.', fix: page('Find out what should be shown there.'), references: [ref.helpful] },
  'low-text-ratio': { severity: 'info', title: 'Less than a tenth of the HTML is text', passTitle: 'Enough of the HTML is text', why: 'Visitors download a lot for little content.', fix: page('Move scripts, styles and data into files.'), references: [ref.helpful] },
  'readability-hard': { severity: 'info', title: 'The text is hard to read', passTitle: 'The text is easy to read', why: 'Long sentences and words lose readers.', fix: page('Write shorter sentences.'), references: [ref.helpful] },
  'date-stale': { severity: 'info', title: 'The page was last changed more than two years ago', passTitle: 'The page is recent', why: 'What it says may no longer hold.', fix: page('Review it, and say when you did.'), references: [ref.helpful] },
  'keyword-cannibalisation': { severity: 'medium', title: 'Several pages target the same topic in their titles', passTitle: 'No other page targets the same topic in its title', why: 'They compete for the same searches.', fix: page('Merge them, or make clear in their titles how they differ.'), references: [ref.title] },
  'intent-mismatch': { severity: 'low', title: 'Title and text are about different things', passTitle: 'Title and text match', why: 'People do not find what the result promised.', fix: page('Let the title say what the page is about.'), references: [ref.title] },
  'only-after-render': { severity: 'medium', title: 'Most of the text is added by scripts', passTitle: 'Most of the text is in the HTML', why: 'Search engines see it late, and crawlers of AI services run no scripts at all.', fix: page('Render the page on the server, or ahead of time.'), references: [ref.scripts] },
  'mojibake': { severity: 'medium', title: 'Characters are garbled', passTitle: 'Characters are shown correctly', why: 'Text was decoded with the wrong encoding, or is full of soft hyphens that searches do not see through.', fix: page('Store and send the text as UTF-8.'), references: [ref.charset] },
});
const lang = defineRules({ area: 'site-audit', record: 'page', prefix: 'lang' }, {
  'missing': { severity: 'medium', title: 'The page does not say its language', passTitle: 'The page says its language', why: 'Screen readers may use the wrong pronunciation, and translation tools have to guess.', fix: page('Put lang on the html element.'), references: [ref.language] },
  'invalid': { severity: 'medium', title: 'The language of the page is no valid tag', passTitle: 'The language of the page is a valid tag', why: 'It is ignored.', fix: page('Use a tag such as en or pt-BR.'), references: [ref.bcp47] },
  'vs-detected': { severity: 'medium', title: 'The page is written in a language other than the one it declares', passTitle: 'The page is written in the language it declares', why: 'Screen readers and search engines treat it as the wrong language.', fix: page('Correct lang on the html element.'), references: [ref.language] },
});

const { document, linked } = checksOf('content');
const LOREM = /lorem ipsum|dolor sit amet/i;
const TWO_YEARS_MS = 2 * 365.25 * 86_400_000;
const MIN = { words: 200, textRatio: 0.1, htmlBytes: 5000, readingEase: 30, softHyphens: 20, addedWords: 50 };

export const contentChecks: readonly Check[] = [
  document(rules.thin, ({ text }, { rendered }) => {
    const words = Math.max(text.mainWords, rendered?.words ?? 0);
    return seen(words < MIN.words, `${words} words`);
  }),
  document(rules['only-after-render'], ({ text }, { rendered }) => (rendered === null ? null : seen(rendered.words >= MIN.addedWords && text.mainWords < rendered.words / 2, `${text.mainWords} words as sent, ${rendered.words} after scripts`)), 'rendering'),
  linked(rules['duplicate-exact'], (_, { url }, site) => sharedWith(url, site, 'text')),
  linked(rules['duplicate-near'], (_, { url }, site) => {
    const brief = site.find(url);
    const near = brief?.indexable ? site.briefs.near(brief) : null;
    return near && seenAll(near);
  }),
  document(rules['lorem-ipsum'], ({ text }) => seenAll(text.placeholders.filter(one => LOREM.test(one)))),
  document(rules['placeholder-or-error-text'], ({ text }) => seenAll(text.placeholders.filter(one => !LOREM.test(one)))),
  document(rules['low-text-ratio'], ({ text }, { fetch }) => {
    const bytes = fetch.outcome === 'answered' ? fetch.bytes : 0;
    return bytes < MIN.htmlBytes ? null : seen(text.characters / bytes < MIN.textRatio, `${text.characters} characters of text in ${bytes} bytes`);
  }),
  document(rules['readability-hard'], ({ text }) => (text.readingEase === null ? null : seen(text.readingEase < MIN.readingEase, `reading ease ${text.readingEase}; below ${MIN.readingEase} is hard`))),
  document(lang.missing, of => seen((of.lang ?? '').trim() === '', 'no lang on html')),
  document(lang.invalid, of => (of.lang === null || of.lang.trim() === '' ? null : seen(!isLanguageTag(of.lang.trim()), of.lang.slice(0, 60)))),
  document(lang['vs-detected'], ({ lang: said, text }) => {
    const primary = said?.trim().split('-', 1)[0]!.toLowerCase() ?? '';
    return primary === '' || text.language === null ? null : seen(primary !== text.language, `lang: ${said}`, `the words are of: ${text.language}`);
  }),
  document(rules.mojibake, ({ text }) => [...text.mojibake, ...(text.softHyphens > MIN.softHyphens ? [`soft hyphens: ${text.softHyphens}`] : [])]),
  document(rules['date-stale'], ({ text }, { fetchedAt }) => (text.modifiedAt === null ? null : seen(fetchedAt - text.modifiedAt > TWO_YEARS_MS, new Date(text.modifiedAt).toISOString().slice(0, 10)))),
  linked(rules['keyword-cannibalisation'], (_, { url }, site) => sharedWith(url, site, 'topic')),
  document(rules['intent-mismatch'], ({ titles, text, headings }) => {
    const words = contentWords(titles[0]?.text ?? '');
    if (words.length < 2 || text.mainWords < MIN.words) return null;
    const body = `${text.start} ${headings.map(heading => heading.text).join(' ')} ${text.frequent.join(' ')}`.toLowerCase();
    return seen(words.every(word => !body.includes(word)), `title: ${titles[0]!.text}`, `text: ${text.start}`);
  }),
];

/** The words of a title that say something: of four letters and more. */
function contentWords(title: string): string[] {
  return [...new Set(title.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu))];
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Whether it is well formed and its primary language is registered (RFC 5646 §2.2.9). */
export function isLanguageTag(tag: string): boolean {
  try {
    const { language } = new Intl.Locale(tag);
    return languageNames.of(language) !== undefined;
  } catch {
    return false;
  }
}
