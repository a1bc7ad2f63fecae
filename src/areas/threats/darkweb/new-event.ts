import type { Severity } from '../../../core/finding.ts';
import type { IncidentRow } from './store/incidents.ts';
import type { EventKind } from './words.ts';

/** An incident that is new or has grown. */
export interface NewEvent {
  kind: EventKind;
  severity: Severity;
  incident: Pick<IncidentRow, 'id' | 'kind' | 'title' | 'fields' | 'sensitive'>;
  /** How many addresses, computers or records are new; null where the source does not count. */
  added: number | null;
}
