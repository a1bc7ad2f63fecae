import { defineArea } from '../../area.ts';
import { checkOperations } from './operations.ts';
import type { CheckServices } from './run.ts';

export { couldNotTell } from './analyze.ts';
export { recordsOf, type CheckedRecord, type Depth } from './collect.ts';
export { landing } from './landing.ts';
export { checkDomain } from './operations.ts';
export { invalidDomain, runCheck, runCheckup, type CheckServices, type OpenedLook } from './run.ts';
export { profileKinds, type ProfileKind } from './profile.ts';
export { CheckResult, Fix, type CheckupResult } from './shapes.ts';
export { nextActionsOf, verdictOf } from './verdict.ts';

/** The check of any domain. */
export const checkArea = defineArea<Pick<CheckServices, 'clock' | 'random' | 'open'>>()({
  id: 'check',
  group: 'domains',
  topics: { check: 'The domain check: mail authentication, routing, nameservers and registration of a domain, with issues and fixes.' },
  operations: checkOperations,
});
