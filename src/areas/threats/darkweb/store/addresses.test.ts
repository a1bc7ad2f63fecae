import assert from 'node:assert/strict';
import test from 'node:test';
import { maskOf } from './addresses.ts';

const cases: readonly [localPart: string, masked: string][] = [['john.nolan', 'j***n@example.com'], ['anna', 'a***a@example.com'], ['abc', 'a***@example.com'], ['bo', 'b***@example.com'], ['x', '***@example.com'], ['zoë.müller', 'z***r@example.com']];

for (const [localPart, masked] of cases) {
  test(`of ${localPart} no more is shown than ${masked}`, () => assert.equal(maskOf(localPart, 'example.com'), masked));
}
