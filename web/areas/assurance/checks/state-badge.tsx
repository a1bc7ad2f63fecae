import { StatusBadge } from '../../../parts/status-badge.tsx';
import { statusOfState } from './record-status.ts';
import { texts } from './texts/checks.ts';
import type { CheckRow } from './types.ts';

/** The state of a check; one that is switched off has none, and one that has no result yet waits for it. */
export function StateBadge({ of: { enabled, state, last } }: { of: Pick<CheckRow, 'enabled' | 'state' | 'last'> }) {
  if (!enabled) return <StatusBadge status="off" word={texts.disabled} />;
  return last === null && state === 'unknown' ? <StatusBadge status="off" word={texts.waiting} /> : <StatusBadge status={statusOfState[state]} word={texts.states[state]} />;
}
