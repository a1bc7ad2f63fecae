import { languageOf, type Language } from '../../src/core/language.ts';

/** How the texts of the dashboard become those of one language. */
export interface Translation {
  readonly language: Language;
  /** The texts named `name` in this language, of the same shape as the English ones. */
  textsOf<Texts extends object>(name: string, english: (language: Language) => Texts): Texts;
}

export type TranslatedTexts = (language: Language) => object;
type Files = Readonly<Record<string, () => Promise<{ texts: TranslatedTexts }>>>;

const FILE = /^\.\.\/(?:areas\/)?(?:(.+)\/)?texts\/([\w-]+)\/([\w-]+)\.ts$/;

/** The translation to the language `tag`, of the files that are of it. What they lack stays English. */
export async function translationTo(tag: string, files: Files): Promise<Translation> {
  const own = Object.entries(files).flatMap(([path, load]) => {
    const [, folder, of, file] = FILE.exec(path) ?? [];
    return of === tag ? [async () => [[folder, file].filter(Boolean).join('/'), (await load()).texts] as const] : [];
  });
  const texts = new Map(await Promise.all(own.map(load => load())));
  const language = languageOf(tag);
  return { language, textsOf: <Of extends object>(name: string, english: (language: Language) => Of) => (texts.get(name) as typeof english | undefined ?? english)(language) };
}
