import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { gzipSync } from 'node:zlib';
import { RecordMemory } from '../parse/xml-repeats.ts';
import { SLICE_ROWS } from '../store/slices.ts';
import { reportXml, type MadeRecord } from '../store/store.sample.ts';
import { readMessage } from './read-message.ts';
import { ReadingFailed, type Listen, type Said } from './shapes.ts';
import { createReportThreads } from './threads.ts';

const BEGIN = Date.UTC(2026, 0, 10);
const NOW = Date.UTC(2026, 0, 15);
const never = new AbortController().signal;
const manyRecords = (count: number): MadeRecord[] => Array.from({ length: count }, (_, at) => ({ ip: `11.${at >> 16}.${at >> 8 & 255}.${at & 255}`, count: 1 }));
const toRead = (bytes: Uint8Array) => ({ bytes, name: 'report.xml', now: NOW });
const report = (domain: string, records: readonly MadeRecord[] = [{ ip: '192.0.2.1', count: 1 }]) => reportXml({ domain, begin: BEGIN, records });

/** Answers everything with yes, and remembers what was said. */
function listener(answer: (said: Said) => boolean = () => true): { listen: Listen; said: Said[] } {
  const said: Said[] = [];
  return { said, listen: one => Promise.resolve(said.push(one) > 0 && answer(one)) };
}

suite('messages are read in threads', () => {
  test('which say what a reading on the own thread says, a large report in slices that together are the report', async () => {
    const bytes = gzipSync(report('example.com', manyRecords(2.5 * SLICE_ROWS)));
    const [here, there] = [listener(), listener()];
    const ends = [await readMessage(toRead(bytes), new RecordMemory(), here.listen), await createReportThreads().read(toRead(bytes), there.listen, never)];
    assert.deepEqual(ends[1], ends[0]);
    assert.deepEqual(there.said, here.said);
    assert.deepEqual(there.said.map(({ says }) => says), ['wants', 'large', 'slice', 'slice', 'slice', 'whole']);
    assert.equal(there.said.reduce((rows, said) => rows + (said.says === 'slice' ? said.slice.rows.length : 0), 0), 2.5 * SLICE_ROWS);
  });

  test('which wait for each answer: nothing is said before the last was answered', async () => {
    let open = 0;
    const most: number[] = [];
    const listen: Listen = async () => {
      most.push(++open);
      await new Promise(resolve => { setTimeout(resolve, 2); });
      open--;
      return true;
    };
    await createReportThreads().read(toRead(report('example.com', manyRecords(3 * SLICE_ROWS))), listen, never);
    assert.deepEqual([Math.max(...most), most.length], [1, 6]);
  });

  test('of a report that is not wanted nothing is said but its heading, and its records are not read', async () => {
    const { listen, said } = listener(one => one.says !== 'wants');
    // What follows the head is an attack, which would be refused.
    const bytes = Buffer.concat([report('stranger.example', manyRecords(5000)).subarray(0, 300_000), Buffer.from('<!DOCTYPE a>')]);
    const { unwanted, refusals } = await createReportThreads().read(toRead(bytes), listen, never);
    assert.deepEqual([said, unwanted, refusals], [[{ says: 'wants', domain: 'stranger.example' }], [{ kind: 'aggregate', domain: 'stranger.example', organization: 'google.com' }], []]);
  });

  test('of the rows of a report that is not wanted any more none is sent', async () => {
    const { listen, said } = listener(one => one.says !== 'large');
    await createReportThreads().read(toRead(report('example.com', manyRecords(2500))), listen, never);
    assert.deepEqual(said.map(({ says }) => says), ['wants', 'large']);
  });

  test('one that takes more memory than it may fails by name, and the next is read by another thread', async () => {
    const threads = createReportThreads({ threads: 1, maxHeapMb: 24 });
    await assert.rejects(threads.read(toRead(report('example.com', manyRecords(200_000))), listener().listen, never), (error: Error) => error instanceof ReadingFailed && /memory/.test(error.message));
    const { listen, said } = listener();
    await threads.read(toRead(report('example.com')), listen, never);
    assert.equal(said.length, 1);
  });

  test('one that takes longer than it may fails by name', async () => {
    const threads = createReportThreads({ deadlineMs: 10 });
    await assert.rejects(threads.read(toRead(report('example.com', manyRecords(20_000))), listener().listen, never), (error: Error) => error instanceof ReadingFailed && /longer than 0.01 seconds/.test(error.message));
  });

  test('one that is stopped ends at once, also while it waits for an answer', async () => {
    const stop = new AbortController();
    const threads = createReportThreads({ threads: 1 });
    const reading = threads.read(toRead(report('example.com', manyRecords(3000))), async () => { stop.abort(); return true; }, stop.signal);
    await assert.rejects(reading, ReadingFailed);
    const { listen, said } = listener();
    await threads.read(toRead(report('example.com')), listen, never);
    assert.equal(said.length, 1);
  });

  test('a fault of the listener ends the reading with that fault', async () => {
    const threads = createReportThreads({ threads: 1 });
    await assert.rejects(threads.read(toRead(report('example.com')), () => Promise.reject(new Error('the disk is full')), never), /the disk is full/);
  });

  test('no more at once than there are threads; the others wait for their turn', async () => {
    let [reading, most] = [0, 0];
    const listen: Listen = async ({ says }) => {
      if (says === 'wants') most = Math.max(most, ++reading);
      await new Promise(resolve => { setTimeout(resolve, 5); });
      if (says === 'whole') reading--;
      return true;
    };
    const threads = createReportThreads({ threads: 2 });
    await Promise.all(Array.from({ length: 6 }, () => threads.read(toRead(report('example.com', manyRecords(1500))), listen, never)));
    assert.equal(most, 2);
  });
});
