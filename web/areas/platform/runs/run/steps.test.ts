import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { recordsOf, stepsOf } from './steps.ts';

const told = (...events: [name: string, data: unknown][]) => events.map(([name, data], at) => ({ id: String(at), name, data }));

suite('what a run told', () => {
  test('is put into words in its order, equal lines in one', () => {
    const steps = stepsOf(told(['run', {}], ['started', {}], ['progress', { done: 0, total: 2, step: 'look' }], ['record', { name: 'spf', record: {} }], ['record', { name: 'mx', record: {} }], ['part', {}], ['part', {}], ['progress', { done: 2, total: 2, step: null }]));
    assert.deepEqual(steps.map(({ title, note, count }) => [title, note, count]), [
      ['Begun', '', 1], ['Looking at the domain', '0 of 2 done', 1], ['Records that landed', 'SPF, MX', 1], ['A part of the result', '', 2], ['2 of 2 done', '', 1],
    ]);
  });
  test('holds the records that landed, the later one where it came twice', () => {
    const records = recordsOf(told(['record', { name: 'spf', record: { status: 'error' } }], ['record', { name: 'spf', record: { status: 'ok' } }], ['part', {}]));
    assert.deepEqual(records, { spf: { status: 'ok' } });
  });
});
