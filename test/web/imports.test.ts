// What the parts of the dashboard may import of each other. Imports of types count too: they tie files together too.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import test, { suite } from 'node:test';

const root = new URL('../..', import.meta.url).pathname;
const files = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['web/dist/**', 'web/generated/**', '**/*.test.ts'] }).toSorted();
const IMPORT = /^(?:import|export)\s+(?:[^'"]*?\sfrom\s+)?'(\.[^']+)'/gm;
const LAZY = /\bimport\('(\.[^']+)'\)/g;

interface Import {
  file: string;
  target: string;
}
const importsOf = (pattern: RegExp): Import[] => files.flatMap(file => readFileSync(join(root, file), 'utf8').matchAll(pattern).map(([, target]) => ({ file, target: normalize(join(dirname(file), target!)) })).toArray());
const imports = importsOf(IMPORT);
const all = [...imports, ...importsOf(LAZY)];

/** The areas in their order, as the list of the dashboard names them. */
const order = readFileSync(join(root, 'web/areas/index.ts'), 'utf8').matchAll(/from '\.\/([\w-]+\/[\w-]+)\/area\.ts'/g).map(([, area]) => area!).toArray();
const areaOf = (path: string): string | undefined => /^web\/areas\/([\w-]+\/[\w-]+)\//.exec(path)?.[1];
const between = all.flatMap(({ file, target }) => {
  const [from, to] = [areaOf(file), areaOf(target)];
  return to !== undefined && from !== to ? [{ file, target, from, to }] : [];
});

suite('areas of the dashboard', () => {
  test('the walk saw them', () => assert.ok(order.length > 15 && between.length > 20, `${order.length} areas, ${between.length} imports between them`));
  test('each folder of an area stands in the list', () => {
    assert.deepEqual([...new Set(files.flatMap(file => areaOf(file) ?? []))].toSorted(), order.toSorted());
  });
  test('see each other only through index.ts', () => {
    assert.deepEqual(between.filter(({ from, target }) => from !== undefined && !/^web\/areas\/[\w-]+\/[\w-]+\/index\.ts$/.test(target)), []);
  });
  test('see only areas before them', () => {
    assert.deepEqual(between.filter(({ from, to }) => from !== undefined && order.indexOf(to) > order.indexOf(from)), []);
  });
  test('are known to the rest by the list alone', () => {
    assert.deepEqual(between.filter(({ from, file }) => from === undefined && file !== 'web/areas/index.ts'), []);
    assert.deepEqual(all.filter(({ target }) => target === 'web/areas/index.ts').map(({ file }) => file).toSorted(), ['web/main.tsx', 'web/router.tsx']);
  });
});

test('nothing of the dashboard imports in a circle', () => {
  const graph = Map.groupBy(imports, ({ file }) => file);
  const [done, path]: [Set<string>, string[]] = [new Set(), []];
  const circles: string[] = [];
  const walk = (file: string): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file) || path.includes(file)) return;
    path.push(file);
    for (const { target } of graph.get(file) ?? []) walk(target);
    path.pop();
    done.add(file);
  };
  files.forEach(walk);
  assert.deepEqual(circles, []);
});

test('of the service the dashboard knows the client, and the words that both speak', () => {
  const outside = imports.filter(({ target }) => target.startsWith('src/'));
  assert.ok(outside.length > 5);
  assert.deepEqual(outside.filter(({ target }) => target !== 'src/surfaces/client/index.ts' && target !== 'src/core/language.ts'), []);
});

test('what a file takes of its style sheets stands in them', () => {
  const taken = files.filter(file => file.endsWith('.tsx')).flatMap(file => {
    const source = readFileSync(join(root, file), 'utf8');
    return source.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)'/gm).toArray().flatMap(([, name, path]) => {
      const sheet = readFileSync(join(root, dirname(file), path!), 'utf8');
      return source.matchAll(new RegExp(`(?<![/\\w])${name}\\.(\\w+)`, 'g')).map(([, one]) => ({ file, one: one!, isThere: new RegExp(`\\.${one}(?![\\w-])`).test(sheet) })).toArray();
    });
  });
  assert.ok(taken.length > 500);
  assert.deepEqual(taken.filter(({ isThere }) => !isThere), []);
});
