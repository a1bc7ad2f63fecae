import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { nextActionsOf } from './actions.ts';
import { answersOf } from './nameserver-answers.ts';
import type { Records, Report, ReportFinding } from './types.ts';
import { unknownGroups } from './unknown.ts';

const finding = (over: Partial<ReportFinding>): ReportFinding =>
  ({ id: 'spf.x', area: 'check', record: 'spf', severity: 'medium', state: 'fail', title: 'A title', detail: 'Why', evidence: [], fix: null, references: [], ...over });
const fix = (text: string): ReportFinding['fix'] => ({ kind: 'dnsRecord', text });

suite('what to do next, of a check', () => {
  const resultOf = (findings: ReportFinding[]) => ({ findings, scoreReasons: [{ finding: 'a', title: '', lost: 7.9 }] }) as unknown as NonNullable<Report['result']>;
  test('the first three faults that can be fixed, each remedy once, never advice', () => {
    const findings = [
      finding({ id: 'b', fix: fix('one') }), finding({ id: 'a', fix: fix('one') }), finding({ id: 'c' }), finding({ id: 'd', severity: 'high', fix: fix('two') }),
      finding({ id: 'e', severity: 'info', fix: fix('advice') }), finding({ id: 'f', state: 'unknown', fix: fix('unknown') }), finding({ id: 'g', fix: fix('three') }), finding({ id: 'h', fix: fix('four') }),
    ];
    assert.deepEqual(nextActionsOf(resultOf(findings)).map(({ finding, gain }) => [finding, gain]), [['d', 0], ['a', 7.9], ['g', 0]]);
  });
  test('a checkup has them itself', () => {
    const own = { ...resultOf([]), nextActions: [{ finding: 'z' }] } as unknown as NonNullable<Report['result']>;
    assert.deepEqual(nextActionsOf(own).map(({ finding }) => finding), ['z']);
  });
});

suite('which nameservers answered', () => {
  const record = { nameservers: ['ns1.example', 'ns10.example', 'ns2.example'].map(nameserver => ({ nameserver, provider: 'Unknown' })) } as unknown as Records['nameservers'];
  const answers = (findings: ReportFinding[]) => answersOf(record, findings).map(({ answer }) => answer);
  test('all, where nothing is said of them', () => assert.deepEqual(answers([]), ['all', 'all', 'all']));
  test('one is silent; a name that begins like it is not', () =>
    assert.deepEqual(answers([finding({ id: 'ns.unreachable', evidence: ['ns1.example (192.0.2.1, UDP): timeout'] })]), ['silent', 'all', 'all']));
  test('one does not hold the zone', () => assert.deepEqual(answers([finding({ id: 'ns.lame', evidence: ['ns2.example (192.0.2.2, TCP): REFUSED'] })]), ['all', 'all', 'lame']));
  test('what could not be determined is not held against it', () =>
    assert.deepEqual(answers([finding({ id: 'ns.unreachable', state: 'unknown', evidence: ['ns10.example: not asked'] })]), ['all', 'unknown', 'all']));
});

test('what could not be determined is grouped by the lookup that failed, the one that hides most first', () => {
  const unknown = (id: string, title: string) => finding({ id, title, state: 'unknown' });
  const groups = unknownGroups([unknown('a', 'Lookup failed: MX'), unknown('b', 'Lookup failed: TXT'), finding({ id: 'c' }), unknown('d', 'Lookup failed: TXT')]);
  assert.deepEqual(groups.map(({ title, findings }) => [title, findings.map(({ id }) => id)]), [['Lookup failed: TXT', ['b', 'd']], ['Lookup failed: MX', ['a']]]);
});
