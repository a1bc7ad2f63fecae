import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { pasteIfSound } from './rewrite.ts';

suite('a record is offered for pasting only where it lets the owner\'s servers send, and not everybody', () => {
  const cases: [value: string, offered: boolean][] = [
    ['v=spf1 mx -all', true],
    ['v=spf1 include:_spf.example.org ~all', true],
    ['v=spf1 -all', false],
    ['v=spf1 ~all', false],
    ['v=spf1 -mx -all', false],
    ['v=spf1 mx all', false],
    ['v=spf1 mx +all', false],
  ];
  for (const [value, offered] of cases) test(value, () => assert.equal(pasteIfSound('example.org', value)?.value, offered ? value : undefined));
});
