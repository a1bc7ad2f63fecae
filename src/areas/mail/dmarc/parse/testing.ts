import { readReports } from './read.ts';
import type { RecordMemory } from './xml-repeats.ts';
import type { AggregateRow, Reading, RecordResults } from './shapes.ts';

/** When the tests read their files. */
export const NOW = Date.UTC(2026, 0, 15);

/** A reading as golden files have it: what a record says stands next to its address. */
export type FlatReading = Exclude<Reading, { event: 'rows' }> | { event: 'rows'; rows: (Omit<AggregateRow, 'results'> & RecordResults)[] };

/** All readings of `bytes`, given in pieces of `step` bytes; rows that follow each other stand together. */
export async function readingsOf(bytes: Buffer, name: string, { step = 1 << 16, ...options }: { step?: number; memory?: RecordMemory } = {}): Promise<FlatReading[]> {
  const readings: FlatReading[] = [];
  await readReports(inPieces(bytes, step), { name, now: NOW, ...options }, reading => {
    const last = readings.at(-1);
    const flat = reading.event === 'rows' ? { ...reading, rows: reading.rows.map(({ results, ...row }) => ({ ...row, ...results })) } : reading;
    if (flat.event === 'rows' && last?.event === 'rows') last.rows.push(...flat.rows);
    else readings.push(flat);
  });
  return readings;
}

function* inPieces(bytes: Buffer, step: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
}
