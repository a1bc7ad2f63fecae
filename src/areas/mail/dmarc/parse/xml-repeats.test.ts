import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { readReports } from './read.ts';
import type { AggregateReport, AggregateRow } from './shapes.ts';
import { NOW } from './testing.ts';
import { RecordMemory } from './xml-repeats.ts';

const RECORDS = 100;

/** A report of records that differ in address and count alone; `inRecord` stands in each. */
function reportOf(inRecord: (at: number) => string): Buffer {
  const records = Array.from({ length: RECORDS }, (_, at) => `<record><row><source_ip>192.0.2.${at}</source_ip><count>${at + 1}</count>
    <policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row>${inRecord(at)}</record>`);
  return Buffer.from(`<feedback><report_metadata><org_name>a</org_name><email>a@b.example</email><report_id>1</report_id><date_range><begin>1709683200</begin><end>1709769599</end></date_range>
    </report_metadata><policy_published><domain>example.org</domain></policy_published>${records.join('\n')}</feedback>`);
}

async function readAll(bytes: Buffer, memory: RecordMemory): Promise<{ rows: AggregateRow[]; report: AggregateReport }> {
  const rows: AggregateRow[] = [];
  let report: AggregateReport | null = null;
  await readReports([bytes], { name: 'report', now: NOW, memory }, reading => {
    if (reading.event === 'rows') rows.push(...reading.rows);
    if (reading.event === 'report' && reading.report.kind === 'aggregate') ({ report } = reading);
  });
  return { rows, report: report! };
}

const from = (name: string) => `<identifiers><header_from>${name}</header_from></identifiers>`;

suite('records are remembered by their bytes', () => {
  test('those that say the same have the same results, in this report and in the next, with their own addresses and counts', async () => {
    const memory = new RecordMemory();
    for (const report of [1, 2]) {
      const { rows } = await readAll(reportOf(() => from('example.org')), memory);
      assert.deepEqual(rows.map(({ sourceIp, count }) => [sourceIp, count]), Array.from({ length: RECORDS }, (_, at) => [`192.0.2.${at}`, at + 1]));
      assert.deepEqual(new Set(rows.map(({ results: { headerFrom, dkimAligned, spfAligned } }) => `${headerFrom} ${dkimAligned} ${spfAligned}`)), new Set(['example.org pass fail']));
      assert.ok(new Set(rows.map(({ results }) => results)).size <= (report === 1 ? RECORDS / 2 : 1));
    }
  });

  const odd: Record<string, string> = {
    'a word that no RFC knows': '<auth_results><spf><domain>a.example</domain><result>maybe</result></spf></auth_results>',
    'an unknown element': '<extra>1</extra>',
    'more results than are kept': `<auth_results>${'<spf><domain>a</domain></spf>'.repeat(101)}</auth_results>`,
    'bytes that are not UTF-8': '<identifiers><header_from>\xe9xample.org</header_from></identifiers>',
  };
  for (const [says, inRecord] of Object.entries(odd)) {
    test(`${says} is told of each report in which it stands`, async () => {
      const memory = new RecordMemory();
      const bytes = Buffer.from(reportOf(() => inRecord).toString(), 'latin1');
      const [first, second] = [await readAll(bytes, memory), await readAll(bytes, memory)];
      assert.notDeepEqual(first.report.warnings, []);
      assert.deepEqual(second, first);
    });
  }

  test('in another character set the same bytes are another name', async () => {
    const memory = new RecordMemory();
    const bytes = Buffer.from(reportOf(() => from('\xe9.example')).toString(), 'latin1');
    const greek = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="iso-8859-7"?>'), bytes]);
    const [latin, other] = [await readAll(bytes, memory), await readAll(greek, memory)];
    assert.equal(new Set([...latin.rows, ...other.rows].map(({ results }) => results.headerFrom)).size, 2);
  });

  test('what is nested too deeply is so however often its like was read', async () => {
    const memory = new RecordMemory();
    const plain = reportOf(() => from('example.org'));
    await readAll(plain, memory);
    const deep = Buffer.from(`${'<x>'.repeat(29)}${plain.toString()}`);
    const reasons: string[] = [];
    for (const options of [{}, { memory }]) await readReports([deep], { name: 'deep', now: NOW, ...options }, reading => { if (reading.event === 'refused') reasons.push(reading.reason); });
    assert.deepEqual(reasons, ['too_deep', 'too_deep']);
  });

  test('however many differ, what is remembered has a bound', async () => {
    const memory = new RecordMemory();
    for (let report = 0; report < 60; report++) await readAll(reportOf(at => from(`${'a'.repeat(3000)}.${report}.${at}.example`)), memory);
    const bytes = memory.layouts.flatMap(({ elements }) => [...elements.values()]).reduce((sum, { rest }) => sum + rest.length, 0);
    assert.ok(bytes > 1 << 18 && bytes < 2 << 20, `${bytes} bytes`);
  });
});
