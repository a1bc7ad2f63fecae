import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import test, { suite } from 'node:test';
import { files, filesOnCircles, imports, type Import } from '../scripts/figures/imports.ts';
import { areas } from '../src/app/registry.ts';

const root = new URL('..', import.meta.url).pathname;

/** What each folder may import, besides itself; the longest matching prefix counts. */
const allowed: Record<string, readonly string[]> = {
  'src/core': [],
  'src/wire': ['src/core'],
  'src/store': ['src/core'],
  'src/checks': ['src/core'],
  'src/areas': ['src/core', 'src/checks', 'src/store/index.ts'],
  'src/surfaces': ['src/core', 'src/areas/*/*/index.ts'],
  'src/app': ['src/core', 'src/wire', 'src/store/index.ts', 'src/checks', 'src/areas', 'src/surfaces'],
  'src/app/commands/demo.ts': ['src/app', 'src/surfaces', 'src/wire', 'lab'],
  'src/main.ts': ['src/app', 'src/surfaces', 'src/core'],
  // The published client: it binds the surface to the types of the registry, of which nothing is left when it runs.
  'src/client.ts': ['src/calls.ts', 'src/surfaces/client/index.ts'],
  'src/calls.ts': ['src/app/registry.ts', 'src/core'],
  'src/wire/testing': ['src/wire', 'src/core', 'lab'],
  web: ['src'],
  lab: ['src/core'],
  bench: ['src', 'lab', 'test/databases.ts', 'test/packed.ts', 'test/processes.ts', 'test/tables.ts'],
  test: ['src', 'web', 'lab'],
  scripts: ['src', 'lab', 'test/postgresql-server.ts', 'test/kinds.ts', 'test/house-copy.ts', 'test/packed.ts'],
};

/** Folders of `src/checks/` that are no checks but what several of them share. */
const shared = new Set(['providers', 'hosts']);

/** Modules that open connections; inside `src/` they belong to the wire. */
const sockets = /^(node:)?(net|tls|dgram|http|https|http2|dns|dns\/promises|undici|ws)$/;

suite('a folder imports only what stands to its right in the plan of the house', () => {
  test('the walk saw the project', () => assert.ok(files.length > 60 && imports.length > 200, `${files.length} files, ${imports.length} imports`));

  for (const [folder, mayImport] of Object.entries(allowed)) {
    test(`${folder} imports ${mayImport.join(', ') || 'nothing'}`, () => {
      const bad = own(imports).filter(({ file }) => ruleFor(file) === folder).filter(({ file, target }) => {
        const path = normalize(join(dirname(file), target));
        return !within(path, folder) && !mayImport.some(pattern => within(path, pattern));
      });
      assert.deepEqual(bad.filter(one => !isTest(one.file)), []);
    });
  }

  test('a check imports another check only through its index; providers and hosts are open to all', () => {
    const bad = own(imports).filter(({ file, target }) => {
      const path = normalize(join(dirname(file), target));
      const [from, to] = [checkFolder(file), checkFolder(path)];
      return from && to && from !== to && !shared.has(to) && !path.endsWith('/index.ts');
    });
    assert.deepEqual(bad.filter(one => !isTest(one.file)), []);
  });
});

suite('the client takes nothing of the service along but types', () => {
  const client = /^src\/(client\.ts|calls\.ts|surfaces\/client\/)/;
  const outwards = imports.filter(({ file, target }) => client.test(file) && !isTest(file) && !(target.startsWith('.') && client.test(normalize(join(dirname(file), target)))));
  test('the walk saw some', () => assert.ok(outwards.length > 3));
  test('each import from elsewhere is one of types', () => assert.deepEqual(outwards.filter(({ typeOnly }) => !typeOnly), []));
});

suite('the dashboard runs in browsers', () => {
  const ofWeb = own(imports).filter(({ file }) => file.startsWith('web/') && !isTest(file));
  test('the walk saw it', () => assert.ok(ofWeb.length > 60));
  test('of src it imports the client, how languages write, and types', () => {
    const bad = ofWeb.filter(({ file, target, typeOnly }) => {
      const path = normalize(join(dirname(file), target));
      return path.startsWith('src/') && !typeOnly && path !== 'src/surfaces/client/index.ts' && path !== 'src/core/language.ts';
    });
    assert.deepEqual(bad, []);
  });
  test('nothing but its tools uses Node', () => {
    assert.deepEqual(imports.filter(({ file, target }) => target.startsWith('node:') && file.startsWith('web/') && !isTest(file) && file !== 'web/vite.config.ts'), []);
  });
});

/** The folders of the areas, in the order of the program's list. */
const order = areas.map(({ group, id }) => `${group}/${id}`);

suite('areas see each other only along their order, through index.ts', () => {
  const between = own(imports).flatMap(({ file, target }) => {
    const path = normalize(join(dirname(file), target));
    const [from, to] = [areaFolder(file), areaFolder(path)];
    return from && to && from !== to && !isTest(file) ? [{ file, path, from, to }] : [];
  });
  test('the walk saw some', () => assert.ok(between.length > 0));
  test('each is in the list of the program, in the folder of its group', () => assert.deepEqual([...new Set(files.flatMap(file => areaFolder(file) ?? []))].toSorted(), order.toSorted()));
  test('none imports a later one', () => assert.deepEqual(between.filter(({ from, to }) => order.indexOf(to) >= order.indexOf(from)), []));
  test('all go through index.ts', () => assert.deepEqual(between.filter(({ path }) => !path.endsWith('/index.ts')), []));
});

suite('no file comes back to itself', () => {
  test('along any path of imports, those of types included', () => {
    assert.ok(new Set(imports.map(({ file }) => file)).size > 1000);
    assert.deepEqual(filesOnCircles(), []);
  });
});

suite('a library that reaches outside or keeps data is imported in one place', () => {
  const homes: [library: RegExp, home: string][] = [
    [/^(pg|node:sqlite)$/, 'src/store/'],
    [/^nodemailer/, 'src/wire/'],
    [/^playwright-core/, 'src/wire/browser/'],
    [/^(better-auth|@better-auth\/)/, 'src/areas/platform/account/'],
    [/^aws4fetch/, 'src/wire/'],
    [/^smtp-server/, 'src/surfaces/smtp/'],
    [/^imapflow/, 'src/wire/mailboxes/'],
  ];
  for (const [library, home] of homes) {
    test(`${library.source} in ${home}`, () => {
      const found = imports.filter(({ file, target }) => library.test(target) && file.startsWith('src/'));
      assert.ok(found.length > 0);
      assert.deepEqual(found.filter(({ file }) => !file.startsWith(home) && !isTest(file)), []);
    });
  }
});

suite('only the wire opens connections', () => {
  const listener = 'src/surfaces/http/listener.ts';
  test('no other folder of src imports a socket module', () => {
    const bad = imports.filter(({ file, target }) => sockets.test(target) && file.startsWith('src/') && !file.startsWith('src/wire/') && file !== listener && !isTest(file));
    assert.deepEqual(bad, []);
  });
  test('what listens for requests can send none', () => {
    const taken = [...readFileSync(join(root, listener), 'utf8').matchAll(/^import (?!type )\{([^}]*)\} from 'node:/gm)].flatMap(([, names]) => names!.split(',').map(name => name.trim()));
    assert.deepEqual(taken.filter(name => !name.startsWith('type ')), ['createServer']);
  });
  test('no judgement reads the clock, the disk or the environment', () => {
    const judges = files.filter(file => /src\/(checks|areas)\/.*\/(analyze|parse[a-z-]*)\.ts$/.test(file));
    assert.ok(judges.length >= 10);
    const bad = judges.filter(file => /\bDate\.now\(|new Date\(\)|Math\.random\(|process\.|node:(fs|os|child_process)/.test(readFileSync(join(root, file), 'utf8')));
    assert.deepEqual(bad, []);
  });
});

function ruleFor(file: string): string | undefined {
  return Object.keys(allowed).filter(folder => within(file, folder)).toSorted((a, b) => b.length - a.length)[0];
}

function within(path: string, pattern: string): boolean {
  if (!pattern.includes('*')) return path === pattern || path.startsWith(`${pattern}/`);
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`).test(path);
}

function checkFolder(path: string): string | undefined {
  return /^src\/checks\/([a-z-]+)\//.exec(path)?.[1];
}

function areaFolder(path: string): string | undefined {
  return /^src\/areas\/([a-z-]+\/[a-z-]+)\//.exec(path)?.[1];
}

function own(all: readonly Import[]): readonly Import[] {
  return all.filter(({ target }) => target.startsWith('.'));
}

/** Tests, and what only tests import. */
function isTest(file: string): boolean {
  return /(\.(test|sample)|\/testing)\.ts$/.test(file);
}
