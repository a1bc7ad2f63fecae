import { defineArea } from '../../area.ts';
import { controlOperations } from './controls/operations.ts';
import { documentOperations } from './documents/operations.ts';
import { sweepFiles, sweeping } from './documents/files.ts';
import { complianceAlerts, CONTRADICTED } from './evidence/alerts.ts';
import { collectEvidence, collecting, endWithDomains } from './evidence/collect.ts';
import { observationOperations } from './evidence/operations.ts';
import { exchangeOperations } from './exchange/operations.ts';
import { controlsOf, documentsOf, incidentsOf, observationsIn } from './export.ts';
import { frameworkOperations } from './frameworks/operations.ts';
import { incidentEvidence } from './incidents/evidence.ts';
import { incidentOperations } from './incidents/operations.ts';
import { compliance } from './migrations/0065-compliance.ts';
import { complianceEvidence } from './migrations/0085-compliance-evidence.ts';
import type { ComplianceServices } from './services.ts';
import { tables } from './tables.ts';

/** Frameworks that apply to the account, how far each control is met, and incidents with their legal clocks. */
export const complianceArea = defineArea<ComplianceServices>()({
  id: 'compliance',
  group: 'assurance',
  topics: { compliance: 'Controls of compliance frameworks with progress and score, and security incidents with their reporting duties.' },
  operations: [...frameworkOperations, ...incidentOperations, ...documentOperations, ...observationOperations, ...exchangeOperations, ...controlOperations],
  jobs: [collectEvidence, sweepFiles],
  schedules: [collecting, sweeping],
  tables,
  migrations: { '0065-compliance': compliance, '0085-compliance-evidence': complianceEvidence },
  exports: { complianceControls: controlsOf, complianceIncidents: incidentsOf, complianceEvidence: documentsOf, complianceObservations: observationsIn },
  idPrefixes: { cch: 'change of a control', csi: 'security incident', cob: 'observation of evidence', cev: 'file or link that is evidence' },
  notificationKinds: { [CONTRADICTED]: 'Evidence contradicts a control that was assessed as met or partly met.' },
  alerts: complianceAlerts,
  evidence: incidentEvidence,
  subscribes: [endWithDomains],
  auditActions: ['compliance.framework_changed', 'compliance.control_changed', 'compliance.controls_changed', 'compliance.incident_opened', 'compliance.incident_changed', 'compliance.evidence_added', 'compliance.evidence_withdrawn', 'compliance.evidence_collected', 'compliance.controls_imported'],
});
