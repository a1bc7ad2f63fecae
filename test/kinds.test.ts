import assert from 'node:assert/strict';
import test from 'node:test';
import { kindOf, testFiles, type TestKind } from './kinds.ts';

const cases: [file: string, kind: TestKind][] = [
  ['src/core/ip.test.ts', 'unit'],
  ['src/checks/spf/parse.test.ts', 'unit'],
  ['src/areas/domains/events/events.test.ts', 'integration'],
  ['src/areas/domains/inventory/views.test.ts', 'integration'],
  ['src/wire/browser/camera.test.ts', 'integration'],
  ['test/authorization.test.ts', 'integration'],
  ['test/service-kill.test.ts', 'endToEnd'],
  ['test/additions.test.ts', 'endToEnd'],
];

for (const [file, kind] of cases) test(`${file} is of the kind ${kind}`, () => assert.equal(kindOf(file), kind));

test('most files need nothing but themselves', () => {
  const files = testFiles();
  assert.ok(files.filter(file => kindOf(file) === 'unit').length > files.length / 2);
});
