import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import { runFiles } from './run-files.ts';

const files: Readonly<Record<string, { source: string; heard: readonly string[]; failed: RegExp | null }>> = {
  'a test that passes': { source: `test('one', () => {});`, heard: ['one'], failed: null },
  'a program of it that goes on and holds its ends open': {
    source: `test('one', async () => { process.stdout.write(String(spawn('sleep', ['60'], { detached: true, stdio: [0, 1, 2, 3] }).unref())); });`, heard: ['one'], failed: null,
  },
  'no test': { source: '', heard: [], failed: /^ran no test$/ },
  'an end without a test that failed': { source: `test('one', () => {}); process.on('exit', () => process.exit(7));`, heard: ['one'], failed: /^ended with 7/ },
};

suite('a file of tests has one end, whatever it started', () => {
  let folder = '';
  before(async () => { folder = await mkdtemp(join(tmpdir(), 'dss-run-files-')); });
  after(() => rm(folder, { recursive: true }));
  for (const [says, { source, heard, failed }] of Object.entries(files)) {
    test(says, { concurrency: true }, async () => {
      const file = join(folder, `${says.replaceAll(' ', '-')}.test.mjs`);
      writeFileSync(file, `import { spawn } from 'node:child_process';\nimport test from 'node:test';\n${source}\n`);
      const [names, causes]: [string[], string[]] = [[], []];
      await runFiles([[file]], { concurrency: 1, heard: (_, event) => { if (event.type !== 'test:diagnostic') names.push(event.name); }, spent: () => {}, failed: (_, why) => causes.push(why) });
      assert.deepEqual(names, heard);
      assert.ok(failed === null ? causes.length === 0 : failed.test(causes.join()), causes.join());
    });
  }

  test('and files that share a process are told apart: their tests, their hooks, their cost, and the one that ends the process', async () => {
    const sources = {
      'first.test.mjs': `import test, { after } from 'node:test';\nafter(() => { globalThis.ended = true; });\ntest('one', () => {});`,
      'second.test.mjs': `import assert from 'node:assert/strict';\nimport test, { suite } from 'node:test';\nsuite('two', () => test('three', () => assert.equal(globalThis.ended, true)));`,
      'third.test.mjs': `import 'node:missing';`,
      'fourth.test.mjs': `import test from 'node:test';\ntest('four', () => process.exit(3));`,
      'fifth.test.mjs': `import test from 'node:test';\ntest('five', () => {});`,
    };
    for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
    const said: string[] = [];
    const tell = (file: string, what: string): void => void said.push(`${basename(file, '.test.mjs')}: ${what}`);
    await runFiles([Object.keys(sources).map(name => join(folder, name))], {
      concurrency: 1, heard: (file, event) => { if (event.type !== 'test:diagnostic') tell(file, `${event.type} ${event.name}`); }, spent: (file, seconds) => tell(file, seconds > 0 ? 'cost' : 'free'), failed: (file, why) => tell(file, why.split('\n')[0]!),
    });
    assert.deepEqual(said, [
      'first: test:pass one', 'first: cost', 'second: test:pass three', 'second: test:pass two', 'second: cost', 'third: Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:missing', 'third: cost',
      'fourth: ended with 3', 'fifth: was not run: its process ended with fourth.test.mjs',
    ]);
  });
});
