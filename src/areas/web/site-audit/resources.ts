import type { Resource } from '../../../core/operation.ts';
import type { SiteAuditServices } from './services.ts';
import { findAudit, type AuditRow } from './store/audits.ts';

/** An audit of the account, by its id, which is that of its run. */
export const audit: Resource<SiteAuditServices, AuditRow> = {
  type: 'site audit',
  load: ({ db }, accountId, id) => findAudit(db, accountId, id),
};
