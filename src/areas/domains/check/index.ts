import { defineArea } from '../../area.ts';
import { checkRules } from '../../../checks/index.ts';
import { checkOperations } from './operations.ts';
import type { CheckServices } from './run.ts';

export { checkRules, checkupRecords, recordsAt, type AllFacts, type CheckupRecord, type Depth, type RecordName } from '../../../checks/index.ts';
export { couldNotTell, judgeAlone, unreadOf } from './analyze.ts';
export { landing } from './landing.ts';
export { checkDomain } from './operations.ts';
export { labelOf, rowsOf, type Row } from './rows.ts';
export { invalidDomain, runCheck, runCheckup, runInDepth, type CheckServices, type CheckSession } from './run.ts';
export { profileKinds } from './profile-kinds.ts';
export { type ProfileKind } from './profile.ts';
export { CheckResult, ScanResult, type CheckFinding, type CheckupResult } from './shapes.ts';
export { nextActionsOf, verdictOf } from './verdict.ts';

/** The check of any domain. */
export const checkArea = defineArea<Pick<CheckServices, 'clock' | 'random' | 'open'>>()({
  id: 'check',
  group: 'domains',
  topics: { check: 'The domain check: mail authentication, routing, nameservers and registration of a domain, with issues and fixes.' },
  operations: checkOperations,
  findings: {
    about: 'The domain check and the checkup: each judgement passes, fails, does not apply, or could not be made because a lookup failed.',
    afterwards: 'Then check the domain again: the new check asks the nameservers directly, but others may remember the old answer for as long as its TTL says.',
    rules: checkRules,
  },
});
