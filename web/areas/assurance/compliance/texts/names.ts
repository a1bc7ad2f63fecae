import { defineTexts } from '../../../../language/index.ts';

/** Labels of the first load. */
export const names = defineTexts('assurance/compliance/names', () => ({ compliance: 'Compliance', complianceAlso: 'audit frameworks controls cmmc nist evidence policies', notices: { 'compliance.contradicted': 'Contradicted controls', 'compliance.due': 'Compliance tasks', 'compliance.evidence_stale': 'Stale evidence', 'compliance.incident_due': 'Reporting duties' } }));
