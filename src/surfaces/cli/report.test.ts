import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { CheckResult } from '../../areas/domains/check/shapes.ts';
import { renderBrief, renderReport, type Page } from './report.ts';

const COLUMNS = 80;
const golden = (name: string) => readFileSync(new URL(`golden/${name}`, import.meta.url), 'utf8');
const everything = CheckResult.parse(JSON.parse(golden('everything.json')));
const plain: Page = { columns: COLUMNS, paint: (_, text) => text };

/** Formats in angle brackets in front of what they colour. */
const marked: Page = { columns: COLUMNS, paint: (format, text) => `<${[format].flat().join(' ')}>${text}` };

/** The same domain with nothing found against it. */
const sound: CheckResult = { ...everything, domain: 'example.org', findings: [], grade: 'A+', score: 100, provisional: false, summary: { issues: [], overall_status: 'ok', issues_count: 0, all_checks_passed: true } };

suite('the report on a domain with everything that can be said', () => {
  test('is the golden text', () => assert.equal(renderReport(everything, plain), golden('everything.txt')));
  test('is at most 80 columns wide, but for records to paste', () => {
    const pasted = everything.findings.flatMap(({ fix }) => fix?.record?.value ?? []);
    const wide = renderReport(everything, plain).split('\n').filter(line => line.length > COLUMNS && !pasted.some(value => line.includes(value)));
    assert.deepEqual(wide, []);
  });
  test('says a failed lookup once, and leaves out what passes, does not apply or asks for nothing', () => {
    const report = renderReport(everything, plain);
    assert.equal(report.match(/\? {9}Lookup failed/g)?.length, 1);
    assert.doesNotMatch(report, /dkim\.none\.found|sts\.missing|mx\.ipv6|ns\.provider/);
  });
});

suite('severity and status are shown as word and shape, and as colour too', () => {
  const shown: [says: string, expected: RegExp][] = [
    ['the verdict on a bad domain is red', /<bold>bücher\.example \(xn--bcher-kva\.example\) {2}<bold red>F {2}38\/100, provisional/],
    ['a record with a severe fault', /<red>✗ SPF/],
    ['a sound record', /<green>✓ DKIM/],
    ['a record that is there but has an issue', /<yellow>! Nameservers/],
    ['a missing record that has an issue', /<red>– CAA/],
    ['a missing record that nobody needs', /<gray>– BIMI {10}not set up/],
    ['a critical finding', /<bold red>CRITICAL/],
    ['a low finding', /<cyan>LOW/],
    ['a failed lookup', /<magenta>\?/],
  ];
  for (const [says, expected] of shown) test(says, () => assert.match(renderReport(everything, marked), expected));
});

suite('one verdict a domain', () => {
  test('all is well', () => assert.match(renderReport(sound, marked), /<bold>example\.org {2}<bold green>A\+ {2}100\/100\n[^]*<green>Nothing to do: every check passed\./));
  test('the essential was not read', () => assert.match(renderReport({ ...sound, grade: null, score: 92, provisional: true, unread: ['spf', 'dmarc'] }, marked), /^\n<bold>example\.org {2}<bold magenta>no grade: SPF and DMARC could not be read\n/));
  test('too little could be checked', () => assert.match(renderReport({ ...sound, grade: null, score: null, unread: [] }, plain), /^\nexample\.org {2}no grade: too little could be checked\n/));
  test('of several domains only the issues are shown, each in one line', () => assert.equal(`${renderBrief(everything, plain)}\n`, golden('everything-brief.txt')));
});
