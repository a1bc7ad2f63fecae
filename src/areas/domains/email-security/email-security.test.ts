import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import type { CheckResult } from '../check/index.ts';
import { forgeriesOf, type Below, type Forgery } from './forgery.ts';
import { countAddresses } from './email-security.ts';

/** What the last scan saw of the mail of a domain of the lab, two names below it, and what becomes of forged messages. */
interface Golden {
  says: string;
  result: CheckResult;
  below: Below;
  forgeries: Forgery[];
}

const folder = new URL('golden/', import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Golden;
const nobody = { lookup: (name: string, type: string) => Promise.reject(new Error(`${type} of ${name} was asked`)) };
const asked: string[] = [];
const listening = { lookup: (name: string, type: string) => { asked.push(`${name} ${type}`); return Promise.resolve({ outcome: 'found', value: ['127.0.0.2'], via: [], ttlSeconds: 1 } as never); } };

suite('what becomes of a forged message follows from what was seen, without another question', () => {
  const files = readdirSync(folder).filter(name => name.endsWith('.json'));
  for (const file of files) {
    const { says, result, below, forgeries } = read(file);
    test(`${file}: ${says}`, async () => assert.deepEqual(await forgeriesOf(result, below, nobody), forgeries));
  }
  test('every fate is met', () => {
    const fates = new Set(files.flatMap(file => read(file).forgeries.map(({ dmarc, disposition }) => `${dmarc} ${disposition}`)));
    assert.deepEqual([...fates].toSorted(), ['fail none', 'fail quarantine', 'fail reject', 'none none', 'pass none', 'unknown null']);
  });

  test('where the zone answers for every name, none counts as nonexistent', async () => {
    const { result, below } = read('dmarc-nonexistent-open.json');
    const [, , made] = await forgeriesOf(result, { ...below, madeUp: { ...below.madeUp, exists: true } }, nobody);
    assert.deepEqual([made!.scenario, made!.disposition, made!.olderReceivers], ['nonexistentSubdomain', 'reject', null]);
  });
  test('a record of its own speaks for a name, whether it exists or not', async () => {
    const { result, below } = read('dmarc-nonexistent-open.json');
    const dmarc = { outcome: 'found', value: ['v=DMARC1; p=quarantine'], via: [], ttlSeconds: 1 } as const;
    const [, , made] = await forgeriesOf(result, { ...below, madeUp: { ...below.madeUp, dmarc } }, nobody);
    assert.equal(made!.disposition, 'quarantine');
  });
  test('only a name that is made from the message is asked for', async () => {
    const { result, below } = read('healthy.json');
    const spf = { ...result.records.spf, records: ['v=spf1 exists:%{i}.allowed.example -all'], tree: null };
    const [exact] = await forgeriesOf({ ...result, records: { ...result.records, spf } }, below, listening);
    assert.deepEqual([exact!.spf, exact!.dmarc, exact!.disposition], ['pass', 'pass', 'none']);
    assert.deepEqual(asked, ['25.25.25.25.allowed.example A']);
  });
});

suite('addresses that SPF lets send are counted once', () => {
  const cases: [ranges: string[], count: number][] = [
    [[], 0],
    [['192.0.2.1/32'], 1],
    [['192.0.2.0/24', '192.0.2.128/25', '192.0.2.7/32'], 256],
    [['198.51.100.0/25', '198.51.100.128/25', '203.0.113.0/31'], 258],
    [['0.0.0.0/0', '192.0.2.0/24'], 2 ** 32],
    [['192.0.2.200/24'], 256],
    [['2001:db8::/32'], 0],
  ];
  for (const [ranges, count] of cases) test(`${ranges.join(' ') || 'none'}: ${count}`, () => assert.equal(countAddresses(ranges), count));
});
