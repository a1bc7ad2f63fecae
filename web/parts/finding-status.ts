import type { Severity } from '../api/types.ts';
import type { Status } from './status-badge.tsx';

interface Judged {
  state: 'pass' | 'fail' | 'unknown' | 'notApplicable';
  severity: Severity;
}

/** The colour and shape of a finding. */
export function statusOfFinding({ state, severity }: Judged): Status {
  if (state === 'pass') return 'pass';
  if (state === 'unknown') return 'unknown';
  if (state === 'notApplicable') return 'off';
  return ({ critical: 'fail', high: 'fail', medium: 'warn', low: 'warn', info: 'info' } as const)[severity];
}
