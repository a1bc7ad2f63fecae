import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { afterCheck, GRACE_MS, isOwned, stateOf, type OwnershipNews, type OwnershipRow, type OwnershipState, type Proof } from './state.ts';

const NOW = Date.UTC(2026, 0, 15);
const DAY_MS = 86_400_000;
const shown: Proof = { outcome: 'shown' };
const gone: Proof = { outcome: 'absent', cause: 'Gone.' };
const unknown: Proof = { outcome: 'unknown', cause: 'Silent.' };

const fresh: OwnershipRow = { domain_id: 'dom_1', token: 'x', method: null, proven_at: null, confirmed_at: null, checked_at: null, failing_since: null, lost_at: null, cause: null };
const proven: OwnershipRow = { ...fresh, method: 'dns', proven_at: NOW - 90 * DAY_MS, confirmed_at: NOW - DAY_MS, checked_at: NOW - DAY_MS };
const failingFor = (ms: number): OwnershipRow => ({ ...proven, confirmed_at: NOW - ms, failing_since: NOW - ms, cause: 'Gone.' });
const lost: OwnershipRow = { ...failingFor(9 * DAY_MS), lost_at: NOW - DAY_MS };

const checks: [says: string, row: OwnershipRow, dns: Proof, file: Proof, state: OwnershipState, news: OwnershipNews | null, cause: string | null][] = [
  ['a record proves it', fresh, shown, gone, 'proven', null, null],
  ['a file proves it', fresh, unknown, shown, 'proven', null, null],
  ['before the first proof both causes are given', fresh, gone, unknown, 'pending', null, 'Gone. Silent.'],
  ['a proof that is gone begins the days of grace, and is reported', proven, gone, unknown, 'grace', 'failing', 'Gone.'],
  ['a failed check does not', proven, unknown, gone, 'proven', null, 'Silent.'],
  ['a check that has failed for a week does', { ...proven, confirmed_at: NOW - GRACE_MS }, unknown, gone, 'grace', 'failing', 'Silent.'],
  ['the other method of proof is enough, too', proven, gone, shown, 'proven', null, null],
  ['within the days of grace nothing more is reported', failingFor(6 * DAY_MS), gone, gone, 'grace', null, 'Gone.'],
  ['what is shown again in time was never lost', failingFor(6 * DAY_MS), shown, gone, 'proven', null, null],
  ['after seven days it is lost, and that is reported', failingFor(GRACE_MS), gone, gone, 'lost', 'lost', 'Gone.'],
  ['what is lost is reported once', lost, gone, gone, 'lost', null, 'Gone.'],
  ['what was lost can be proven again', lost, shown, gone, 'proven', null, null],
];

suite('a proof of ownership holds as long as it is shown, and seven days longer', () => {
  for (const [says, row, dns, file, state, news, cause] of checks) {
    test(says, () => {
      const after = afterCheck(row, { dns, file }, NOW);
      assert.deepEqual([stateOf(after.row, NOW), after.news, after.row.cause], [state, news, cause]);
      assert.equal(after.row.checked_at, NOW);
    });
  }
  test('it counts from the proof that has held since', () => {
    const provenAt = (row: OwnershipRow) => afterCheck(row, { dns: shown, file: gone }, NOW).row.proven_at;
    assert.deepEqual([provenAt(fresh), provenAt(failingFor(DAY_MS)), provenAt(lost)], [NOW, proven.proven_at, NOW]);
  });
  test('it is lost at its time, whether it was checked or not', () => {
    const row = failingFor(0);
    assert.deepEqual([stateOf(row, NOW + GRACE_MS - 1), stateOf(row, NOW + GRACE_MS)], ['grace', 'lost']);
    assert.deepEqual([isOwned(row, NOW + GRACE_MS - 1), isOwned(row, NOW + GRACE_MS)], [true, false]);
  });
});
