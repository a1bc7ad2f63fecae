export { couldNotTell } from './analyze.ts';
export { checkedRecords, type CheckedRecord } from './collect.ts';
export { checkDomain } from './operations.ts';
export type { CheckContext, OpenedLook } from './run.ts';
export type { CheckResult } from './shapes.ts';
