// The client as it is published: built, installed into an empty project, compiled and run there.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { operations } from '../src/app/registry.ts';

const root = new URL('..', import.meta.url).pathname;
const { name, version } = JSON.parse(readFileSync(join(root, 'packages/client/package.json'), 'utf8')) as { name: string; version: string };
const MAX_GZIP_BYTES = 4096;
/** The code of the how-to, in its order. */
const examples = readFileSync(join(root, 'docs/how-to/client.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms).map(([, code]) => code!).toArray();

let project: string;
let built: string;

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

suite('the published client', () => {
  before(() => {
    project = mkdtempSync(join(tmpdir(), 'dss-project-'));
    const installed = join(project, 'node_modules', name);
    built = join(installed, 'dist');
    mkdirSync(installed, { recursive: true });
    cpSync(join(root, 'packages/client/package.json'), join(installed, 'package.json'));
    run(process.execPath, [join(root, 'scripts/build-client.ts'), built]);
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  });
  after(() => rmSync(project, { recursive: true, force: true }));

  test('knows every call of the service', () => {
    const known = readFileSync(join(built, 'calls.d.ts'), 'utf8').matchAll(/^ {4}"([A-Z]+ \/[^"]*)": \{$/gm).map(([, route]) => route!).toArray();
    assert.deepEqual(known.toSorted(), operations.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  for (const [where, settings] of [
    ['a browser', { lib: ['es2022', 'dom'], types: [], module: 'esnext', moduleResolution: 'bundler' }],
    ['Node', { lib: ['es2022', 'dom'], types: [], module: 'nodenext' }],
  ] as const) {
    test(`has types for a project for ${where} that has nothing else: the examples of the how-to compile, and what is wrong does not`, () => {
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...settings, target: 'es2022', strict: true, noEmit: true, skipLibCheck: false }, files: ['main.ts', 'how-to.ts'] }));
      writeFileSync(join(project, 'how-to.ts'), `declare const process: { env: Record<'DSS_KEY', string> };\n${examples.join('')}`);
      writeFileSync(join(project, 'main.ts'), [
        `import { createClient, ClientProblem, type Problem } from '${name}';`,
        "const client = createClient({ baseUrl: 'https://dss.example.net', key: 'svc_1' });",
        "const shown = await client('GET /api/domains/{id}', { id: 'dom_1' });",
        'const score: number | null = shown.ok ? shown.data.data.score : null;',
        "const why: Problem | null = shown.ok ? null : new ClientProblem(shown).problem;",
        '// @ts-expect-error A member is missing.',
        "await client('GET /api/domains/{id}', {});",
        '// @ts-expect-error There is no such route.',
        "await client('GET /api/nothing');",
        'export { score, why };',
      ].join('\n'));
      run(join(root, 'node_modules/.bin/tsc'), ['-p', '.']);
    });
  }

  test('has the version of the service', () => assert.equal(version, (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version));

  test('runs where there is nothing but what Node, Deno, Bun and browsers all have', () => {
    writeFileSync(join(project, 'alone.js'), `
      import { readFileSync } from 'node:fs';
      import vm from 'node:vm';
      const { fetch, URL, URLSearchParams, Headers, TextDecoder, setTimeout, clearTimeout } = globalThis;
      const context = vm.createContext({ fetch, URL, URLSearchParams, Headers, TextDecoder, setTimeout, clearTimeout });
      const modules = new Map();
      const load = url => {
        if (!modules.has(url)) modules.set(url, new vm.SourceTextModule(readFileSync(new URL(url), 'utf8'), { context, identifier: url }));
        return modules.get(url);
      };
      const main = load(${JSON.stringify(new URL(`file://${join(built, 'client.js')}`).href)});
      await main.link((specifier, { identifier }) => load(new URL(specifier, identifier).href));
      await main.evaluate();
      const events = 'data: {}\\n\\nevent: result\\ndata: {"run":{"status":"completed","progress":{}}}\\n\\n';
      const fetchIt = async url => url.endsWith('/events') ? new Response(events, { headers: { 'content-type': 'text/event-stream' } }) : Response.json({ data: [1], nextCursor: null });
      const client = main.namespace.createClient({ baseUrl: 'http://localhost', fetch: fetchIt });
      const rows = [];
      for await (const row of client.each('GET /api/domains')) rows.push(row);
      const waited = await client.runs.wait('run_1');
      const refused = await client('GET /api/domains/{id}', { id: '..' });
      console.log(JSON.stringify([rows, waited.data, refused.problem.code]));
    `);
    const out = run(process.execPath, ['--experimental-vm-modules', '--no-warnings', 'alone.js']);
    assert.deepEqual(JSON.parse(out), [[1], { status: 'completed', progress: {} }, 'invalid_request']);
  });

  test('imports nothing but its own files', () => {
    const files = globSync('**/*.{js,d.ts}', { cwd: built });
    assert.ok(files.length > 8);
    const imports = files.flatMap(file => readFileSync(join(built, file), 'utf8').matchAll(/\b(?:from|import) ?\(?['"]([^'"\n]+)['"]/g).map(([, from]) => from!).toArray());
    assert.ok(imports.length > 8);
    assert.deepEqual(imports.filter(from => !/^\.\.?\/[\w./-]+\.js$/.test(from)), []);
  });

  test(`adds at most ${MAX_GZIP_BYTES / 1024} KiB to a page`, async context => {
    const bundle = await build({
      root: project, configFile: false, logLevel: 'silent',
      build: { write: false, minify: true, rolldownOptions: { input: join(built, 'client.js'), preserveEntrySignatures: 'strict' } },
    });
    assert.ok('output' in bundle);
    const bytes = gzipSync(bundle.output[0].code).length;
    context.diagnostic(`note: the client is ${bytes} bytes, minified and compressed`);
    assert.ok(bytes > 1000 && bytes <= MAX_GZIP_BYTES, `${bytes} bytes`);
  });
});
