import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { loadWorld } from '../lab/world.ts';
import { findingCatalogue } from '../src/app/findings.ts';
import { scoring } from '../src/areas/domains/check/scoring.ts';
import { adviceCases } from '../src/areas/mail/dmarc/advice/cases.sample.ts';
import { tlsRules } from '../src/areas/mail/dmarc/advice/tls-rules.ts';
import { fixKinds } from '../src/core/findings/fix-kinds.ts';
import type { AdviceRule } from '../src/core/findings/rules.ts';

const root = new URL('..', import.meta.url).pathname;
const ids = new Set(findingCatalogue.map(({ id }) => id));

/** For each golden file of a check: the states that it asserts besides "pass". */
const goldens = globSync('src/checks/*/golden/*.json', { cwd: root })
  .map(file => ({ file, states: (JSON.parse(readFileSync(`${root}${file}`, 'utf8')) as { states: Record<string, string> }).states }));

/** Where an area shows of each of its rules one case that passes and one that fails. An area of the catalogue without a line here fails. */
const proofs: Readonly<Record<string, (rule: AdviceRule) => void>> = {
  check: ({ id, record, passTitle }) => {
    const folder = record.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
    const own = goldens.filter(({ file }) => file.startsWith(`src/checks/${folder}/`));
    assert.ok(own.some(({ states }) => states[id] === 'fail'), 'fails in some golden file');
    assert.ok(own.some(({ states }) => (states[id] ?? 'pass') === 'pass'), 'passes in some golden file');
    assert.notEqual(passTitle, undefined, 'a check says when all is well');
  },
  // Advice has no pass: one case shows it, and one that comes close is silent. For TLS reports the result type is the case; sessions that succeeded are silent.
  dmarc: ({ id, passTitle }) => {
    assert.ok(Object.hasOwn(adviceCases, id) || Object.values(tlsRules).some(rule => rule.id === id), 'has its cases in diagnose.test.ts');
    assert.equal(passTitle, undefined, 'advice is silent when all is well');
  },
};

suite('every finding of every area is stable, explained and shown', () => {
  test('the walk saw all areas', () => {
    assert.ok(ids.size > 120 && goldens.length > 150, `${ids.size} ids, ${goldens.length} files`);
    assert.deepEqual([...new Set(findingCatalogue.map(({ area }) => area))].toSorted(), Object.keys(proofs).toSorted());
  });
  test('no id is declared twice', () => assert.equal(ids.size, findingCatalogue.length));
  for (const rule of findingCatalogue) {
    test(rule.id, () => {
      proofs[rule.area]!(rule);
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
