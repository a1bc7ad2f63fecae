import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { evidenceOf } from './evidence.ts';

suite('evidence is short, readable and names nobody', () => {
  const cases: [what: string, sent: string, expected: string][] = [
    ['control characters are escaped', 'a\r\nb\x00\x1b[31m\xff', 'a\\r\\nb\\x00\\x1b[31m\\xff'],
    ['addresses of people are left out', '220 ask admin@example.org for help', '220 ask <address> for help'],
    ['long tokens are left out', `id ${'0a1b'.repeat(12)} end`, 'id <token> end'],
    ['the end is cut', 'ab '.repeat(200), 'ab '.repeat(86).slice(0, 256)],
  ];
  for (const [what, sent, expected] of cases) test(what, () => assert.equal(evidenceOf('greeting', sent).text, expected));
});
