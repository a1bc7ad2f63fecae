import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { ImportInput, readImport } from './import-lines.ts';

const read = (csv: string) => readImport({ csv });

suite('each line of an import is judged by itself', () => {
  const cases: [says: string, csv: string, expected: object[]][] = [
    ['a name is enough', 'Example.ORG.', [{ line: 1, name: 'example.org', reason: null, tags: [], group: null, client: null, note: null }]],
    ['all five fields', 'a.example,Shop; eu|b,Web shops,Miller,"By hand, yearly"', [{ name: 'a.example', tags: ['shop', 'eu', 'b'], group: 'Web shops', client: 'Miller', note: 'By hand, yearly' }]],
    ['columns that the first line names, in any order', 'note,domain,score\nmine,a.example,97', [{ line: 2, name: 'a.example', note: 'mine', tags: [] }]],
    ['an internationalised name', 'bücher.example', [{ name: 'xn--bcher-kva.example', reason: null }]],
    ['a URL', 'https://a.example/x\nb.example', [{ line: 1, reason: 'This is a URL. Give the bare domain name. Did you mean a.example?' }, { line: 2, name: 'b.example', reason: null }]],
    ['a field too many', 'a.example,,,,,x', [{ name: 'a.example', reason: 'The line has 6 fields, not 5.' }]],
    ['quotes that do not close', '"a.example', [{ line: 1, reason: 'The quotes of the line do not close.' }]],
    ['a tag that is too long', `a.example,${'t'.repeat(51)}`, [{ name: 'a.example', reason: /^tags\.0: / }]],
    ['more tags than there may be', `a.example,${Array.from({ length: 21 }, (_, at) => `t${at}`).join(';')}`, [{ reason: /^tags: / }]],
    ['a guarded formula', 'a.example,,\'=group', [{ group: '=group' }]],
  ];
  for (const [says, csv, expected] of cases) {
    test(says, () => {
      const lines = read(csv);
      assert.equal(lines.length, expected.length);
      for (const [at, { reason, ...fields }] of (expected as { reason?: string | RegExp | null }[]).entries()) {
        assert.partialDeepStrictEqual(lines[at], fields);
        if (reason instanceof RegExp) assert.match(lines[at]!.reason!, reason);
        else if (reason !== undefined) assert.equal(lines[at]!.reason, reason);
      }
    });
  }
  test('a list says the same as a file', () => {
    const list = readImport(ImportInput.parse({ domains: ['a.example', { name: 'b.example', tags: ['X'], group: 'G', note: '' }, 'b'] }));
    assert.deepEqual(list, read('a.example\nb.example,x,G\nb'));
  });
  for (const given of [{}, { domains: ['a.example'], csv: 'a.example' }, { domains: [] }, { csv: '' }]) {
    test(`${JSON.stringify(given)} is no import`, () => assert.equal(ImportInput.safeParse(given).success, false));
  }
});
