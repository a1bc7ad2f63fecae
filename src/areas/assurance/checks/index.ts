import type { Imported } from './import/imported.ts';
import { defineArea } from '../../area.ts';
import { checksAlerts, checksNotifications } from './alerts.ts';
import { checks } from './migrations/0053-checks.ts';
import { checkGauges } from './gauges.ts';
import { applyOperations } from './operations/apply.ts';
import { checkOperations } from './operations/checks.ts';
import { domainUptimeOperations } from './operations/domain-uptime.ts';
import { incidentOperations } from './operations/incidents.ts';
import { pushOperations } from './operations/push.ts';
import { resultOperations } from './operations/results.ts';
import { rollChecks, rollingChecks } from './results/roll.ts';
import { checkEngine } from './schedule/engine.ts';
import { checksIn, incidentsIn } from './sections.ts';
import type { ChecksServices } from './services.ts';
import { findCheck } from './store.ts';
import { tables } from './tables.ts';
import { uptimeEvidence } from './evidence.ts';

export { customCheck } from './operations/checks.ts';
export { secondsOf, type DaySeconds } from './results/days.ts';
export { shownChecks, shownIncidents, type ShownCheck, type ShownIncident, type ShownPart } from './shown.ts';

/** As `readChecksFile` of the import; what reads YAML is loaded for it alone. */
export async function readChecksFile(text: string): Promise<Imported> {
  return (await import('./import/read-file.ts')).readChecksFile(text);
}

/** Checks of one's own endpoints, and the uptime of domains. */
export const checksArea = defineArea<ChecksServices>()({
  id: 'checks',
  group: 'assurance',
  topics: {
    custom_checks: 'Custom checks of your own endpoints: websites, APIs, ports, certificates, mail servers and jobs, with state, uptime and latency.',
    check_incidents: 'Incidents of custom checks: what failed, since when, and what third-party services reported at that time.',
  },
  operations: [...checkOperations, ...applyOperations, ...resultOperations, ...pushOperations, ...incidentOperations, ...domainUptimeOperations],
  jobs: [rollChecks],
  schedules: [rollingChecks],
  engines: [checkEngine],
  gauges: checkGauges,
  tables,
  migrations: { '0053-checks': checks },
  exports: { customChecks: checksIn, checkIncidents: incidentsIn },
  idPrefixes: { chk: 'custom check', chf: 'failure of a custom check', cin: 'incident of custom checks' },
  subjects: [{ type: 'customCheck', find: findCheck }],
  notificationKinds: checksNotifications,
  evidence: uptimeEvidence,
  alerts: checksAlerts,
  auditActions: {
    'custom_check.created': 'Created a check',
    'custom_check.changed': 'Changed a check',
    'custom_check.deleted': 'Deleted a check',
    'custom_checks.applied': 'Applied a file of checks',
    'check_incident.acknowledged': 'Acknowledged an incident',
    'check_incident.noted': 'Added a note to an incident',
    'domain.uptime_changed': 'Changed the uptime check of a domain',
  },
});
