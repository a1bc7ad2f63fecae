import type { Queue } from '../../../store/index.ts';
import { domainsDeleting } from '../inventory/index.ts';
import { noticeOf } from './notice.ts';
import { UNSETTLED } from './store.ts';
import { tables } from './tables.ts';

/** Has the end of the events told that go with their domain, for those who keep them as under way. */
export const endWithDomains = domainsDeleting.heardBy<{ queue: Queue }>(async (tx, { queue }, { accountId, domainIds }) => {
  const events = await tables(tx).selectFrom('domain_event').selectAll().where('account_id', '=', accountId).where('domain_id', 'in', domainIds).where('state', 'in', UNSETTLED)
    .orderBy('id').execute();
  await queue.add(tx, accountId, events.map(event => noticeOf(event, 'resolved', 'domainDeleted')));
});
