export { differenceOf, type Difference } from './difference.ts';
export { latestResult, resultOf } from './result.ts';
export { snapshotOf, type Judgement, type RecordName, type Snapshot } from './snapshot.ts';
export {
  changedBetween, changedSince, firstSnapshot, lastGraded, judgementsOf, keepSnapshot, lastSeen, newestSnapshots, readSnapshot, sameSince, setsOf, verdictOf, type SnapshotRow, type SnapshotSet,
} from './store.ts';
