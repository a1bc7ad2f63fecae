import { defineArea } from '../../area.ts';
import { darkwebAlerts } from './alerts.ts';
import { readingClaims, readRansomClaims } from './claims-job.ts';
import { emailOperations } from './email-operations.ts';
import { darkwebEvidence } from './evidence.ts';
import { incidentOperations } from './incident-operations.ts';
import { darkweb } from './migrations/0090-darkweb.ts';
import { noticeKinds } from './notice.ts';
import { scanOperations } from './operations.ts';
import { darkwebScan, doDarkwebScan } from './run.ts';
import { scanning } from './schedule.ts';
import { addressesIn, incidentsIn } from './sections.ts';
import type { DarkwebServices } from './services.ts';
import { tables } from './tables.ts';

export { leaksDigestOf } from './digest.ts';

/** Which credentials of proven domains have leaked elsewhere, and which groups claim to have attacked them. */
export const darkwebArea = defineArea<DarkwebServices>()({
  id: 'darkweb',
  group: 'threats',
  topics: { darkweb: 'Leaked credentials of proven domains, computers that gave them away, and claims of ransomware groups: what is known, by which source, and what to do.' },
  operations: [...scanOperations, ...incidentOperations, ...emailOperations],
  runKinds: [darkwebScan],
  runs: [doDarkwebScan],
  jobs: [readRansomClaims],
  schedules: [scanning, readingClaims],
  tables,
  migrations: { '0090-darkweb': darkweb },
  exports: { darkwebIncidents: incidentsIn, darkwebAddresses: addressesIn },
  idPrefixes: { dwi: 'breach or another leak', dwa: 'address in leaks', dwe: 'event about leaks' },
  notificationKinds: {
    [noticeKinds.newBreach]: 'Addresses of a domain appear in a breach that was not known before.', [noticeKinds.newInfectedEmployee]: 'A computer with credentials of a domain was infected.',
    [noticeKinds.ransomClaim]: 'A ransomware group claims to have attacked a domain.',
  },
  evidence: darkwebEvidence,
  alerts: darkwebAlerts,
  auditActions: {
    'domain.darkweb_scan_started': 'Started a dark web search',
    'darkweb.answered': 'Decided on a leak',
    'darkweb.revealed': 'Revealed leaked addresses',
    'darkweb.email_muted': 'Muted a leaked address',
    'darkweb_source.terms_changed': 'Changed the terms of a dark web source',
  },
});
