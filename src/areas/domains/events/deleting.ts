import type { Queue } from '../../../store/index.ts';
import type { OnDeleting } from '../inventory/index.ts';
import { noticeOf } from './notice.ts';
import { UNSETTLED } from './store.ts';

/** Has the end of the events told that go with their domain, for those who keep them as under way. */
export function createFarewell({ queue }: { queue: Queue }): OnDeleting {
  return async (tx, accountId, domainIds) => {
    const events = await tx.selectFrom('domain_event').selectAll().where('account_id', '=', accountId).where('domain_id', 'in', domainIds).where('state', 'in', UNSETTLED)
      .orderBy('id').execute();
    await queue.add(tx, accountId, events.map(event => noticeOf(event, 'resolved', 'domainDeleted')));
  };
}
