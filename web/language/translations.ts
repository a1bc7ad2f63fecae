import { languageOf, type Language } from '../../src/core/language.ts';
import type { Translation } from './index.ts';

type Texts = (language: Language) => object;

/** The files of all languages but English, by their paths from here; the build makes one chunk of each language. */
const files = import.meta.glob<{ texts: Texts }>('../**/texts/*/*.ts');
const FILE = /^\.\.\/(?:areas\/)?(?:(.+)\/)?texts\/([\w-]+)\/([\w-]+)\.ts$/;

/** The translation to the language `tag`. What it does not have stays English. */
export async function translationTo(tag: string): Promise<Translation> {
  const language = languageOf(tag);
  const found = Object.entries(files).flatMap(([path, load]) => {
    const [, folder, of, file] = FILE.exec(path) ?? [];
    return of === tag ? [async () => [[folder, file].filter(Boolean).join('/'), (await load()).texts] as const] : [];
  });
  const texts = new Map(await Promise.all(found.map(load => load())));
  return { language, textsOf: <Of extends object>(name: string, english: (language: Language) => Of) => ((texts.get(name) ?? english) as (language: Language) => Of)(language) };
}
