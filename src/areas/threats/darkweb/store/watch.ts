import type { Plan } from '../../../../core/access.ts';
import { registrableDomain } from '../../../../core/domain-name.ts';
import type { Db } from '../../../../store/index.ts';
import { nextTime } from '../../../schedule.ts';
import { tables } from '../tables.ts';

const DAY_MS = 86_400_000;

/** How long after a scan the next one is due, by plan; the free plan has none. */
export const scanEveryMs: Readonly<Record<Plan, number | null>> = { free: null, pro: 7 * DAY_MS, enterprise: DAY_MS };

/** From the first scan that somebody asks for, the domain is asked for regularly. */
export async function watchDarkweb(tx: Db, { accountId, domain, plan }: { accountId: string; domain: { id: string; name: string }; plan: Plan }, now: number): Promise<void> {
  const due_at = nextTime(now, scanEveryMs[plan] ?? 7 * DAY_MS, domain.id);
  await tables(tx).insertInto('darkweb_watch').values({ domain_id: domain.id, account_id: accountId, registrable: registrableDomain(domain.name) ?? domain.name, due_at, missed: null })
    .onConflict(conflict => conflict.column('domain_id').doUpdateSet({ due_at })).execute();
}

/** The watched domains of all accounts on which there are claims that were on the list since then (epoch milliseconds). */
export async function watchedWithClaims(db: Db, since: number): Promise<{ domainId: string; accountId: string; name: string }[]> {
  return tables(db).selectFrom('darkweb_watch').innerJoin('darkweb_claim', 'darkweb_claim.domain', 'darkweb_watch.registrable').innerJoin('domain', 'domain.id', 'darkweb_watch.domain_id')
    .select(['darkweb_watch.domain_id as domainId', 'darkweb_watch.account_id as accountId', 'domain.name']).distinct().where('darkweb_claim.seen_at', '>=', since).orderBy('domainId').execute();
}

/** When the domains are asked for next, by their ids. */
export async function nextScans(db: Db, domainIds: readonly string[]): Promise<Map<string, number>> {
  const rows = domainIds.length === 0 ? [] : await tables(db).selectFrom('darkweb_watch').select(['domain_id', 'due_at']).where('domain_id', 'in', domainIds).execute();
  return new Map(rows.map(row => [row.domain_id, row.due_at]));
}

/** Why the last scheduled scan of the domain did not happen; null where it did. */
export async function missedScan(db: Db, domainId: string): Promise<string | null> {
  return (await tables(db).selectFrom('darkweb_watch').select('missed').where('domain_id', '=', domainId).executeTakeFirst())?.missed ?? null;
}

/** Keeps why a scheduled scan did not happen; null for one that did. */
export async function noteMissed(tx: Db, domainId: string, cause: string | null): Promise<void> {
  await tables(tx).updateTable('darkweb_watch').set({ missed: cause }).where('domain_id', '=', domainId).execute();
}
