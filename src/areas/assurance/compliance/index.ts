import { defineArea } from '../../area.ts';
import { affirmationOperations } from './affirmations/operations.ts';
import { controlOperations } from './controls/operations.ts';
import { documentOperations } from './documents/operations.ts';
import { sweepFiles, sweeping } from './documents/files.ts';
import { complianceAlerts, CONTRADICTED } from './evidence/alerts.ts';
import { catalogueOperations } from './catalogues/operations.ts';
import { clockOperations } from './clocks/operations.ts';
import { collectEvidence, collecting, endWithDomains } from './evidence/collect.ts';
import { observationOperations } from './evidence/operations.ts';
import { exchangeOperations } from './exchange/operations.ts';
import { affirmationsIn, cataloguesIn, clocksIn, controlsOf, documentsOf, incidentsOf, observationsIn, plansOf } from './export.ts';
import { frameworkOperations } from './frameworks/operations.ts';
import { ownEvidence } from './evidence/own.ts';
import { incidentOperations } from './incidents/operations.ts';
import { incidentPapers } from './incidents/papers.ts';
import { compliance } from './migrations/0065-compliance.ts';
import { complianceEvidence } from './migrations/0085-compliance-evidence.ts';
import { complianceWisp } from './migrations/0086-compliance-wisp.ts';
import { complianceReminders } from './migrations/0087-compliance-reminders.ts';
import { complianceClocks } from './migrations/0094-compliance-clocks.ts';
import { complianceCatalogues } from './migrations/0095-compliance-catalogues.ts';
import type { ComplianceServices } from './services.ts';
import { tables } from './tables.ts';
import { taskOperations } from './tasks/operations.ts';
import { reminderKinds, reminding, sendReminders } from './tasks/remind.ts';
import { wispOperations } from './wisp/operations.ts';

export { createCatalogueReader } from './catalogues/reading/reader.ts';

/** Frameworks that apply to the account, how far each control is met, incidents with their legal clocks, and the written information security plan. */
export const complianceArea = defineArea<ComplianceServices>()({
  id: 'compliance',
  group: 'assurance',
  topics: { compliance: 'Controls of compliance frameworks with progress and score, security incidents with their reporting duties, and the written information security plan.' },
  operations: [...frameworkOperations, ...catalogueOperations, ...incidentOperations, ...incidentPapers, ...clockOperations, ...documentOperations, ...observationOperations, ...exchangeOperations, ...wispOperations, ...taskOperations, ...affirmationOperations, ...controlOperations],
  jobs: [collectEvidence, sweepFiles, sendReminders],
  schedules: [collecting, sweeping, reminding],
  tables,
  migrations: { '0065-compliance': compliance, '0085-compliance-evidence': complianceEvidence, '0086-compliance-wisp': complianceWisp, '0087-compliance-reminders': complianceReminders, '0094-compliance-clocks': complianceClocks, '0095-compliance-catalogues': complianceCatalogues },
  exports: { complianceCatalogues: cataloguesIn, complianceControls: controlsOf, complianceIncidents: incidentsOf, complianceClocks: clocksIn, complianceEvidence: documentsOf, complianceObservations: observationsIn, complianceWisp: plansOf, complianceAffirmations: affirmationsIn },
  idPrefixes: { cch: 'change of a control', csi: 'security incident', ccl: 'clock of an account', cca: 'catalogue of an account', cob: 'observation of evidence', cev: 'file or link that is evidence' },
  notificationKinds: { [CONTRADICTED]: 'Evidence contradicts a control that was assessed as met or partly met.', ...reminderKinds },
  alerts: complianceAlerts,
  evidence: ownEvidence,
  subscribes: [endWithDomains],
  auditActions: {
    'compliance.framework_changed': 'Changed a framework',
    'compliance.catalogue_imported': 'Imported a catalogue of controls',
    'compliance.catalogue_removed': 'Removed a catalogue of controls',
    'compliance.control_changed': 'Changed a control',
    'compliance.controls_changed': 'Changed several controls',
    'compliance.incident_opened': 'Opened a compliance incident',
    'compliance.incident_changed': 'Changed a compliance incident',
    'compliance.clock_added': 'Added a deadline',
    'compliance.clock_removed': 'Removed a deadline',
    'compliance.evidence_added': 'Added evidence',
    'compliance.evidence_withdrawn': 'Withdrew evidence',
    'compliance.evidence_collected': 'Collected evidence',
    'compliance.controls_imported': 'Imported the state of controls',
    'compliance.wisp_changed': 'Changed the information security program',
    'compliance.affirmed': 'Affirmed compliance',
  },
});
