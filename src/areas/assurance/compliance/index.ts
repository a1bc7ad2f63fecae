import { defineArea } from '../../area.ts';
import { controlOperations } from './controls/operations.ts';
import { controlsOf, incidentsOf } from './export.ts';
import { frameworkOperations } from './frameworks/operations.ts';
import { incidentOperations } from './incidents/operations.ts';
import { compliance } from './migrations/0065-compliance.ts';
import type { ComplianceServices } from './services.ts';
import { tables } from './tables.ts';

/** Frameworks that apply to the account, how far each control is met, and incidents with their legal clocks. */
export const complianceArea = defineArea<ComplianceServices>()({
  id: 'compliance',
  group: 'assurance',
  topics: { compliance: 'Controls of compliance frameworks with progress and score, and security incidents with their reporting duties.' },
  operations: [...frameworkOperations, ...incidentOperations, ...controlOperations],
  tables,
  migrations: { '0065-compliance': compliance },
  exports: { complianceControls: controlsOf, complianceIncidents: incidentsOf },
  idPrefixes: { cch: 'change of a control', csi: 'security incident' },
  auditActions: ['compliance.framework_changed', 'compliance.control_changed', 'compliance.controls_changed', 'compliance.incident_opened', 'compliance.incident_changed'],
});
