import type { Resource } from '../../../../core/operation.ts';
import type { ComplianceServices } from '../services.ts';
import { findIncident, type IncidentRow } from './store.ts';

/** An incident of the account. */
export const incident: Resource<ComplianceServices, IncidentRow> = { type: 'compliance incident', load: ({ db }, accountId, id) => findIncident(db, accountId, id) };
