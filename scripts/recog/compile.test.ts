import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { parametersOf } from '../../src/areas/threats/exposure/services/recog/match.ts';
import { fingerprintsFile, sourceDatabases } from './compile.ts';
import type { Example, SourceFingerprint } from './database.ts';

const LEAST_SHARE = 0.995;

/** Those whose examples are known not to match, or whose pattern V8 does not take: none so far. */
const known: readonly string[] = [];

suite("Recog's fingerprints work in V8 as they were written", () => {
  const databases = sourceDatabases();
  const fingerprints = databases.flatMap(database => database.fingerprints);

  test('the whole of Recog is read', () => {
    assert.equal(databases.length, 50);
    assert.ok(fingerprints.length > 4600, `${fingerprints.length}`);
  });

  test('every pattern compiles, but those that are named', () => {
    assert.deepEqual(fingerprints.filter(({ compiled }) => !compiled).map(({ pattern }) => pattern), known);
  });

  test('of their own examples at least 99.5 % give what they say', t => {
    const examples = fingerprints.filter(({ compiled }) => compiled).flatMap(fingerprint => fingerprint.examples.map(example => ({ fingerprint, example })));
    const wrong = examples.filter(({ fingerprint, example }) => !givesWhatItSays(fingerprint, example));
    t.diagnostic(`${examples.length - wrong.length} of ${examples.length}`);
    assert.ok(examples.length > 7400, `${examples.length}`);
    assert.ok(1 - wrong.length / examples.length >= LEAST_SHARE, wrong.map(({ fingerprint, example }) => `${fingerprint.pattern} on ${JSON.stringify(example.text)}`).join('\n'));
  });

  test('what the program loads is made of them', () => {
    assert.equal(readFileSync(new URL('../../src/areas/threats/exposure/services/recog/fingerprints.json', import.meta.url), 'utf8'), fingerprintsFile());
  });
});

function givesWhatItSays({ compiled }: SourceFingerprint, { text, expected }: Example): boolean {
  const [source, flags, params] = compiled!;
  const match = new RegExp(source, flags).exec(text);
  if (!match) return false;
  const found = parametersOf(params, match);
  return Object.entries(expected).every(([name, value]) => (found[name] ?? '') === value);
}
