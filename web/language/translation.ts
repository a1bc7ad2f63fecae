import { translationOf, type TextsIn, type Translation } from '../../src/core/language.ts';

type Files = Readonly<Record<string, () => Promise<{ texts: TextsIn }>>>;

const FILE = /^\.\.\/(?:areas\/)?(?:(.+)\/)?texts\/([\w-]+)\/([\w-]+)\.ts$/;

/** The translation to the language `tag`, of the files that are of it. */
export async function translationTo(tag: string, files: Files): Promise<Translation> {
  const own = Object.entries(files).flatMap(([path, load]) => {
    const [, folder, of, file] = FILE.exec(path) ?? [];
    return of === tag ? [async () => [[folder, file].filter(Boolean).join('/'), (await load()).texts] as const] : [];
  });
  return translationOf(tag, new Map(await Promise.all(own.map(load => load()))));
}
