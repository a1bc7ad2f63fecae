import { readReports } from './read.ts';
import type { Reading } from './shapes.ts';

/** When the tests read their files. */
export const NOW = Date.UTC(2026, 0, 15);

/** All readings of `bytes`, given in pieces of `step` bytes; rows that follow each other stand together. */
export async function readingsOf(bytes: Buffer, name: string, step = 1 << 16): Promise<Reading[]> {
  const readings: Reading[] = [];
  await readReports(inPieces(bytes, step), { name, now: NOW }, reading => {
    const last = readings.at(-1);
    if (reading.event === 'rows' && last?.event === 'rows') last.rows.push(...reading.rows);
    else readings.push(reading);
  });
  return readings;
}

function* inPieces(bytes: Buffer, step: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
}
