// node scripts/library-hashes.ts <node_modules>: adds the published files of the libraries in a folder to those that are known by the hash of their code without comments.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareHash } from '../src/areas/threats/exposure/web/libraries/hashes.ts';
import { parseScript } from '../src/areas/threats/exposure/web/libraries/syntax/parse.ts';

/** Shorter files are fragments that several libraries share. */
const MIN_BYTES = 1500;
const target = new URL('../src/areas/threats/exposure/web/libraries/data/bare-hashes.json', import.meta.url);

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder: node scripts/library-hashes.ts <node_modules>');
const known = new Map(existsSync(target) ? (JSON.parse(readFileSync(target, 'utf8')) as [string, ...string[]][]).map(one => [one[0], one]) : []);
for (const manifest of globSync('h-*/package.json', { cwd: folder })) {
  const root = join(folder, manifest, '..');
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string; version: string };
  for (const file of globSync(['*.min.js', '{dist,build,js,lib,umd,bundles}/{,*/}{,*/}*.{min,umd}.js', 'swiper-bundle.min.js'], { cwd: root })) {
    const content = readFileSync(join(root, file), 'utf8');
    const parsed = content.length < MIN_BYTES || /locali|locale|i18n|plugin|additional/.test(file) ? null : parseScript(content);
    if (!parsed) continue;
    const [hash, , ...versions] = known.get(bareHash(parsed.bare)) ?? [bareHash(parsed.bare)];
    known.set(hash, [hash, name, ...new Set([...versions, version])]);
  }
}
const sorted = [...known.values()].toSorted(([a, ...ofA], [b, ...ofB]) => `${ofA.join(' ')} ${a}`.localeCompare(`${ofB.join(' ')} ${b}`, 'en'));
writeFileSync(target, `[\n${sorted.map(one => JSON.stringify(one)).join(',\n')}\n]\n`);
