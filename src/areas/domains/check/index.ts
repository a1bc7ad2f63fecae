export { checkRules } from '../../../checks/index.ts';
export { couldNotTell } from './analyze.ts';
export { recordsOf, type CheckedRecord, type Depth } from './collect.ts';
export { landing } from './landing.ts';
export { checkDomain, checkOperations } from './operations.ts';
export { invalidDomain, runCheck, runCheckup, type CheckContext, type OpenedLook } from './run.ts';
export { profileKinds, type ProfileKind } from './profile.ts';
export { CheckResult, type CheckupResult } from './shapes.ts';
export { nextActionsOf, verdictOf } from './verdict.ts';
