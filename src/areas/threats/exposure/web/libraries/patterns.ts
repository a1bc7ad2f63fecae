import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** One library of `data/patterns.json`. */
interface Patterns {
  name: string;
  url?: readonly string[];
  fileName?: readonly string[];
  content?: readonly string[];
  contentReplaced?: readonly string[];
  sha1?: readonly (readonly [hash: string, version: string])[];
}

/** A library and the text that showed it. */
export interface Sighting {
  name: string;
  version: string | null;
  text: string;
}

/** Turns a text into the version that it shows, and the part of it that showed it. */
interface Pattern {
  name: string;
  expression: RegExp;
  version: (match: RegExpExecArray) => string | undefined;
}

/** As the file has it for the group that holds the version. */
const VERSION = '§§version§§';
const VERSION_PATTERN = '[0-9][0-9.a-z_\\-]+';

let loaded: { url: Pattern[]; fileName: Pattern[]; content: Pattern[]; sha1: Map<string, { name: string; version: string }> } | undefined;

/** The libraries whose address, with its path, is like this one. */
export function byUrl(url: string): Sighting[] {
  return matching(patterns().url, url);
}

export function byFileName(fileName: string): Sighting[] {
  return matching(patterns().fileName, fileName);
}

/** By texts that libraries write of themselves. Takes time by the length of `content`, for some content more: run it where it can be stopped. */
export function byContent(content: string): Sighting[] {
  return matching(patterns().content, content);
}

/** The library that this very file is, byte by byte. */
export function byHash(content: string): Sighting[] {
  const hash = createHash('sha1').update(content).digest('hex');
  const known = patterns().sha1.get(hash);
  return known ? [{ ...known, text: `SHA-1 ${hash}` }] : [];
}

function matching(list: readonly Pattern[], text: string): Sighting[] {
  return list.flatMap(({ name, expression, version }) => {
    const match = expression.exec(text);
    return match ? [{ name, version: cleanVersion(version(match)), text: match[0] }] : [];
  });
}

/** Versions of files end where their name goes on: `1.2.3.min`. */
function cleanVersion(version: string | undefined): string | null {
  const clean = version?.replace(/[._-]?(min|prod|slim|pkgd|bundle|umd|full)?[._-]?(js)?[._-]*$/, '');
  return clean ? clean : null;
}

function patterns(): NonNullable<typeof loaded> {
  if (loaded) return loaded;
  const libraries = JSON.parse(readFileSync(new URL('./data/patterns.json', import.meta.url), 'utf8')) as readonly Patterns[];
  const compiled = (texts: (one: Patterns) => readonly string[] | undefined, before = '', after = ''): Pattern[] =>
    libraries.flatMap(one => texts(one)?.map(text => ({ name: one.name, expression: new RegExp(before + text.replace(VERSION, VERSION_PATTERN) + after), version: ([, version]: RegExpExecArray) => version })) ?? []);
  loaded = {
    url: compiled(({ url }) => url),
    fileName: compiled(({ fileName }) => fileName, '^', '$'),
    content: [...compiled(({ content }) => content), ...libraries.flatMap(({ name, contentReplaced = [] }) => contentReplaced.map(text => replacing(name, text)))],
    sha1: new Map(libraries.flatMap(({ name, sha1 = [] }) => sha1.map(([hash, version]) => [hash, { name, version }]))),
  };
  return loaded;
}

/** `/<pattern>/<version>/`, where `$2` in the version is the second group of the pattern. */
function replacing(name: string, text: string): Pattern {
  const [, pattern, template] = /^\/(.*[^\\])\/([^/]+)\/$/s.exec(text)!;
  return {
    name,
    expression: new RegExp(pattern!.replace(VERSION, VERSION_PATTERN)),
    version: match => template!.replaceAll(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? ''),
  };
}
