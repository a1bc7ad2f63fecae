import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { differenceOf } from './difference.ts';

const signs = { kept: ' ', added: '+', removed: '-' } as const;

/** The difference as lines of text, so that a case can be read. */
function reported(before: readonly string[], after: readonly string[]): string[] {
  const difference = differenceOf(before, after);
  return difference.shape === 'tags'
    ? difference.tags.map(({ tag, before, after }) => `${tag}: ${before ?? '∅'} → ${after ?? '∅'}`)
    : difference.pieces.map(({ kind, text }) => `${signs[kind]}${text}`);
}

suite('a difference is told in the parts that the record is made of', () => {
  const cases: [name: string, before: string[], after: string[], reported: string[]][] = [
    ['DMARC tag by tag', ['v=DMARC1; p=none; pct=50'], ['v=DMARC1;p=reject; rua=mailto:a@b.example'],
      ['v: DMARC1 → DMARC1', 'p: none → reject', 'pct: 50 → ∅', 'rua: ∅ → mailto:a@b.example']],
    ['a value with equals signs stays whole', ['v=DKIM1; p=MII=='], ['v=DKIM1; p=MIJ=='], ['v: DKIM1 → DKIM1', 'p: MII== → MIJ==']],
    ['SPF term by term, in the order of the record', ['v=spf1 mx include:a.example ~all'], ['v=spf1 include:a.example include:b.example -all'],
      [' v=spf1', '-mx', ' include:a.example', '-~all', '+include:b.example', '+-all']],
    ['a set line by line, whatever the order', ['10 mx1.example', '20 mx2.example'], ['20 mx2.example', '10 mx3.example'],
      ['-10 mx1.example', '+10 mx3.example', ' 20 mx2.example']],
    ['lines about the same thing stand together', ['p=reject', 'rua=mailto:a@b.example'], ['p=none', 'rua=mailto:a@b.example'],
      ['-p=reject', '+p=none', ' rua=mailto:a@b.example']],
    ['a record that appeared', [], ['v=spf1 -all'], ['+v=spf1 -all']],
    ['a record that went', ['v=spf1 -all'], [], ['-v=spf1 -all']],
    ['nothing on both sides', [], [], []],
    ['two SPF records are a set', ['v=spf1 -all'], ['v=spf1 -all', 'v=spf1 mx -all'], [' v=spf1 -all', '+v=spf1 mx -all']],
  ];
  for (const [name, before, after, expected] of cases) test(name, () => assert.deepEqual(reported(before, after), expected));

  test('a record of very many terms is compared in bounded time', () => {
    const long = (word: string) => `v=spf1 ${Array.from({ length: 5000 }, (_, at) => `ip4:${word}${at}`).join(' ')} -all`;
    assert.ok(reported([long('a')], [long('b')]).length <= 1200);
  });
});
