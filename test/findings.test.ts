import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { pageFaults } from '../lab/audit-sites/page-faults.ts';
import { siteFaults } from '../lab/audit-sites/site-faults.ts';
import { loadWorld } from '../lab/world.ts';
import { areas, findingCatalogue } from '../src/app/registry.ts';
import { scoring } from '../src/areas/domains/check/scoring.ts';
import { adviceCases } from '../src/areas/mail/dmarc/advice/cases.sample.ts';
import { tlsRules } from '../src/areas/mail/dmarc/advice/tls-rules.ts';
import { fixKinds } from '../src/core/findings/fix-kinds.ts';
import type { AdviceRule } from '../src/core/findings/rules.ts';

const root = new URL('..', import.meta.url).pathname;
const ids = new Set(findingCatalogue.map(({ id }) => id));

/** For each golden file of a check or an area: the states that it asserts besides "pass"; those of files of other shapes are none. */
const goldens = globSync(['src/checks/*/golden/*.json', 'src/areas/**/golden/*.json'], { cwd: root })
  .map(file => ({ file, states: (JSON.parse(readFileSync(`${root}${file}`, 'utf8')) as { states?: Record<string, string> }).states ?? {} }));

/** The golden files below `folder` show one case that passes and one that fails. */
function inGoldens(rule: AdviceRule, folder: string): void {
  casesIn(rule, folder);
  assert.notEqual(rule.passTitle, undefined, 'says when all is well');
}

function casesIn({ id }: AdviceRule, folder: string): void {
  const own = goldens.filter(({ file }) => file.startsWith(folder));
  assert.ok(own.some(({ states }) => states[id] === 'fail'), `fails in some golden file of ${folder}`);
  assert.ok(own.some(({ states }) => (states[id] ?? 'pass') === 'pass'), `passes in some golden file of ${folder}`);
}

/** The areas that show their rules elsewhere than in golden files of their own folder. */
const proofs: Readonly<Record<string, (rule: AdviceRule) => void>> = {
  check: rule => inGoldens(rule, `src/checks/${rule.record.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}/`),
  // A host has as many ports as it has: each judgement is silent about those that are fine.
  exposure: rule => casesIn(rule, folderOf(rule.area)),
  // Each fault stands in the lab's tables, from which the tests of the rules make pages and sites that show it, and good ones.
  'site-audit': ({ id, passTitle }) => assert.ok((Object.hasOwn(pageFaults, id) || Object.hasOwn(siteFaults, id)) && passTitle !== undefined, 'has its fault in the lab'),
  // Advice has no pass: one case shows it, and one that comes close is silent. For TLS reports the result type is the case; sessions that succeeded are silent.
  dmarc: ({ id, passTitle }) => {
    assert.ok(Object.hasOwn(adviceCases, id) || Object.values(tlsRules).some(rule => rule.id === id), 'has its cases in diagnose.test.ts');
    assert.equal(passTitle, undefined, 'advice is silent when all is well');
  },
};
const folderOf = (id: string) => areas.filter(area => area.id === id).map(({ group }) => `src/areas/${group}/${id}/`)[0]!;

suite('every finding of every area is stable, explained and shown', () => {
  test('the walk saw all areas', () => {
    assert.ok(ids.size > 120 && goldens.length > 150, `${ids.size} ids, ${goldens.length} files`);
  });
  test('an area declares its own alone', () => {
    assert.deepEqual(areas.flatMap(({ id, findings }) => (findings?.rules ?? []).filter(({ area }) => area !== id)), []);
  });
  test('every call of defineRules is in the catalogue', () => {
    const prefixes = globSync('src/**/*.ts', { cwd: root }).filter(file => !/\.(test|sample)\.ts$/.test(file))
      .flatMap(file => [...readFileSync(`${root}${file}`, 'utf8').matchAll(/defineRules\(\{[^}]*prefix: '([a-z.]+)'/g)].map(([, prefix]) => prefix!));
    assert.ok(prefixes.length > 20);
    assert.deepEqual(prefixes.filter(prefix => findingCatalogue.every(({ id }) => !id.startsWith(`${prefix}.`))), []);
  });
  test('no id is declared twice', () => assert.equal(ids.size, findingCatalogue.length));
  for (const rule of findingCatalogue) {
    test(rule.id, () => {
      (proofs[rule.area] ?? (one => inGoldens(one, folderOf(one.area))))(rule);
      assert.match(rule.id, /^[a-z]+(\.[a-z_0-9-]+)+$/);
      for (const text of [rule.title, ...(rule.passTitle === undefined ? [] : [rule.passTitle])]) assert.doesNotMatch(text, /[.!]$|^\s|\s$/, 'a title is a sentence without its full stop');
      for (const text of [rule.why, rule.fix.text]) assert.match(text, /^\S.*[.]$/s, 'an explanation is a whole sentence');
      assert.ok(rule.references.every(({ url }) => URL.canParse(url)));
    });
  }
});

test('each kind of fix is explained in one sentence', () => {
  for (const meaning of Object.values(fixKinds)) assert.match(meaning, /^[A-Z][^.]*\.$/);
});

test('the lab, the scoring table and the checks name the same findings', () => {
  const shown = loadWorld(0).domains.flatMap(({ shows }) => shows);
  assert.deepEqual(shown.filter(id => !ids.has(id)), []);
  assert.deepEqual(scoring.caps.map(({ id }) => id).filter(id => !ids.has(id)), []);
});
