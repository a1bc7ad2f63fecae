import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { flowOf, type Source } from './flow.ts';

const source = (id: string, messages: number, { dkim = 0, spf = 0, aligned = 0 } = {}): Source => ({ id, name: id, class: 'own', messages, passed: dkim + spf - aligned, dkim, spf, aligned });

suite('the flow from sources to what receivers did', () => {
  test('parts messages by what is aligned, each once', () => {
    const { sources, outcomes } = flowOf([source('a', 100, { dkim: 60, spf: 50, aligned: 40 })], []);
    assert.deepEqual(sources, [{ id: 'a', name: 'a', class: 'own', messages: 100, both: 40, dkim: 20, spf: 10, none: 30 }]);
    assert.deepEqual(outcomes.map(({ aligned, messages }) => [aligned, messages]), [['both', 40], ['dkim', 20], ['spf', 10], ['none', 30]]);
  });

  test('joins all but the eight largest sources with their number, and counts all of them', () => {
    const all = [...Array.from({ length: 11 }, (_, at) => source(`s${at}`, 10 + at, { dkim: at })), source('silent', 0)];
    const { sources, others, outcomes } = flowOf(all, []);
    assert.deepEqual(sources.map(({ id }) => id), ['s10', 's9', 's8', 's7', 's6', 's5', 's4', 's3']);
    assert.deepEqual(others, { senders: 3, messages: 33, both: 0, dkim: 3, spf: 0, none: 30 });
    assert.equal(outcomes.reduce((sum, { messages }) => sum + messages, 0), all.reduce((sum, { messages }) => sum + messages, 0));
    assert.equal(flowOf(all.slice(0, 8), []).others, null);
  });

  test('what receivers did not say, and what is kept no longer, is unknown, not delivered', () => {
    const { outcomes } = flowOf([source('a', 100)], [
      { aligned: 'none', outcome: 'reject', messages: 40 }, { aligned: 'none', outcome: 'unknown', messages: 5 }, { aligned: 'none', outcome: 'none', messages: 10 }, { aligned: 'both', outcome: 'none', messages: 7 },
    ]);
    assert.deepEqual(outcomes, [{ aligned: 'none', messages: 100, none: 10, quarantine: 0, reject: 40, unknown: 50 }]);
  });
});
