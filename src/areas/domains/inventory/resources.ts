import { howToAdd } from '../../../core/domain-reference.ts';
import type { Resource } from '../../../core/operation.ts';
import type { AreaServices } from '../../services.ts';
import { findLabel, type LabelRow } from './labels-store.ts';
import type { Db } from '../../../store/index.ts';
import type { SubjectLabels, SubjectType } from '../../subject.ts';
import { findDomain, findReferred, tagsOf, type DomainRow } from './store.ts';

/** A domain of the account, by its name or its id. */
export const domain: Resource<AreaServices, DomainRow> = {
  type: 'domain',
  load: ({ db }, accountId, reference) => findReferred(db, accountId, reference),
  idOf: ({ id }) => id,
  remedy: howToAdd,
};

/** A group of domains of the account, by its id. */
export const group: Resource<AreaServices, LabelRow> = { type: 'group', load: ({ db }, accountId, id) => findLabel(db, 'domain_group', accountId, id) };

/** A client of the account, by its id. */
export const client: Resource<AreaServices, LabelRow> = { type: 'client', load: ({ db }, accountId, id) => findLabel(db, 'client', accountId, id) };

/** What rules and notifications may name of the inventory. */
export const inventorySubjects: readonly SubjectType[] = [
  { type: 'domain', find: findReferred, labels: labelsOfDomain },
  { type: 'group', find: (db, accountId, id) => findLabel(db, 'domain_group', accountId, id) },
  { type: 'client', find: (db, accountId, id) => findLabel(db, 'client', accountId, id) },
];

async function labelsOfDomain(db: Db, accountId: string, id: string): Promise<SubjectLabels | null> {
  const row = await findDomain(db, accountId, id);
  if (!row) return null;
  return { id, groupId: row.group_id, clientId: row.client_id, tags: (await tagsOf(db, [id]))(id) };
}
