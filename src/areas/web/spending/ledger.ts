import { sql } from 'kysely';
import type { Db } from '../../../store/index.ts';
import { tables } from './tables.ts';

const DAY_MS = 86_400_000;
const ALL = 'all';
const MICROS = 1_000_000;

/** What is about to be asked of a provider; `most` is how many requests for the purpose the account may make on a day (UTC). */
export interface Spend {
  purpose: string;
  provider: string;
  requests: number;
  usd: number;
  most: number;
}

/** What was asked of a provider over some days. */
export interface Spent {
  provider: string;
  requests: number;
  usd: number;
}

/** Counts what is about to be asked for, in `tx`; false where it is more than the account may ask for today, and then nothing was counted. */
export async function spend(tx: Db, accountId: string, { purpose, provider, requests, usd, most }: Spend, now: number): Promise<boolean> {
  if (requests > most) return false;
  const row = { account_id: accountId, purpose, day: beginningOf(now), requests, micro_usd: Math.round(usd * MICROS) };
  const add = (of: string, limit: number) => tables(tx).insertInto('provider_spending').values({ ...row, provider: of })
    .onConflict(conflict => conflict.columns(['account_id', 'purpose', 'day', 'provider']).doUpdateSet(eb => ({
      requests: eb('provider_spending.requests', '+', requests), micro_usd: eb('provider_spending.micro_usd', '+', row.micro_usd),
    })).where('provider_spending.requests', '<=', limit - requests)).returning('requests').executeTakeFirst();
  if (await add(ALL, most) === undefined) return false;
  await add(provider, Number.MAX_SAFE_INTEGER);
  return true;
}

/** Gives back what was counted at `at` and never asked for. */
export async function giveBack(tx: Db, accountId: string, { purpose, provider, requests, usd }: Omit<Spend, 'most'>, at: number): Promise<void> {
  await tables(tx).updateTable('provider_spending').set(eb => ({ requests: eb('requests', '-', requests), micro_usd: eb('micro_usd', '-', Math.round(usd * MICROS)) }))
    .where('account_id', '=', accountId).where('purpose', '=', purpose).where('day', '=', beginningOf(at)).where('provider', 'in', [ALL, provider]).execute();
}

/** What the account has spent for the purpose since the beginning of a day, in US dollars. */
export async function usdSince(db: Db, accountId: string, purpose: string, day: number): Promise<number> {
  const { micros } = await tables(db).selectFrom('provider_spending').select(sql<number | string | null>`sum(micro_usd)`.as('micros'))
    .where('account_id', '=', accountId).where('purpose', '=', purpose).where('provider', '=', ALL).where('day', '>=', day).executeTakeFirstOrThrow();
  return Number(micros ?? 0) / MICROS;
}

/** What the account has asked of each provider for the purpose, on the last `days` days, today included. */
export async function spentOn(db: Db, accountId: string, purpose: string, { days, now }: { days: number; now: number }): Promise<Spent[]> {
  const rows = await tables(db).selectFrom('provider_spending').select(['provider', sql<number | string>`sum(requests)`.as('requests'), sql<number | string>`sum(micro_usd)`.as('micros')])
    .where('account_id', '=', accountId).where('purpose', '=', purpose).where('provider', '<>', ALL).where('day', '>', beginningOf(now) - days * DAY_MS).groupBy('provider').orderBy('provider').execute();
  return rows.map(({ provider, requests, micros }) => ({ provider, requests: Number(requests), usd: Number(micros) / MICROS }));
}

/** The ledger of the account, for the export of everything that it holds. */
export async function* spendingOf(db: Db, accountId: string): AsyncGenerator<object> {
  yield* await tables(db).selectFrom('provider_spending').select(['purpose', 'provider', 'day', 'requests', 'micro_usd']).where('account_id', '=', accountId).where('provider', '<>', ALL).orderBy('day').orderBy('purpose').orderBy('provider').execute();
}

function beginningOf(now: number): number {
  return now - now % DAY_MS;
}
