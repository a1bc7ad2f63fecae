import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { LICENSES } from '../scripts/licenses.ts';
import { sbomOf, type Lock } from '../scripts/sbom.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const self = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean>; dependencies: Record<string, string>; devDependencies: Record<string, string>; name: string; version: string; license: string };
const lock = JSON.parse(read('package-lock.json')) as Lock;
const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');

/** Only used to build and to test: their code is not shipped. */
const ONLY_TOOLS: ReadonlySet<string> = new Set([...LICENSES, 'Python-2.0']);

/** The libraries that the sources of the program, its lab and its dashboard import, or send to pages. */
function imported(): string[] {
  const files = globSync(['src/**/*.ts', 'lab/**/*.ts', 'web/**/*.{ts,tsx}']).filter(path => !/\.test\.|\.sample\.|\/testing\b|^web\/(dist|generated|vite)/.test(path));
  const specifiers = files.flatMap(file => [...readFileSync(file, 'utf8').matchAll(/(?:from |import\(|import )'([@a-z][^':]*)'/g)].map(([, specifier]) => specifier!));
  const sent = files.flatMap(file => [...readFileSync(file, 'utf8').matchAll(/new URL\('[./]+\/node_modules\/([^']*)', import\.meta\.url\)/g)].map(([, path]) => path!));
  return [...new Set([...specifiers, ...sent].map(specifier => specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/')))].toSorted();
}

suite('What comes from others', () => {
  test('has a reason on one page, library by library', () => {
    const rows = [...read('docs/dependencies.md').matchAll(/^\| (`.+?`) \| \S/gm)].flatMap(([, names]) => [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
    assert.deepEqual(rows.toSorted(), imported());
  });
  test('is pinned to exact versions', () => {
    for (const [name, version] of Object.entries({ ...self.dependencies, ...self.devDependencies })) assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
  });
  test('runs install scripts only where package.json says so', () => {
    const scripted = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
    assert.deepEqual(Object.keys(self.allowScripts).toSorted(), [...new Set(scripted)].toSorted());
  });
  test('has a licence on the list', () => {
    const others = Object.entries(lock.packages).filter(([path, { license }]) => path.includes('node_modules/') && !path.startsWith('packages/') && license !== undefined && !ONLY_TOOLS.has(license));
    assert.deepEqual(others.map(([path, { license }]) => `${nameOf(path)} ${license}`), []);
  });
  test('stands in the bill of materials with address, licence and digest', () => {
    const [path, { version }] = Object.entries(lock.packages).find(([at]) => nameOf(at) === '@mantine/core')!;
    const bom = sbomOf(self, [{ name: nameOf(path), version: version!, identifier: '(MIT OR CC0-1.0)' }], lock) as { serialNumber: string; components: object[] };
    assert.match(bom.serialNumber, /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.partialDeepStrictEqual(bom.components, [{ type: 'library', name: '@mantine/core', purl: `pkg:npm/%40mantine/core@${version}`, licenses: [{ expression: '(MIT OR CC0-1.0)' }], hashes: [{ alg: 'SHA-512' }] }]);
  });
});
