import type { Resource } from '../../../core/operation.ts';
import type { AreaContext } from '../../../store/index.ts';
import { findLabel, type LabelRow } from './labels-store.ts';
import { findDomain, type DomainRow } from './store.ts';

/** A domain of the account, by its id. */
export const domain: Resource<AreaContext, DomainRow> = { type: 'domain', load: ({ db }, accountId, id) => findDomain(db, accountId, id) };

/** A group of domains of the account, by its id. */
export const group: Resource<AreaContext, LabelRow> = { type: 'group', load: ({ db }, accountId, id) => findLabel(db, 'domain_group', accountId, id) };

/** A client of the account, by its id. */
export const client: Resource<AreaContext, LabelRow> = { type: 'client', load: ({ db }, accountId, id) => findLabel(db, 'client', accountId, id) };
