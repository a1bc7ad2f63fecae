import type { Db } from '../../../../store/index.ts';
import type { EvidenceQuestion, Observation } from '../../../evidence-source.ts';
import { openWithDuties } from './duties.ts';
import { incidentsFrom } from './store.ts';

/** Whether incidents are recorded, and their duties fulfilled in time: one that is overdue contradicts. */
export async function incidentObservations(db: Db, { accountId, now }: Pick<EvidenceQuestion, 'accountId' | 'now'>): Promise<Observation[]> {
  const [newest] = await incidentsFrom(db, accountId, undefined, null, 1);
  if (!newest) return [];
  const open = await openWithDuties(db, accountId, now);
  const overdue = open.flatMap(({ title, obligations }) => obligations.filter(duty => duty.overdue && duty.applies === 'yes').map(duty => ({ id: 'incident.overdue', severity: 'high' as const, title: `${title}: ${duty.title}` })));
  return [{ kind: 'incidentRecords', domain: null, observedAt: open.length > 0 ? now : newest.changed_at, verdict: overdue.length > 0 ? 'contradicts' : 'supports', findings: overdue, path: '/compliance/incidents' }];
}
