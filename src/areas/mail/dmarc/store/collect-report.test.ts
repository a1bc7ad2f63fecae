import assert from 'node:assert/strict';
import test from 'node:test';
import { readReports } from '../parse/read.ts';
import { ReportCollector } from './collect-report.ts';
import { reportXml } from './store.sample.ts';

const BEGIN = Date.UTC(2026, 0, 10);
const ROWS_A_PIECE = 1000;

/** What becomes of a report with so many records, each varied by `vary`. */
async function collected(records: number, vary: (at: number) => { headerFrom: string; sourceIp?: string }): Promise<string> {
  const collector = new ReportCollector();
  const ends: string[] = [];
  await readReports([reportXml({ domain: 'example.com', begin: BEGIN, records: [{ ip: '192.0.2.1', count: 1 }] })], { name: 'one', now: BEGIN }, reading => {
    if (reading.event === 'rows') {
      const row = reading.rows[0]!;
      for (let at = 0; at < records; at += ROWS_A_PIECE) collector.add({ ...reading, rows: Array.from({ length: ROWS_A_PIECE }, (_, i) => {
        const { headerFrom, ...varied } = vary(at + i);
        return { ...row, ...varied, results: { ...row.results, headerFrom } };
      }) });
    } else {
      const report = collector.add(reading);
      if (report !== null) ends.push(report === 'too_varied' ? report : report.kind === 'aggregate' ? `aggregate of ${report.rows.length} with ${report.tuples.length} results` : report.kind);
    }
  });
  return ends.join();
}

test('a report has the same content in whatever pieces it comes', async () => {
  const records = Array.from({ length: 200 }, (_, at) => ({ ip: `192.0.2.${at % 50}`, count: at, headerFrom: `${at % 7}.example.com` }));
  const bytes = reportXml({ domain: 'example.com', begin: BEGIN, records });
  const hashes = new Set<string>();
  for (const step of [100, 5000, bytes.length]) {
    const collector = new ReportCollector();
    const pieces = Array.from({ length: Math.ceil(bytes.length / step) }, (_, at) => bytes.subarray(at * step, (at + 1) * step));
    await readReports(pieces, { name: 'one', now: BEGIN + 48 * 3_600_000 }, reading => {
      const report = collector.add(reading);
      if (report !== null && report !== 'too_varied') hashes.add(report.contentHash);
    });
  }
  assert.equal(hashes.size, 1);
});

test('a report of many records with the results that domains have is whole', async () => {
  assert.equal(await collected(200_000, at => ({ sourceIp: `10.${at >> 16}.${at >> 8 & 255}.${at & 255}`, headerFrom: `${at % 50}.example.com` })), 'aggregate of 200000 with 50 results');
});

test('of one whose every record is another result each message is kept, and what was decided of those beyond the first five thousand results', async () => {
  assert.equal(await collected(40_000, at => ({ sourceIp: `10.${at >> 16}.${at >> 8 & 255}.${at & 255}`, headerFrom: `${at}.${'a'.repeat(2000)}.example.com` })), 'aggregate of 40000 with 5001 results');
});

test('one of more addresses than any is given up before it takes the memory of the service', async () => {
  assert.equal(await collected(900_000, at => ({ sourceIp: `${10 + (at >> 24)}.${at >> 16 & 255}.${at >> 8 & 255}.${at & 255}`, headerFrom: 'example.com' })), 'too_varied');
});
