import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { recordsOf } from './landed.ts';

suite('what a scan reported', () => {
  test('holds the records that landed, the later one where it came twice', () => {
    const events = [{ name: 'record', data: { name: 'spf', record: { status: 'error' } } }, { name: 'record', data: { name: 'spf', record: { status: 'ok' } } }, { name: 'part', data: {} }];
    assert.deepEqual(recordsOf(events), { spf: { status: 'ok' } });
  });
});
