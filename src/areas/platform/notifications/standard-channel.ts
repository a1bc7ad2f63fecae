import type { AreaServices } from '../../services.ts';
import type { Db } from '../../../store/index.ts';
import { ownerAddress } from '../account/index.ts';
import { insertChannel } from './channel-store.ts';
import { WEEKLY_REPORT } from './notice.ts';
import { insertRule, type RuleWords } from './rule-store.ts';
import { tables } from './tables.ts';

/** What an owner hears without having set up anything: what is urgent at once, and its end, too; the rest once a day; how the week was. Other `info` stays in the list. */
const standardRules: readonly Omit<RuleWords, 'channelId'>[] = [
  { kinds: ['*'], leastSeverity: 'high', filter: { domainIds: [], groupIds: [], clientIds: [], tags: [] }, endings: true, digest: 'immediate', quiet: null, enabled: true },
  { kinds: ['*'], leastSeverity: 'low', filter: { domainIds: [], groupIds: [], clientIds: [], tags: [] }, endings: false, digest: 'daily', quiet: null, enabled: true },
  { kinds: [WEEKLY_REPORT], leastSeverity: 'info', filter: { domainIds: [], groupIds: [], clientIds: [], tags: [] }, endings: false, digest: 'immediate', quiet: null, enabled: true },
];

/** Gives an account its first channel, e-mails to its first owner, when it is first needed; once, so that one who deletes it is rid of it. */
export async function makeStandardChannel(tx: Db, { newId }: Pick<AreaServices, 'newId'>, accountId: string, now: number): Promise<void> {
  const owner = await ownerAddress(tx, accountId);
  if (owner === null) return;
  const made = await tables(tx).insertInto('standard_channel').values({ account_id: accountId, made_at: now })
    .onConflict(conflict => conflict.doNothing()).returning('account_id').executeTakeFirst();
  if (!made) return;
  const channel = await insertChannel(tx, {
    id: newId('chn'), account_id: accountId, kind: 'email', name: 'E-mail to the owner', target: owner.toLowerCase(), secret: null, state: 'active', confirmed_at: null,
  }, now);
  for (const words of standardRules) await insertRule(tx, { id: newId('rul'), accountId, now }, { ...words, channelId: channel.id });
}

/** Makes it before channels are read. */
export async function ensureStandardChannel({ db, store, newId }: Pick<AreaServices, 'db' | 'store' | 'newId'>, accountId: string, now: number): Promise<void> {
  const made = await tables(db).selectFrom('standard_channel').select('account_id').where('account_id', '=', accountId).executeTakeFirst();
  if (!made) await store.transaction(tx => makeStandardChannel(tx, { newId }, accountId, now));
}
