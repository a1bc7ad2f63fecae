import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { shorten } from './short-form.ts';

const finding = (state: string, at: number) => ({ id: `f.${at}`, severity: 'low', state, title: `Finding ${at}`, evidence: ['x'.repeat(50)] });
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

suite('the short form of a reply', () => {
  const cases: [says: string, reply: unknown, short: unknown, omitted: string[]][] = [
    ['what is short stays as it is', { success: true, data: { tags: ['a'] } }, { success: true, data: { tags: ['a'] } }, []],
    ['a long text is cut, and marked', { text: 'x'.repeat(5000) }, { text: `${'x'.repeat(4000)}…` }, ['text: 4000 of 5000 characters']],
    ['no half of a surrogate pair is left', { text: `${'x'.repeat(3999)}😀${'y'.repeat(9)}` }, { text: `${'x'.repeat(3999)}…` }, ['text: 4000 of 4010 characters']],
    [
      'findings that pass or do not apply are left out', { findings: [finding('pass', 1), finding('fail', 2), finding('notApplicable', 3), finding('unknown', 4)] },
      { findings: [finding('fail', 2), finding('unknown', 4)] }, ['findings: 2 of 2 shown, and 2 left out that pass or do not apply'],
    ],
    [
      'lists further down are cut before those near the top', { top: Array.from({ length: 50 }, (_, at) => at), a: { b: { deep: Array.from({ length: 50 }, (_, at) => at) } } },
      { top: Array.from({ length: 50 }, (_, at) => at), a: { b: { deep: Array.from({ length: 20 }, (_, at) => at) } } }, ['a.b.deep: 20 of 50 shown'],
    ],
  ];
  for (const [says, reply, short, omitted] of cases) test(says, () => assert.deepEqual(shorten(reply), { value: short, omitted }));

  test('every row of a page is there, whatever the rows hold, because the cursor goes on behind the last', () => {
    const data = Array.from({ length: 200 }, (_, id) => ({ id, names: Array.from({ length: 30 }, () => 'name'.repeat(20)) }));
    const { value, omitted } = shorten({ success: true, data, nextCursor: 'c' });
    assert.deepEqual((value as { data: { id: number }[] }).data.map(({ id }) => id), data.map(({ id }) => id));
    assert.match(omitted[0]!, /^data\[\]\.names: \d+ of 6000 shown$/);
  });

  test('a reply with far too much is brought down to some 16 KiB', () => {
    const findings = Array.from({ length: 500 }, (_, at) => finding(at % 3 === 0 ? 'fail' : 'pass', at));
    const records = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`record${at}`, { lists: Array.from({ length: 400 }, () => 'x'.repeat(200)) }]));
    assert.ok(bytesOf(shorten({ findings, records }).value) < 17_000);
  });

  test('for any JSON each member keeps its type, and what is left out is told of', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), reply => {
      const { value, omitted } = shorten(reply);
      assertAlike(value, reply);
      assert.equal(JSON.stringify(value) === JSON.stringify(reply), omitted.length === 0);
    }), { numRuns: 200 });
  });
});

/** `short` has the members of `whole`, of the same types. */
function assertAlike(short: unknown, whole: unknown): void {
  assert.equal(Array.isArray(short), Array.isArray(whole));
  assert.equal(typeof short, typeof whole);
  if (Array.isArray(short)) assert.ok(short.length <= (whole as unknown[]).length);
  else if (short !== null && typeof short === 'object') {
    assert.deepEqual(Object.keys(short), Object.keys(whole as object));
    for (const [name, member] of Object.entries(short)) assertAlike(member, (whole as Record<string, unknown>)[name]);
  }
}
