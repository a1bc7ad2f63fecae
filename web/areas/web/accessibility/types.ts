import type { DataOf, InputOf, ReadRoute } from '../../../api/client.ts';
import type { Status } from '../../../parts/status-badge.tsx';

export type AuditLine = DataOf<'GET /api/accessibility-audit'>['data'][number];
export type Audit = DataOf<'GET /api/accessibility-audit/{id}'>['data'];
export type Criterion = Audit['criteria'][number];
export type Outcome = Criterion['outcome'];
export type Cause = DataOf<'GET /api/accessibility-audit/{id}/causes'>['data'][number];
export type Finding = Cause['example'];
export type Impact = Finding['impact'];
export type Question = DataOf<'GET /api/accessibility-audit/{id}/review'>['data'][number];
export type Answer = NonNullable<InputOf<'PATCH /api/accessibility-audit/{id}/review/{item}'>['answer']>;

type StartInput = InputOf<'POST /api/accessibility-audit'>;
/** The steps sent when an audit starts; omitted ones stay as saved. */
export type GivenSteps = Pick<StartInput, 'signIn' | 'states'>;
export type State = NonNullable<StartInput['states']>[number];

/** What an audit makes stale. */
export const auditRoutes: readonly ReadRoute[] = ['GET /api/accessibility-audit', 'GET /api/accessibility-audit/{id}', 'GET /api/accessibility-audit/{id}/causes'];

/** Shape and colour of an outcome: one for each. */
export const statusOfOutcome: Readonly<Record<Outcome, Status>> = { failed: 'fail', cantTell: 'unknown', passed: 'pass', inapplicable: 'off', untested: 'warn' };
export const statusOfImpact: Readonly<Record<Impact, Status>> = { critical: 'fail', serious: 'fail', moderate: 'warn', minor: 'warn' };
