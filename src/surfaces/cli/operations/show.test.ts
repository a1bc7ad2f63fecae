import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { renderReply } from './show.ts';
import { renderTable } from './table.ts';

const plain = (_format: unknown, text: string) => text;
const wide = { columns: null, paint: plain };
const rows = [
  { id: 'dom_1', name: 'a.example', tags: ['x', 'y'], watched: true, score: 0, checkedAt: '2026-01-02T03:04:05.678Z', worst: null, deep: [{ a: 1 }], subject: { type: 'domain', label: 'A' } },
  { id: 'dom_2', name: 'a-very-long-name-that-needs-a-lot-of-room.example', tags: [], watched: false, score: 12, checkedAt: null, worst: null, deep: [], subject: { type: 'domain', label: 'B' } },
];

suite('a list is a table', () => {
  test('as wide as it gets where nobody looks: whole values, exact columns', () => {
    assert.deepEqual(renderTable(rows, wide), {
      lines: [
        'id     name                                               tags  watched  score  checkedAt             subject',
        'dom_1  a.example                                          x, y  yes      0      2026-01-02 03:04:05Z  A',
        'dom_2  a-very-long-name-that-needs-a-lot-of-room.example        no       12                           B',
      ],
      leftOut: ['worst', 'deep'],
    });
  });
  for (const columns of [20, 40, 60, 80, 100, 200]) {
    test(`never wider than ${columns} columns, and says what found no place`, () => {
      const { lines, leftOut } = renderTable(rows, { columns, paint: plain });
      assert.ok(lines.every(line => line.length <= columns), lines.join('\n'));
      const shown = lines[0]!.split(/ {2,}/);
      assert.deepEqual([...shown, ...leftOut].toSorted(), Object.keys(rows[0]!).toSorted());
    });
  }
  test('the columns that were chosen, all of them and in their order, cut to what there is room for', () => {
    assert.deepEqual(renderTable(rows, { columns: 20, paint: plain, chosen: ['score', 'name'] }), {
      lines: ['score  name', '0      a.example', '12     a-very-long-…'], leftOut: [],
    });
  });
  test('what is the same under two names is shown once', () => {
    const { lines, leftOut } = renderTable([{ name: 'a.example', unicodeName: 'a.example' }, { name: 'b.example', unicodeName: 'b.example' }], wide);
    assert.deepEqual([lines, leftOut], [['name', 'a.example', 'b.example'], ['unicodeName']]);
    assert.equal(renderTable([{ name: 'xn--bcher-kva.example', unicodeName: 'bücher.example' }], wide).leftOut.length, 0);
  });
  test('what could steer the terminal is made visible', () => assert.match(renderTable([{ id: 'a\u001b[31mb' }], wide).lines[1]!, /^a\\x1b\[31mb$/));
});

suite('one thing is a name and a value a line', () => {
  test('with what lies deeper below it', () => {
    assert.deepEqual(renderReply({ success: true, data: { id: 'x', none: null, tags: ['a', 'b'], run: { done: 1 }, parts: [{ name: 'p', size: 2 }, { name: 'q', size: 3 }], mixed: [1, { a: 2 }] }, key: 'svc_1' }, wide).lines, [
      'id    x', 'none  -', 'tags  a, b', 'run', '  done 1', 'parts 2', '- name p', '  size 2', '- name q', '  size 3', 'mixed [1,{"a":2}]', 'key svc_1',
    ]);
  });
  test('a reply without data shows its members', () => assert.deepEqual(renderReply({ success: true, domain: 'a.example', score: 3 }, wide).lines, ['domain a.example', 'score  3']));
  test('an empty list shows nothing', () => assert.deepEqual(renderReply({ success: true, data: [], nextCursor: null }, wide), { lines: [], leftOut: [] }));
  test('long values are wrapped where somebody looks', () => {
    const { lines } = renderReply({ data: { text: 'word '.repeat(30).trim() } }, { columns: 40, paint: plain });
    assert.ok(lines.length > 3 && lines.every(line => line.length <= 40));
  });
});
