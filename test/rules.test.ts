import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { loadWorld } from '../lab/world.ts';
import { checks } from '../src/checks/index.ts';
import { scoring } from '../src/areas/domains/check/scoring.ts';

const root = new URL('..', import.meta.url).pathname;
const rules = Object.values(checks).flatMap(check => Object.values(check.rules));
const ids = new Set(rules.map(({ id }) => id));

/** For each golden file: the states that it asserts beside "pass", and the ids of its check. */
const goldens = globSync('src/checks/*/golden/*.json', { cwd: root })
  .map(file => ({ file, states: (JSON.parse(readFileSync(`${root}${file}`, 'utf8')) as { states: Record<string, string> }).states }));

suite('every finding id is stable, explained and shown', () => {
  test('the walk saw all checks', () => assert.ok(ids.size > 90 && goldens.length > 150, `${ids.size} ids, ${goldens.length} files`));
  test('no id is declared twice', () => assert.equal(ids.size, rules.length));
  for (const rule of rules) {
    test(rule.id, () => {
      const folder = rule.record.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
      const own = goldens.filter(({ file }) => file.startsWith(`src/checks/${folder}/`));
      assert.ok(own.some(({ states }) => states[rule.id] === 'fail'), 'fails in some golden file');
      assert.ok(own.some(({ states }) => (states[rule.id] ?? 'pass') === 'pass'), 'passes in some golden file');
      assert.match(rule.id, /^[a-z]+(\.[a-z_0-9]+)+$/);
      for (const text of [rule.title, rule.passTitle]) assert.doesNotMatch(text, /[.!]$|^\s|\s$/, 'a title is a sentence without its full stop');
      for (const text of [rule.why, rule.fix.text]) assert.match(text, /^\S.*[.]$/s, 'an explanation is a whole sentence');
      assert.ok(rule.references.every(({ url }) => URL.canParse(url)));
    });
  }
});

test('the lab, the scoring table and the checks name the same findings', () => {
  const shown = loadWorld(0).domains.flatMap(({ shows }) => shows);
  assert.deepEqual(shown.filter(id => !ids.has(id)), []);
  assert.deepEqual(scoring.caps.map(({ id }) => id).filter(id => !ids.has(id)), []);
});
