import type { EvidenceSource } from '../../../evidence-source.ts';
import { incidentObservations } from '../incidents/evidence.ts';
import { planEvidence } from '../wisp/evidence.ts';

/** What this area itself is evidence for. */
export const ownEvidence: EvidenceSource = {
  kinds: ['incidentRecords', 'wisp'],
  scope: 'compliance',
  about: 'account',
  observe: async (db, question) => [...await incidentObservations(db, question), ...await planEvidence(db, question)],
};
