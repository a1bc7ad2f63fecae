import { lockAccount } from '../../../platform/account/index.ts';
import { ownedBy } from '../../../domains/ownership/index.ts';
import { oneOf, type Db } from '../../../../store/index.ts';
import type { Heading } from '../parse/shapes.ts';
import type { KeepOutcome } from './shapes.ts';
import { tables } from '../tables.ts';

/** How many reports of an account wait for a proof of ownership, and how many bytes of messages, before more of them are refused. */
const heldLimits = { reports: 1000, bytes: 256 * 1024 * 1024 };

/** A report whose domain is not the account's yet. */
export interface ToHold extends Heading {
  message: string;
}

/** Has the messages of reports wait for the proof that their domains are the account's; tells what became of each, in their order. */
export async function holdReports(tx: Db, accountId: string, given: readonly ToHold[], now: number): Promise<KeepOutcome[]> {
  if (given.length === 0) return [];
  // A proof that comes at the same moment sees what is held, or is seen here.
  await lockAccount(tx, accountId);
  const outcomes: KeepOutcome[] = [];
  const owned = new Map<string, boolean>();
  const budget = await budgetOf(tx, accountId);
  for (const { message, domain, kind, organization } of given) {
    if (!owned.has(domain)) {
      owned.set(domain, await ownedBy(tx, accountId, domain, now) !== null);
      if (!owned.get(domain)) await hide(tx, accountId, domain, now);
    }
    const outcome = owned.get(domain) ? 'again' : budget.reports-- <= 0 || budget.bytes <= 0 ? 'refused' : 'held';
    if (outcome === 'held') {
      await tables(tx).insertInto('dmarc_held').values({ account_id: accountId, domain, message, kind, organization, held_since: now }).onConflict(conflict => conflict.doNothing()).execute();
    }
    outcomes.push(outcome);
  }
  return outcomes;
}

async function budgetOf(tx: Db, accountId: string): Promise<{ reports: number; bytes: number }> {
  const held = tables(tx).selectFrom('dmarc_held').where('account_id', '=', accountId);
  const { reports } = await held.select(eb => eb.fn.countAll<number | string>().as('reports')).executeTakeFirstOrThrow();
  const { bytes } = await tables(tx).selectFrom('dmarc_message').select(eb => eb.fn.sum<number | string | null>('bytes').as('bytes')).where('id', 'in', held.select('message').distinct()).executeTakeFirstOrThrow();
  return { reports: heldLimits.reports - Number(reports), bytes: heldLimits.bytes - Number(bytes ?? 0) };
}

/** What was counted of a domain before the account lost it shows no longer. */
async function hide(tx: Db, accountId: string, domain: string, now: number): Promise<void> {
  await tables(tx).updateTable('dmarc_domain').set({ held_since: now }).where('account_id', '=', accountId).where('name', '=', domain).where('held_since', 'is', null).execute();
}

/** Forgets what was held of a message, which is read again. */
export async function forgetHeld(tx: Db, accountId: string, message: string): Promise<void> {
  await tables(tx).deleteFrom('dmarc_held').where('account_id', '=', accountId).where('message', '=', message).execute();
}

/** Messages, of `among` where it is given, that wait for domains which the account owns now. */
export async function provenMessages(tx: Db, accountId: string, now: number, among: readonly string[] | null = null): Promise<string[]> {
  await lockAccount(tx, accountId);
  const held = tables(tx).selectFrom('dmarc_held').where('account_id', '=', accountId).$if(among !== null, query => query.where(oneOf(tables(tx), 'message', 'text', among!)));
  const domains = await held.select('domain').distinct().execute();
  const proven: string[] = [];
  for (const { domain } of domains) if (await ownedBy(tx, accountId, domain, now) !== null) proven.push(domain);
  if (proven.length === 0) return [];
  const rows = await held.select('message').distinct().where('domain', 'in', proven).orderBy('message').execute();
  return rows.map(({ message }) => message);
}
