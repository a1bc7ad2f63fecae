import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { CheckResult } from '../../areas/domains/check/index.ts';
import type { Severity } from '../../core/finding.ts';
import { codeOf } from './check.ts';
import { codeOfRefusal, worstOf, type ExitCode } from './exit-code.ts';

type Finding = CheckResult['findings'][number];
const finding = (state: Finding['state'], severity: Severity, record: Finding['record'] = 'spf') => ({ state, severity, record }) as Finding;

suite('one domain', () => {
  const cases: [says: string, findings: Finding[], failOn: Severity | null, code: ExitCode][] = [
    ['nothing found', [], 'info', 0],
    ['faults do not count unless they are asked for', [finding('fail', 'critical')], null, 0],
    ['a fault as severe as --fail-on', [finding('fail', 'medium')], 'medium', 3],
    ['a more severe one', [finding('fail', 'critical')], 'medium', 3],
    ['a milder one', [finding('fail', 'low')], 'medium', 0],
    ['what passes is no fault', [finding('pass', 'critical')], 'info', 0],
    ['a failed lookup of a record that decides', [finding('unknown', 'high', 'dmarc')], null, 7],
    ['a failed lookup of another record', [finding('unknown', 'high', 'caa')], null, 0],
    ['a failed lookup that would only inform', [finding('unknown', 'info', 'mx')], null, 0],
    ['a fault goes before a failed lookup', [finding('unknown', 'high'), finding('fail', 'high')], 'high', 3],
    ['a failed lookup is no fault', [finding('unknown', 'critical')], 'info', 7],
  ];
  for (const [says, findings, failOn, code] of cases) test(`${says}: ${code}`, () => assert.equal(codeOf({ findings }, failOn), code));
});

suite('of several domains the most severe code counts', () => {
  const cases: [codes: ExitCode[], code: ExitCode][] = [
    [[], 0],
    [[0, 7, 0], 7],
    [[7, 3], 3],
    [[3, 2], 2],
    [[2, 1, 7], 1],
    [[1, 130], 130],
  ];
  for (const [codes, code] of cases) test(`${codes.join(', ') || 'none'}: ${code}`, () => assert.equal(worstOf(codes), code));
});

suite('a refused call says by its code what a script can do about it', () => {
  const cases: [status: number, code: string, exit: ExitCode][] = [
    [400, 'invalid_request', 2],
    [0, 'invalid_request', 2],
    [401, 'invalid_key', 4],
    [402, 'plan_upgrade_required', 4],
    [403, 'write_scope_missing', 4],
    [404, 'not_found', 5],
    [409, 'invalid_state', 2],
    [409, 'key_limit_reached', 6],
    [409, 'limit_reached', 6],
    [429, 'rate_limited', 6],
    [500, 'internal_error', 1],
    [503, 'resolver_unavailable', 1],
    [0, 'network', 1],
    [200, 'unreadable', 1],
  ];
  for (const [status, code, exit] of cases) test(`${status} ${code}: ${exit}`, () => assert.equal(codeOfRefusal({ status, code }), exit));
});
