import type { Db } from '../../../store/index.ts';
import { channelKinds, type ChannelKindName } from './channel-kinds.ts';
import { newestChannels } from './channel-store.ts';
import { presentRule } from './shapes.ts';
import { newestRules } from './rule-store.ts';
import { tables } from './tables.ts';

const ROWS = 500;
/** An account has fewer channels and rules than this. */
const MOST = 1000;

/** The channels of the account, without what is secret of them, for the export of everything that an account holds. */
export async function* channelsOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (const { id, kind, name, target, state, cause, created_at } of await newestChannels(db, accountId, null, MOST)) {
    const { secret } = channelKinds[kind as ChannelKindName].target;
    yield { id, kind, name, target: secret ? null : target, state, cause, createdAt: new Date(created_at).toISOString() };
  }
}

/** The rules of the account. */
export async function* rulesOf(db: Db, accountId: string): AsyncGenerator<object> {
  yield* (await newestRules(db, accountId, null, MOST)).map(presentRule);
}

/** What the account was notified of, oldest first. */
export async function* notificationsOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let last = '';;) {
    const rows = await tables(db).selectFrom('notification').select(['id', 'kind', 'severity', 'subject_type', 'subject_id', 'title', 'body', 'data', 'created_at'])
      .where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS).execute();
    yield* rows.map(({ created_at, data, ...row }) => ({ ...row, data: JSON.parse(data) as unknown, createdAt: new Date(created_at).toISOString() }));
    if (rows.length < ROWS) return;
    last = rows.at(-1)!.id;
  }
}
