import type { Speak } from '../../../core/texts.ts';
import type { Queue } from '../../../store/index.ts';
import { textsOfAccount } from '../../platform/account/index.ts';
import { domainsDeleting } from '../inventory/index.ts';
import { noticeOf } from './notice.ts';
import { UNSETTLED } from './store.ts';
import { tables } from './tables.ts';
import { eventsTexts } from './texts.ts';

/** Has the end of the events told that go with their domain, for those who keep them as under way. */
export const endWithDomains = domainsDeleting.heardBy<{ queue: Queue; speak: Speak }>(async (tx, { queue, speak }, { accountId, domainIds }) => {
  const events = await tables(tx).selectFrom('domain_event').selectAll().where('account_id', '=', accountId).where('domain_id', 'in', domainIds).where('state', 'in', UNSETTLED)
    .orderBy('id').execute();
  const texts = await textsOfAccount({ db: tx, speak }, eventsTexts, accountId);
  await queue.add(tx, accountId, events.map(event => noticeOf(texts, event, 'resolved', 'domainDeleted')));
});
