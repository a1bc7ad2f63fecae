import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Sighting } from './patterns.ts';

/** A hash, the library, and the versions in which this very code was published. */
type KnownFile = readonly [hash: string, name: string, ...versions: string[]];

let known: ReadonlyMap<string, KnownFile> | undefined;

/** The SHA-256 of code without its comments, as `data/bare-hashes.json` has it. */
export function bareHash(bare: string): string {
  return createHash('sha256').update(bare).digest('hex');
}

/** The published file that this is, whatever comments were added or taken away; without a version where several have the same code. */
export function byBareHash(bare: string): Sighting[] {
  known ??= new Map((JSON.parse(readFileSync(new URL('./data/bare-hashes.json', import.meta.url), 'utf8')) as readonly KnownFile[]).map(one => [one[0], one]));
  const hash = bareHash(bare);
  const [, name, ...versions] = known.get(hash) ?? [];
  if (name === undefined) return [];
  return [{ name, version: versions.length === 1 ? versions[0]! : null, text: `SHA-256 of the code without comments ${hash}, as in ${versions.join(', ')}` }];
}
