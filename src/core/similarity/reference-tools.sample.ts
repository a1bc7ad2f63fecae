import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from './corpus.sample.ts';

/** What a tool says of pages: the digest of each, null for none, and the figure for each pair in their order (0 with 1, 0 with 2, …, 1 with 2, …); null where one has no digest. */
export interface Said {
  tool: string;
  digests: readonly (string | null)[];
  pairs: readonly (number | null)[];
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Why the reference tools cannot be asked; null where both are there. */
export const withoutTools = ['/usr/bin/tlsh', '/usr/bin/ssdeep'].every(path => existsSync(path)) ? null : 'tlsh and ssdeep are not installed (packages tlsh-tools and ssdeep)';

/** Has the tools of Debian digest the pages, and compare each with each. */
export function askTools(pages: readonly Page[]): { tlsh: Said; ssdeep: Said } {
  const folder = mkdtempSync(join(tmpdir(), 'dss-similarity-'));
  try {
    for (const { name, bytes } of pages) writeFileSync(join(folder, name), bytes);
    return { tlsh: askTlsh(pages, folder), ssdeep: askSsdeep(pages, folder) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function askTlsh(pages: readonly Page[], folder: string): Said {
  const digests = new Map(lines('tlsh', ['-r', folder]).map(line => line.split('\t')).map(([digest, path]) => [basename(path!), `T1${digest!}`]));
  const pairs = new Map(lines('tlsh', ['-xref', '-r', folder]).map(line => line.split('\t')).map(([a, b, distance]) => [keyOf(basename(a!), basename(b!)), Number(distance)]));
  return { tool: lines('tlsh', ['-version'])[0]!, ...inOrder(pages, digests, pairs) };
}

function askSsdeep(pages: readonly Page[], folder: string): Said {
  const paths = pages.map(({ name }) => join(folder, name));
  const written = lines('ssdeep', ['-s', '-b', ...paths]);
  const digests = new Map(written.slice(1).map(line => /^([^,]+),"(.+)"$/.exec(line)!).map(([, digest, name]) => [name!, digest!]));
  writeFileSync(join(folder, 'digests.txt'), `${written.join('\n')}\n`);
  const compared = lines('ssdeep', ['-s', '-a', '-c', '-x', join(folder, 'digests.txt')]);
  const pairs = new Map(compared.map(line => /"[^"]*?:?([^":]+)","[^"]*?:?([^":]+)",(\d+)$/.exec(line)).filter(found => found !== null).map(([, a, b, score]) => [keyOf(a!, b!), Number(score)]));
  return { tool: `ssdeep ${lines('ssdeep', ['-V'])[0]!}`, ...inOrder(pages, digests, pairs) };
}

function inOrder(pages: readonly Page[], digests: ReadonlyMap<string, string>, pairs: ReadonlyMap<string, number>): Omit<Said, 'tool'> {
  return {
    digests: pages.map(({ name }) => digests.get(name) ?? null),
    pairs: pages.flatMap(({ name: a }, at) => pages.slice(at + 1).map(({ name: b }) => pairs.get(keyOf(a, b)) ?? null)),
  };
}

function keyOf(a: string, b: string): string {
  return [a, b].toSorted().join(' ');
}

function lines(program: string, words: readonly string[]): string[] {
  return execFileSync(`/usr/bin/${program}`, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: MAX_OUTPUT_BYTES }).split('\n').filter(line => line !== '');
}
