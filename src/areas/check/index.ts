export { couldNotTell } from './analyze.ts';
export { recordsOf, type CheckedRecord, type Depth } from './collect.ts';
export { checkDomain, checkOperations } from './operations.ts';
export { runCheck, runCheckup, type CheckContext, type OpenedLook } from './run.ts';
export type { CheckResult, CheckupResult } from './shapes.ts';
