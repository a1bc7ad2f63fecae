export { checkRules, recordsAt, type Depth, type RecordName } from '../../../checks/index.ts';
export { couldNotTell } from './analyze.ts';
export { landing } from './landing.ts';
export { checkDomain, checkOperations } from './operations.ts';
export { rowsOf, type Row } from './rows.ts';
export { invalidDomain, runCheck, runCheckup, type CheckContext, type OpenedLook } from './run.ts';
export { profileKinds, type ProfileKind } from './profile.ts';
export { CheckResult, type CheckFinding, type CheckupResult } from './shapes.ts';
export { nextActionsOf, verdictOf } from './verdict.ts';
