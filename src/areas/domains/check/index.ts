import { defineArea } from '../../area.ts';
import { checkOperations } from './operations.ts';
import type { CheckServices } from './run.ts';

export { checkRules, recordsAt, type Depth, type RecordName } from '../../../checks/index.ts';
export { couldNotTell } from './analyze.ts';
export { landing } from './landing.ts';
export { checkDomain } from './operations.ts';
export { rowsOf, type Row } from './rows.ts';
export { invalidDomain, runCheck, runCheckup, type CheckServices, type CheckSession } from './run.ts';
export { profileKinds } from './profile-kinds.ts';
export { type ProfileKind } from './profile.ts';
export { CheckResult, type CheckFinding, type CheckupResult } from './shapes.ts';
export { nextActionsOf, verdictOf } from './verdict.ts';

/** The check of any domain. */
export const checkArea = defineArea<Pick<CheckServices, 'clock' | 'random' | 'open'>>()({
  id: 'check',
  group: 'domains',
  topics: { check: 'The domain check: mail authentication, routing, nameservers and registration of a domain, with issues and fixes.' },
  operations: checkOperations,
});
