import { known, type Caller } from '../../../core/access.ts';
import type { Resource } from '../../../core/operation.ts';
import type { DomainsServices } from '../inventory/index.ts';
import type { By, EventRow } from './shapes.ts';
import { findEvent } from './store.ts';

/** An event of the account, by its id. */
export const event: Resource<DomainsServices, EventRow> = { type: 'domain event', load: ({ db }, accountId, id) => findEvent(db, accountId, id) };

/** The caller as events and change windows name it. */
export function byOf(caller: Caller): By {
  const who = known(caller);
  return who.kind === 'key' ? { type: 'key', id: who.keyId } : { type: 'person', id: who.userId };
}
