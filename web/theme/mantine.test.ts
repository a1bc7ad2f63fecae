import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { suite } from 'node:test';

const web = new URL('..', import.meta.url).pathname;
const mantine = join(web, '../node_modules/@mantine/core');
const sheets = [...readFileSync(join(web, 'theme/mantine.css'), 'utf8').matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, name]) => name!);
const used = new Set(globSync('**/*.tsx', { cwd: web, exclude: ['dist/**'] }).flatMap(file => namesFrom(readFileSync(join(web, file), 'utf8'))));

/** Names of components that a file takes from Mantine. */
function namesFrom(source: string): string[] {
  return [...source.matchAll(/import \{([^}]+)\} from '@mantine\/(?:core|notifications|spotlight)'/g)]
    .flatMap(([, names]) => names!.split(',').map(name => name.trim())).filter(name => /^[A-Z]/.test(name));
}

/** The sheets that a component rests on: its own and those of the components that its files import. */
function sheetsOf(component: string): ReadonlySet<string> {
  const found = new Set<string>();
  const walked = new Set<string>();
  const walk = (file: string): void => {
    if (walked.has(file) || !existsSync(file)) return;
    walked.add(file);
    const source = readFileSync(file, 'utf8');
    for (const [, target] of source.matchAll(/from"?\s*['"](\.[^'"]+)['"]|import\s*['"](\.[^'"]+)['"]/g)) {
      const path = join(dirname(file), target ?? '');
      const sheet = /\/([A-Z]\w+)\.module\.mjs$/.exec(path)?.[1];
      if (sheet) found.add(sheet);
      else if (!path.endsWith('/index.mjs')) walk(path);
    }
  };
  const folder = globSync(`esm/components/**/${component}.mjs`, { cwd: mantine })[0];
  if (folder) walk(join(mantine, folder));
  return found;
}

suite('the sheets of the Mantine components in use', () => {
  test('the walk saw some', () => {
    assert.ok(used.has('Button') && used.size > 10);
    assert.ok(sheetsOf('Modal').has('ModalBase'));
  });
  for (const component of used) {
    test(`${component} has all that it rests on`, () => {
      // The card is a component of its own, though it hangs on the other.
      assert.deepEqual([...sheetsOf(component)].filter(sheet => sheet !== `${component}Card` && existsSync(join(mantine, `styles/${sheet}.layer.css`)) && !sheets.includes(sheet)), []);
    });
  }
  test('they stand in the order of Mantine', () => {
    const whole = readFileSync(join(mantine, 'styles.css'), 'utf8');
    const positions = sheets.map(name => whole.indexOf(readFileSync(join(mantine, `styles/${name}.css`), 'utf8').slice(0, 80)));
    assert.deepEqual(positions, positions.toSorted((a, b) => a - b));
  });
});
