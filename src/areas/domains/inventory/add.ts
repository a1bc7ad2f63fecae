import type { Account } from '../../../core/access.ts';
import { parseDomain } from '../../../core/domain-name.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import type { DomainsServices } from './services.ts';
import { dueAfter, intervalOf } from './interval.ts';
import { inventoryFull, remainingDomains } from './quota.ts';
import type { NewDomain } from './shapes.ts';
import { findDomain, insertDomains, type DomainRow } from './store.ts';
import { tables } from './tables.ts';
import { lockAccount } from '../../platform/account/index.ts';

/** Adds a domain of which name and interval were judged; throws `Problem` where it is there already, or there is no room. */
export async function addDomain(tx: Db, { plans, newId }: Pick<DomainsServices, 'plans' | 'newId'>, account: Account, given: NewDomain, now: number): Promise<DomainRow> {
  const name = nameOf(given.name);
  await lockAccount(tx, account.id);
  const there = await tables(tx).selectFrom('domain').select('id').where('account_id', '=', account.id).where('name', '=', name).executeTakeFirst();
  if (there) throw new Problem('already_exists', `${name} is in the inventory already.`, { id: there.id });
  if (await remainingDomains(tx, account, plans) < 1) throw inventoryFull(account, plans);
  const { note, tags = [], group, client, profile, dkimSelectors, monitored = true, intervalMinutes = null } = given;
  const id = newId('dom');
  const due_at = monitored ? dueAfter(now, intervalOf(plans, account.plan, intervalMinutes), id, now) : null;
  await insertDomains(tx, [{
    id, account_id: account.id, name, due_at, created_at: now, note: note || null, tags, group_id: group, client_id: client, profile, selectors: dkimSelectors, interval_minutes: intervalMinutes,
  }]);
  return (await findDomain(tx, account.id, id))!;
}

function nameOf(input: string): string {
  const parsed = parseDomain(input);
  if (!parsed.ok) throw new TypeError('The name was not judged.');
  return parsed.domain;
}
