import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { stepsOf } from './steps.ts';

const updates = (...events: [name: string, data: unknown][]) => events.map(([name, data], at) => ({ id: String(at), name, data }));

suite('what a run reported', () => {
  test('is put into words in its order, equal lines in one', () => {
    const events = updates(['run', {}], ['started', {}], ['progress', { done: 0, total: 2, step: 'scan' }], ['record', { name: 'spf' }], ['record', { name: 'mx' }], ['part', {}], ['part', {}], ['progress', { done: 2, total: 2, step: null }]);
    const steps = stepsOf(events, { scan: 'Scanning the domain' }, (name, data) => (name === 'record' ? (data as { name: string }).name.toUpperCase() : null));
    assert.deepEqual(steps.map(({ title, note, count }) => [title, note, count]), [
      ['Started', '', 1], ['Scanning the domain', '0 of 2 done', 1], ['Records received', 'SPF, MX', 1], ['A part of the result', '', 2], ['2 of 2 done', '', 1],
    ]);
  });
});
