import type { Severity } from '../../../core/finding.ts';
import { defineAlerts } from '../../alert.ts';
import type { Level } from './feeds/report.ts';

/** The alerts of this area. */
export const statusAlerts = defineAlerts('status', {
  'status.service': { scope: 'status', says: 'A followed service reports an incident.' },
});

/** How much the level of a third-party service matters; null for what is no trouble. */
export function severityOf(level: Level): Severity | null {
  switch (level) {
    case 'majorOutage': return 'high';
    case 'partialOutage': return 'medium';
    case 'degraded': return 'low';
    case 'operational': case 'maintenance': case 'unknown': return null;
  }
}
