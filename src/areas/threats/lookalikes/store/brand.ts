import { latestResult } from '../../../domains/history/index.ts';
import type { Db } from '../../../../store/index.ts';
import { likenessTo } from '../score/likeness.ts';
import type { Brand } from '../score/score.ts';
import { tables } from '../tables.ts';

/** The domain that lookalikes are judged against. */
export interface WatchedBrand extends Brand {
  accountId: string;
  domainId: string;
  domain: string;
}

/** What is known of the domain of the account and of what else belongs to it; null where there is no such domain. */
export async function loadBrand(db: Db, domainId: string): Promise<WatchedBrand | null> {
  const row = await tables(db).selectFrom('domain').select(['account_id', 'name']).where('id', '=', domainId).executeTakeFirst();
  if (!row) return null;
  const owned = await tables(db).selectFrom('domain').select('name').where('account_id', '=', row.account_id).execute();
  const latest = await latestResult(db, domainId);
  const createdAt = latest?.result.records.registration.createdAt ?? null;
  return {
    accountId: row.account_id, domainId, domain: row.name,
    likeness: likenessTo(row.name), createdAt: createdAt === null ? null : Date.parse(createdAt), isOwn: ownershipBy(owned.map(({ name }) => name)),
  };
}

/** Whether a host is one of `domains` or below one; takes as long as the host has labels. */
function ownershipBy(domains: readonly string[]): (host: string) => boolean {
  const own = new Set(domains);
  return host => {
    for (let name = host; name !== ''; name = name.includes('.') ? name.slice(name.indexOf('.') + 1) : '') if (own.has(name)) return true;
    return false;
  };
}
