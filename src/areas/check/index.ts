export { couldNotTell } from './analyze.ts';
export { checkedRecords, type CheckedRecord } from './collect.ts';
export { checkDomain } from './operations.ts';
export { runCheck, type CheckContext, type OpenedLook } from './run.ts';
export type { CheckResult } from './shapes.ts';
