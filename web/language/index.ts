import { languageOf, type Language, type TextsIn, type Translation } from '../../src/core/language.ts';

const ENGLISH = 'en';
/** Makes every text longer and unmistakable, to find what does not come through here. */
const PSEUDO = 'en-XA';

let current: Translation = { language: languageOf(ENGLISH), textsOf: (_, english) => english(current.language) };
/** Texts that were asked for before the language was there; those of the first chunk are. */
const early: (() => void)[] = [];

/**
 * The texts named `name`, which is the path of their file without `areas` and `texts`, in the language of the page. `english` makes
 * them for English. Another language has a file of the same name in a folder `texts/<tag>`, whose `texts` is such a function too.
 */
export function defineTexts<Texts extends object>(name: string, english: TextsIn<Texts>): Texts {
  const texts = current.textsOf(name, english);
  early.push(() => Object.assign(texts, current.textsOf(name, english)));
  return texts;
}

/** Texts by names of which the service may know more than there are here. */
export function byName(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return texts;
}

/** Loads the language `tag`; null where nothing is to be loaded, as for English, and else when it has been. */
export function loadLanguage(tag: string): Promise<void> | null {
  if (tag === ENGLISH) return null;
  const loaded = tag === PSEUDO ? import('./pseudo.ts').then(({ pseudo }) => pseudo) : loadTranslation(tag);
  return loaded.then(translation => {
    current = translation;
    for (const replace of early) replace();
  });
}

async function loadTranslation(tag: string): Promise<Translation> {
  const [{ translationTo }, { files }] = await Promise.all([import('./translation.ts'), import('./files.ts')]);
  return translationTo(tag, files);
}

/** The language of the page. */
export const language: Language = {
  get tag() { return current.language.tag; },
  number: (value, digits) => current.language.number(value, digits),
  compact: value => current.language.compact(value),
  plural: (count, forms) => current.language.plural(count, forms),
  list: items => current.language.list(items),
  relative: (value, unit) => current.language.relative(value, unit),
  day: at => current.language.day(at),
  dayOfMonth: at => current.language.dayOfMonth(at),
  month: at => current.language.month(at),
  longDay: at => current.language.longDay(at),
  languageName: tag => current.language.languageName(tag),
  hour: at => current.language.hour(at),
  moment: at => current.language.moment(at),
  timestamp: at => current.language.timestamp(at),
  isoMinute: at => current.language.isoMinute(at),
  isoDay: at => current.language.isoDay(at),
  sentence: text => current.language.sentence(text),
};
