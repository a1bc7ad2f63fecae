import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';

const preloaded = new URL('untracked.js', import.meta.url).href;

/** What needs to know which test it belongs to: hooks and tests of suites, also of those that wait, and errors that nobody caught. */
const sample = `
import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
const pass = () => new Promise(resolve => setTimeout(resolve, 20));
test('throws later', async () => { setTimeout(() => { throw new Error('late'); }, 1); await pass(); });
test('rejects and is gone', async () => { void Promise.reject(new Error('rejected')); await pass(); });
suite('outer', () => {
  let state = 'new';
  before(async () => { await pass(); state = 'ready'; });
  after(() => { state = 'over'; });
  suite('inner', async () => {
    await pass();
    let own = 'new';
    before(() => { assert.equal(state, 'ready'); own = 'ready'; });
    test('first', () => assert.deepEqual([state, own], ['ready', 'ready']));
  });
  test('second', async t => { await pass(); await t.test('third', () => assert.equal(state, 'ready')); });
});
test('last', () => {});
`;

test('tests, suites and errors belong together as they do without it', () => {
  const run = (...args: string[]): string[] => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout } = spawnSync(process.execPath, [...args, '--test-reporter', 'tap', '--input-type', 'module', '--eval', sample], { env, encoding: 'utf8' });
    return stdout.split('\n').filter(line => /^ *(not )?ok /.test(line));
  };
  const [usual, untracked] = [run(), run('--import', preloaded)];
  assert.equal(usual.length, 8);
  assert.deepEqual(untracked, usual);
});
