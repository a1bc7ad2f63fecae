import { defineArea } from '../../area.ts';
import { vulnerabilityAlerts } from './alerts/alerts.ts';
import { alertOperations } from './alerts/operations.ts';
import { productOperations } from './in-use/operations.ts';
import { FOUND } from './judging/judge-domain.ts';
import { judgeVulnerabilities, judgeWhatWasSeen } from './judging/judge-job.ts';
import { vulnerabilities } from './migrations/0070-vulnerabilities.ts';
import { judgements } from './migrations/0103-judgements.ts';
import { coveredReleases } from './migrations/0124-covered-releases.ts';
import { importPackages } from './packages/import.ts';
import type { VulnerabilitiesServices } from './services.ts';
import { refreshData, refreshing } from './sources/refresh.ts';
import { matchesOf } from './store/matches.ts';
import { packageListsOf } from './store/package-hosts.ts';
import { tables } from './tables.ts';
import { vulnerabilityEvidence } from './evidence.ts';

export { createKnowledge } from './data/knowledge.ts';
export { statesOfSources, updateSources } from './sources/update.ts';

/** Which known vulnerabilities really apply to what was found on hosts. */
export const vulnerabilitiesArea = defineArea<VulnerabilitiesServices>()({
  id: 'vulnerabilities',
  group: 'threats',
  topics: { vulnapps: 'Known vulnerabilities of what hosts run: which apply, how urgent each is and why, what to do, and where the data are from.' },
  operations: [...alertOperations, ...productOperations, importPackages],
  jobs: [refreshData, judgeVulnerabilities],
  schedules: [refreshing],
  tables,
  migrations: { '0070-vulnerabilities': vulnerabilities, '0103-judgements': judgements, '0124-covered-releases': coveredReleases },
  exports: { vulnerabilities: matchesOf, packageLists: packageListsOf },
  idPrefixes: { vul: 'vulnerability at a host', vph: 'package list of a host' },
  notificationKinds: { [FOUND]: 'A known vulnerability that is exploited, or likely to be, applies to a host.' },
  evidence: vulnerabilityEvidence,
  alerts: vulnerabilityAlerts,
  subscribes: [judgeWhatWasSeen],
  auditActions: {
    'vulnerability.answered': 'Decided on a vulnerability',
    'vulnerability.packages_imported': 'Imported a package list',
  },
});
