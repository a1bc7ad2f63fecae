import type { AreaServices } from '../../services.ts';
import { channelStateOf } from './shapes.ts';
import type { NotificationsServices } from './services.ts';
import { ensureStandardChannel } from './standard-channel.ts';
import { tables } from './tables.ts';

/** How many channels of the account bring notifications to people, fail to, cannot because no mail server is set up, wait for consent, or are off. */
export type ChannelsByState = Record<'active' | 'failing' | 'notConfigured' | 'unconfirmed' | 'disabled', number>;

/** Counts the channels of the account; `now` in epoch milliseconds. */
export async function channelsByState(services: Pick<AreaServices, 'db' | 'store' | 'newId'> & Pick<NotificationsServices, 'mailer'>, accountId: string, now: number): Promise<ChannelsByState> {
  await ensureStandardChannel(services, accountId, now);
  const rows = await tables(services.db).selectFrom('channel').select(['kind', 'state', 'failing_since', ({ fn }) => fn.countAll<number | string>().as('channels')])
    .where('account_id', '=', accountId).groupBy(['kind', 'state', 'failing_since']).execute();
  const counts: ChannelsByState = { active: 0, failing: 0, notConfigured: 0, unconfirmed: 0, disabled: 0 };
  for (const row of rows) {
    const state = channelStateOf(row, services.mailer);
    counts[state === 'active' && row.failing_since !== null ? 'failing' : state] += Number(row.channels);
  }
  return counts;
}
