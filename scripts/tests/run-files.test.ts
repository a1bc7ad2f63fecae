import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
      await runFiles([file], { concurrency: 1, heard: (_, event) => { if (event.type !== 'test:diagnostic') names.push(event.name); }, failed: (_, why) => causes.push(why) });
      assert.deepEqual(names, heard);
      assert.ok(failed === null ? causes.length === 0 : failed.test(causes.join()), causes.join());
    });
  }
});
