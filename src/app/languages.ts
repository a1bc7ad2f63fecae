import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { translationOf, type TextsIn, type Translation } from '../core/language.ts';
import { createSpeak, type Speak } from '../core/texts.ts';

const AREAS = new URL('../areas/', import.meta.url).pathname;
const FILE = /^(.+)\/texts\/([\w-]+)\.[jt]s$/;

/** Speaks every language that has files in the folders of the areas, such as `platform/account/texts/de.ts` with its `texts`; throws where one has none. */
export async function loadLanguages(areas = AREAS): Promise<Speak> {
  const files = globSync('*/*/texts/*.{js,ts}', { cwd: areas }).flatMap(file => {
    const [, name, tag] = FILE.exec(file) ?? [];
    return name === undefined || tag === undefined ? [] : [{ name, tag, path: join(areas, file) }];
  });
  const loaded = await Promise.all(files.map(async ({ name, tag, path }) => ({ name, tag, texts: await textsIn(path) })));
  return createSpeak([...Map.groupBy(loaded, ({ tag }) => tag)].map(([tag, of]): Translation => translationOf(tag, new Map(of.map(({ name, texts }) => [name, texts])))));
}

async function textsIn(path: string): Promise<TextsIn> {
  const { texts } = await import(pathToFileURL(path).href) as { texts?: TextsIn };
  if (typeof texts !== 'function') throw new Error(`${path} has no texts: it must export them as a function of the language.`);
  return texts;
}
