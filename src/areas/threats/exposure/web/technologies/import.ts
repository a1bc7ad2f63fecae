import { access, glob, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ComponentCategory } from '../component.ts';
import type { Fingerprint, Source } from './fingerprint.ts';

/** The fingerprints of a folder in the format of webappanalyzer. */
export interface TechnologyFolder {
  fingerprints: Fingerprint[];
  /** What of it is not used, and why. */
  others: { file: string; reason: string }[];
}

const [MAX_FILES, MAX_BYTES, MAX_PATTERNS, MAX_CHARACTERS] = [200, 4_194_304, 20_000, 1000] as const;

const patterns = z.union([z.string(), z.array(z.string())]).transform(value => [value].flat());
const named = z.record(z.string(), patterns);
const technology = z.looseObject({
  cats: z.array(z.int()).default([]), cpe: z.string().max(MAX_CHARACTERS).optional(),
  headers: named.optional(), cookies: named.optional(), meta: named.optional(), scriptSrc: patterns.optional(), html: patterns.optional(), url: patterns.optional(),
});

/** By the numbers of webappanalyzer's categories; others are applications. */
const categories: Readonly<Record<number, ComponentCategory>> = { 1: 'cms', 6: 'shop', 12: 'library', 18: 'framework', 22: 'server', 27: 'language', 59: 'library', 64: 'server', 66: 'framework', 87: 'extension' };

/** Reads every `.json` below `folder`. What it cannot read is named; throws where the folder cannot be read. */
export async function readTechnologies(folder: string): Promise<TechnologyFolder> {
  await access(folder);
  const read: TechnologyFolder = { fingerprints: [], others: [] };
  const files = (await Array.fromAsync(glob('**/*.json', { cwd: folder }))).toSorted();
  for (const file of files.slice(0, MAX_FILES)) await addFile(read, folder, file);
  if (files.length > MAX_FILES) read.others.push({ file: folder, reason: `only ${MAX_FILES} files are read` });
  return read;
}

async function addFile(read: TechnologyFolder, folder: string, file: string): Promise<void> {
  const path = join(folder, file);
  const other = (reason: string): void => void read.others.push({ file, reason });
  if ((await stat(path)).size > MAX_BYTES) return other('it is larger than 4 MiB');
  for (const [name, entry] of Object.entries(parsed(await readFile(path, 'utf8')) ?? {})) {
    const one = technology.safeParse(entry);
    if (!one.success) other(`${name.slice(0, 100)}: it is of another form`);
    else for (const { fingerprint, refused } of fingerprintsOf(name.slice(0, 100), one.data)) {
      if (read.fingerprints.length >= MAX_PATTERNS) return other(`only ${MAX_PATTERNS} patterns are read`);
      if (fingerprint) read.fingerprints.push(fingerprint);
      else other(`${name.slice(0, 100)}: ${refused}`);
    }
  }
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

type Read = { fingerprint: Fingerprint; refused?: never } | { fingerprint?: never; refused: string };

function fingerprintsOf(name: string, { cats, cpe, headers, cookies, meta, scriptSrc, html, url }: z.infer<typeof technology>): Read[] {
  const category = cats.map(number => categories[number]).find(Boolean) ?? 'application';
  const ids = { cpe: /^cpe:2\.3:a:((?:[^:\\]|\\.)+:(?:[^:\\]|\\.)+):/.exec(cpe ?? '')?.[1] ?? null, purl: null };
  const at = (source: Source, all: readonly string[]): Read[] => all.map(text => {
    const pattern = patternOf(text);
    return pattern === null ? { refused: 'a pattern is none, or too long' } : { fingerprint: { name, category, source, pattern, ...ids, example: '', other: '' } };
  });
  const inNamed = (kind: 'header' | 'cookie' | 'meta', all: Readonly<Record<string, string[]>> = {}): Read[] => (
    Object.entries(all).flatMap(([key, texts]) => at({ in: kind, name: kind === 'cookie' ? key : key.toLowerCase() }, texts)));
  return [
    ...inNamed('header', headers), ...inNamed('cookie', cookies), ...inNamed('meta', meta),
    ...at({ in: 'script' }, scriptSrc ?? []), ...at({ in: 'html' }, html ?? []), ...at({ in: 'url' }, url ?? []),
  ];
}

/** `text;version:\1;confidence:50` with each semicolon escaped; only the group that is the version is kept as a group. */
function patternOf(text: string): RegExp | null {
  const [source = '', ...tags] = text.split('\\;');
  if (source.length > MAX_CHARACTERS) return null;
  const group = /^version:\\(\d)(?:\?.*)?$/.exec(tags.find(tag => tag.startsWith('version:')) ?? '')?.[1];
  try {
    return new RegExp(onlyGroup(source, group === undefined ? 0 : Number(group)), 'i');
  } catch {
    return null;
  }
}

/** Makes every group but the `wanted`th one that captures nothing. */
function onlyGroup(source: string, wanted: number): string {
  let count = 0;
  return source.replaceAll(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?!\?)/g, part => (part === '(' && ++count !== wanted ? '(?:' : part));
}
