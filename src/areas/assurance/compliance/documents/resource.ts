import type { Resource } from '../../../../core/operation.ts';
import type { ComplianceServices } from '../services.ts';
import { findDocument, type DocumentRow } from './store.ts';

/** A file or link of the account that is evidence. */
export const document: Resource<ComplianceServices, DocumentRow> = { type: 'compliance evidence', load: ({ db }, accountId, id) => findDocument(db, accountId, id) };
