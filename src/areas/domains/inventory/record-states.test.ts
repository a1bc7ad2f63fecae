import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { glancedRecords } from '../../../checks/index.ts';
import { recordStatesOf } from './record-states.ts';

type Given = Parameters<typeof recordStatesOf>[0];
type Seen = [state: string, severity: string, record?: string];

function spfOf(status: string, seen: readonly Seen[]): string {
  const records = Object.fromEntries(glancedRecords.map(name => [name, { status: name === 'spf' ? status : 'ok' }]));
  const findings = seen.map(([state, severity, record = 'spf']) => ({ record, state, severity }));
  return recordStatesOf({ records, findings } as unknown as Given).spf;
}

suite('a record has the worst state that is known of it', () => {
  const cases: [says: string, status: string, seen: Seen[], expected: string][] = [
    ['nothing is wrong', 'ok', [['pass', 'high']], 'ok'],
    ['a high issue', 'ok', [['fail', 'low'], ['fail', 'high']], 'critical'],
    ['a missing record that is needed', 'missing', [['fail', 'medium']], 'warning'],
    ['a missing record that is not needed', 'missing', [['notApplicable', 'medium']], 'none'],
    ['a failed lookup is never taken for a missing record', 'missing', [['unknown', 'high']], 'unknown'],
    ['an issue outweighs a failed lookup', 'ok', [['unknown', 'high'], ['fail', 'low']], 'warning'],
    ['a domain that does not exist', 'ok', [['fail', 'critical', 'domain'], ['pass', 'high']], 'none'],
    ['advice says nothing', 'ok', [['fail', 'info'], ['unknown', 'info']], 'ok'],
  ];
  for (const [says, status, seen, expected] of cases) test(says, () => assert.equal(spfOf(status, seen), expected));
});
