import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, basename } from 'node:path';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { refusals, warnings } from './shapes.ts';
import { readingsOf, type FlatReading } from './testing.ts';
import { RecordMemory } from './xml-repeats.ts';

const golden = new URL('../golden/', import.meta.url).pathname;

/** One way in which a file differs from a well-made report, and what must be read from it. */
interface Case {
  name: string;
  says: string;
  file: string;
  bytes: Buffer;
  readings: FlatReading[];
}

const deviations = readdirSync(`${golden}deviations`).map((name): Case => {
  const folder = `${golden}deviations/${name}/`;
  const file = readdirSync(folder).find(one => one.startsWith('input'))!;
  return { name, file, bytes: readFileSync(folder + file), ...(JSON.parse(readFileSync(`${folder}expected.json`, 'utf8')) as { says: string; readings: FlatReading[] }) };
});

suite('every known deviation is read right, or refused by name', () => {
  test('the walk saw them', () => assert.ok(deviations.length >= 160));
  for (const { name, says, file, bytes, readings } of deviations) test(`${name}: ${says}`, async () => assert.deepEqual(await readingsOf(bytes, file), readings));
});

suite('reports of large receivers, as they came', () => {
  const expected = JSON.parse(readFileSync(`${golden}samples.json`, 'utf8')) as Record<string, FlatReading[]>;
  const files = globSync('samples/*/*.{xml,json}', { cwd: golden });
  test('each has its expected readings', () => assert.deepEqual(files.toSorted(), Object.keys(expected).toSorted()));
  for (const file of files) {
    test(`${basename(dirname(file))}/${basename(file)}`, async () => assert.deepEqual(await readingsOf(readFileSync(golden + file), basename(file)), expected[file]));
  }
});

suite('what is read does not depend on the pieces in which bytes arrive', () => {
  for (const step of [1, 7, 1000]) {
    test(`pieces of ${step}`, async () => {
      for (const { name, file, bytes, readings } of deviations) {
        if (bytes.length / step < 20_000) assert.deepEqual(await readingsOf(bytes, file, { step }), readings, name);
      }
    });
  }
});

test('each warning and each reason happens in some file', () => {
  const all = deviations.flatMap(({ readings }) => readings);
  const reported = new Set(all.flatMap(reading => (reading.event === 'warning' ? reading.code : reading.event === 'report' ? reading.report.warnings : [])));
  const refused = new Set(all.flatMap(reading => (reading.event === 'refused' ? reading.reason : [])));
  // part_refused is said of a whole file; the others need large files or none (limits.test.ts and the command's own test).
  assert.deepEqual(Object.keys(warnings).filter(code => !reported.has(code as never)), ['part_refused']);
  assert.deepEqual(Object.keys(refusals).filter(reason => !refused.has(reason as never)), ['file_unreadable', 'inflates_too_far', 'too_large', 'too_many_records']);
});

test('what is read does not depend on the files that were read before', async () => {
  const memory = new RecordMemory();
  const files = [...deviations, ...deviations.toReversed()];
  for (const { name, file, bytes, readings } of files) assert.deepEqual(await readingsOf(bytes, file, { memory }), readings, name);
});

test('any change to the bytes of a file ends in a report or a refusal, whatever the pieces and whatever was read before', async () => {
  const change = fc.record({ at: fc.nat(), kind: fc.constantFrom('set', 'insert', 'delete', 'cut', 'repeat'), byte: fc.nat(255), length: fc.integer({ min: 1, max: 64 }) });
  const small = deviations.filter(({ bytes }) => bytes.length < 4000);
  const memory = new RecordMemory();
  await fc.assert(fc.asyncProperty(fc.constantFrom(...small), fc.array(change, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 3000 }), async ({ bytes, file }, changes, step) => {
    const changed = changes.reduce<Buffer>(applied, bytes);
    const readings = await readingsOf(changed, file);
    assert.ok(readings.some(({ event }) => event === 'report' || event === 'refused'));
    assert.deepEqual(await readingsOf(changed, file, { step }), readings);
    assert.deepEqual(await readingsOf(changed, file, { memory }), readings);
    assert.deepEqual(await readingsOf(changed, file, { memory, step: 300 + step }), readings);
  }), { seed: 9990, numRuns: 1500 });
});

function applied(bytes: Buffer, { at, kind, byte, length }: { at: number; kind: string; byte: number; length: number }): Buffer {
  const index = bytes.length === 0 ? 0 : at % bytes.length;
  const [head, tail] = [bytes.subarray(0, index), bytes.subarray(index)];
  if (kind === 'cut') return head;
  if (kind === 'delete') return Buffer.concat([head, tail.subarray(length)]);
  if (kind === 'repeat') return Buffer.concat([head, tail.subarray(0, length), tail]);
  return Buffer.concat([head, Buffer.alloc(kind === 'insert' ? length : 1, byte), kind === 'insert' ? tail : tail.subarray(1)]);
}

test('the guide explains every code', () => {
  const guide = readFileSync(new URL('../../../../../docs/how-to/dmarc-reports.md', import.meta.url), 'utf8');
  const lines = Object.entries({ ...refusals, ...warnings }).map(([code, means]) => `| \`${code}\` | ${means} |`);
  assert.deepEqual(lines.filter(line => !guide.includes(line)), []);
});
