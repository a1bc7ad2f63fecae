import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { csvLine, parseCsv, unguarded } from './csv.ts';

suite('lines of CSV are read', () => {
  const cases: [says: string, text: string, lines: [line: number, fields: string[] | null][]][] = [
    ['nothing', '', []],
    ['line ends of all kinds, the last one may be missing', 'a\nb\r\nc\rd', [[1, ['a']], [2, ['b']], [3, ['c']], [4, ['d']]]],
    ['empty lines are counted, not given', '\n a ,\n\n,,\nb', [[2, [' a ', '']], [5, ['b']]]],
    ['a byte order mark is none of the text', '\ufeffa,b', [[1, ['a', 'b']]]],
    ['quotes hold separators, quotes and line breaks', '"a,""b""","c\r\nd"\ne', [[1, ['a,"b"', 'c\r\nd']], [3, ['e']]]],
    ['quotes inside a field are text', 'a"b,c', [[1, ['a"b', 'c']]]],
    ['tabs part the fields where the first line has any', 'a\tb,c\nd\te', [[1, ['a', 'b,c']], [2, ['d', 'e']]]],
    ['a quote that does not close spoils its own line only', 'a\n"b\nc', [[1, ['a']], [2, null], [3, ['c']]]],
    ['text behind a quote spoils its own line only', '"a"b,c\nd', [[1, null], [2, ['d']]]],
  ];
  for (const [says, text, lines] of cases) test(says, () => assert.deepEqual(parseCsv(text).map(({ line, fields }) => [line, fields]), lines));

  test('whatever the text is', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '\t', ' ', 'é') }), text => {
      const lines = parseCsv(text);
      assert.deepEqual(lines.map(({ line }) => line), lines.map(({ line }) => line).toSorted((a, b) => a - b));
    }));
  });
});

suite('lines of CSV are written', () => {
  test('as they are read again, whatever is in them', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '\t', ' ', '=', '@', '-', '\'', ';') });
    fc.assert(fc.property(fc.array(field, { minLength: 1, maxLength: 4 }), fields => {
      fc.pre(fields.some(text => text.trim() !== '') && !fields.join().includes('\t') && !fields[0]!.startsWith('\ufeff'));
      assert.deepEqual(parseCsv(csvLine(fields)).map(line => line.fields?.map(unguarded)), [fields]);
    }));
  });
  test('a formula behind a semicolon is none either, for spreadsheets that split there', () => assert.equal(csvLine(['<b>x;=cmd;plain', 'a']), '"<b>x;\'=cmd;plain",a\r\n'));
  for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '\'=1']) {
    test(`${formula} is no formula to a spreadsheet`, () => assert.match(csvLine([formula]), /^'/));
  }
  test('numbers stay numbers, and nothing is empty', () => assert.equal(csvLine([-1, null, 'a']), '-1,,a\r\n'));
});
