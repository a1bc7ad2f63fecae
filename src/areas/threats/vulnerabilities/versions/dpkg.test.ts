// Our order of package versions beside that of dpkg itself.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import fc from 'fast-check';
import { compareDpkg } from './dpkg.ts';

/** 10,000 before a release. */
const PAIRS = Number(process.env['DSS_TEST_PAIRS'] ?? 1000);

const installed = spawnSync('dpkg', ['--version']).status === 0;
test('random pairs of package versions come out as dpkg has them', { skip: installed ? false : 'dpkg is not installed' }, () => {
  const piece = fc.oneof({ weight: 4, arbitrary: fc.nat(30).map(String) }, fc.constantFrom('.', '~', '+', 'a', 'b', 'p', 'rc', 'Z', '00', '+deb12u', '~bpo', 'dfsg', '+b'));
  const part = fc.array(piece, { maxLength: 6 }).map(parts => parts.join(''));
  const version = fc.tuple(fc.option(fc.nat(3)), fc.nat(20), part, fc.option(part.filter(text => text !== ''))).map(([epoch, first, rest, revision]) => `${epoch === null ? '' : `${epoch}:`}${first}${rest}${revision === null ? '' : `-${revision}`}`);
  const pairs = fc.sample(fc.tuple(version, version), { numRuns: PAIRS, seed: 20_261_124 });
  const script = 'while read -r a b; do if dpkg --compare-versions "$a" lt "$b"; then echo -1; elif dpkg --compare-versions "$a" eq "$b"; then echo 0; else echo 1; fi; done';
  const { stdout } = spawnSync('sh', ['-c', script], { input: pairs.map(([a, b]) => `${a} ${b}\n`).join(''), encoding: 'utf8', maxBuffer: 1024 ** 2 });
  const expected = stdout.trimEnd().split('\n').map(Number);
  assert.equal(expected.length, pairs.length);
  const differing = pairs.filter(([a, b], at) => Math.sign(compareDpkg(a, b)!) !== expected[at]);
  assert.deepEqual(differing, []);
});
