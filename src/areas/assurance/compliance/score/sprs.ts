import { isSettled, type Assessments } from '../assessment.ts';
import { cmmcL2 } from '../catalogue/cmmc-l2.ts';
import type { Control } from '../catalogue/framework.ts';

const MAX = 110;
const MIN = -203;
/** From here on the status is conditional, with the rest on a plan of action (32 CFR 170.21(a)(2)(i)). */
const CONDITIONAL_FROM = 88;
const SYSTEM_SECURITY_PLAN = 'CA.L2-3.12.4';

/** What a control takes from the score. */
export interface Deduction {
  control: string;
  title: string;
  points: number;
}

/** The score of the DoD's assessment methodology for NIST SP 800-171; `score` is null without a system security plan. */
export interface SprsScore {
  score: number | null;
  max: typeof MAX;
  min: typeof MIN;
  /** Dearest first: what would raise it most. */
  deductions: Deduction[];
  status: 'final' | 'conditional' | 'none';
  /** Why the status is not conditional: controls that may not stand on a plan of action, or the score itself. */
  blockers: { control: string | null; title: string; reason: 'score' | 'noSystemSecurityPlan' | 'notOnPlanOfAction' }[];
}

/** Judges all 110 requirements (DoD NIST SP 800-171 Assessment Methodology 1.2.1; 32 CFR 170.21 and 170.24). */
export function sprsScore(assessments: Assessments): SprsScore {
  const open = cmmcL2.controls.filter(({ id }) => !isSettled(assessments.get(id)));
  const deductions = open.filter(({ weight }) => weight !== null)
    .map(control => ({ control: control.id, title: control.title, points: pointsOf(control, assessments) }))
    .toSorted((a, b) => b.points - a.points);
  const hasPlan = assessments.get(SYSTEM_SECURITY_PLAN) === 'met';
  const score = hasPlan ? MAX - deductions.reduce((sum, { points }) => sum + points, 0) : null;
  const blockers = blockersOf(open, assessments, score);
  const status = score === MAX ? 'final' : score !== null && blockers.length === 0 ? 'conditional' : 'none';
  return { score, max: MAX, min: MIN, deductions, status, blockers: score === MAX ? [] : blockers };
}

/** Two controls cost less where they are met in part; of all others a part is nothing. */
function pointsOf({ id, weight, partialWeight }: Control, assessments: Assessments): number {
  return assessments.get(id) === 'partial' && partialWeight !== undefined ? partialWeight : weight ?? 0;
}

function blockersOf(open: readonly Control[], assessments: Assessments, score: number | null): SprsScore['blockers'] {
  const blocking = open.filter(control => control.id !== SYSTEM_SECURITY_PLAN && !mayWait(control, assessments));
  return [
    ...(score === null ? [{ control: SYSTEM_SECURITY_PLAN, title: 'System Security Plan', reason: 'noSystemSecurityPlan' as const }] : []),
    ...(score !== null && score < CONDITIONAL_FROM ? [{ control: null, title: `The score is below ${CONDITIONAL_FROM}`, reason: 'score' as const }] : []),
    ...blocking.map(({ id, title }) => ({ control: id, title, reason: 'notOnPlanOfAction' as const })),
  ];
}

/** Encryption that is used but not FIPS-validated may wait, none at all may not (32 CFR 170.21(a)(2)(ii)). */
function mayWait({ id, poamAllowed, partialWeight }: Control, assessments: Assessments): boolean {
  return poamAllowed === true && (partialWeight === undefined || assessments.get(id) === 'partial');
}
