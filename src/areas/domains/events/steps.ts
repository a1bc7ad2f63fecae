import type { Severity } from '../../../core/finding.ts';
import type { ScanResult } from '../check/index.ts';
import type { Change } from './change.ts';
import { read } from './subjects.ts';
import { canonical, type Value } from './value.ts';

/** What runs out. Its events belong to days that are left, not to an accepted value. */
export const deadlineNames = ['registration.deadline', 'certificate.deadline'] as const;
export type DeadlineName = (typeof deadlineNames)[number];

/** A step that was reached: the change to tell, and the value that makes it one of its own. */
export interface Step {
  change: Change;
  value: Value;
}

const DAY_MS = 86_400_000;
const registrationSteps: readonly [days: number, severity: Severity][] = [[1, 'critical'], [7, 'critical'], [14, 'high'], [30, 'medium'], [60, 'low'], [90, 'info']];
const certificateSteps: readonly [days: number, severity: Severity][] = [[1, 'critical'], [7, 'high'], [14, 'medium']];
/** Certificates that live for days are renewed late: a step counts where it is the last quarter of their time at most. */
const LAST_PART = 4;

/** The step that is reached at `at`; `none` while there is time, null where it cannot be determined. */
export function stepOf(deadline: DeadlineName, result: ScanResult, at: number): Step | 'none' | null {
  return deadline === 'registration.deadline' ? registrationStep(result, at) : certificateStep(result, at);
}

function registrationStep(result: ScanResult, at: number): Step | 'none' | null {
  const expiry = read('registration.expiry', result) === null ? null : result.records.registration.expiresAt;
  if (expiry === null) return null;
  const until = Date.parse(expiry);
  return step(until, at, registrationSteps, (days, severity) => (days === 0
    ? { kind: 'registration.expired', severity, title: 'The registration has ended' }
    : { kind: 'registration.expiring', severity, title: `The registration ends within ${inDays(days)}` }));
}

function certificateStep(result: ScanResult, at: number): Step | 'none' | null {
  const { notBefore, notAfter } = read('certificate', result) && result.records.tls.certificate || {};
  if (!notBefore || !notAfter) return null;
  const until = Date.parse(notAfter);
  const lifeDays = (until - Date.parse(notBefore)) / DAY_MS;
  return step(until, at, certificateSteps.filter(([days]) => days * LAST_PART <= lifeDays), (days, severity) => (days === 0
    ? { kind: 'cert.expired', severity, title: 'The certificate of the website has ended' }
    : { kind: 'cert.expiring', severity, title: `The certificate of the website ends within ${inDays(days)}` }));
}

function step(until: number, at: number, steps: readonly [days: number, severity: Severity][], tell: (days: number, severity: Severity) => Change): Step | 'none' | null {
  if (Number.isNaN(until)) return null;
  const [days, severity] = until <= at ? [0, 'critical' as const] : steps.find(([days]) => until - at <= days * DAY_MS) ?? [];
  if (days === undefined || severity === undefined) return 'none';
  return { change: tell(days, severity), value: canonical([`ends ${new Date(until).toISOString().slice(0, 10)}`, days === 0 ? 'has ended' : `within ${inDays(days)}`]) };
}

function inDays(days: number): string {
  return days === 1 ? 'a day' : `${days} days`;
}
