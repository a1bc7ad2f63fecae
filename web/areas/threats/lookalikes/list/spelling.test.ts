import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { differing } from './spelling.ts';

suite('what differs between a name and the one that it may pass for', () => {
  for (const [says, name, parts] of [
    ['a letter of the same shape', 'harb0rbank.example', ['harb', '0', 'rbank.example']],
    ['a letter of another script', 'h\u0430rborbank.example', ['h', '\u0430', 'rborbank.example']],
    ['a word added', 'harborbank-login.example', ['harborbank', '-login', '.example']],
    ['two letters swapped', 'harbrobank.example', ['harb', 'ro', 'bank.example']],
    ['one letter doubled', 'harborrbank.example', ['harbor', 'r', 'bank.example']],
    ['one letter left out leaves nothing to mark', 'harborbnk.example', ['harborb', '', 'nk.example']],
    ['another ending', 'harborbank.net', ['harborbank.', 'net', '']],
    ['a letter of two code units', '\u{1d5c1}arborbank.example', ['', '\u{1d5c1}', 'arborbank.example']],
    ['the same', 'harborbank.example', ['harborbank.example', '', '']],
    ['everything', 'other.test', ['', 'other.test', '']],
  ] as const) {
    test(says, () => assert.deepEqual(differing(name, 'harborbank.example'), parts));
  }
});
