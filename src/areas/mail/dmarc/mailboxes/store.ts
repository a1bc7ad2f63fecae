import type { Selectable } from 'kysely';
import { planCovers, type Plan } from '../../../../core/access.ts';
import type { MailboxAccess, MailboxFault } from '../../../../core/outside/mailbox.ts';
import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { splitAccess } from './input.ts';
import type { MailboxesServices } from './services.ts';
import { tables, type DmarcTables } from '../tables.ts';

export type MailboxRow = Selectable<DmarcTables['dmarc_mailbox']>;

/** The mailbox, or null where the account has none of that id. */
export async function findMailbox(db: Db, accountId: string, id: string): Promise<MailboxRow | null> {
  return await tables(db).selectFrom('dmarc_mailbox').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Mailboxes of the account, newest first: at most `limit`, after `position`. */
export async function newestMailboxes(db: Db, accountId: string, position: Cursor | null, limit: number): Promise<MailboxRow[]> {
  return tables(db).selectFrom('dmarc_mailbox').selectAll().where('account_id', '=', accountId)
    .$if(position !== null, query => query.where('id', '<', position!.id)).orderBy('id', 'desc').limit(limit).execute();
}

/** Adds a mailbox that is polled at once. */
export async function insertMailbox(
  tx: Db, { sealer }: Pick<MailboxesServices, 'sealer'>, { id, accountId, name, access, now }: { id: string; accountId: string; name: string; access: MailboxAccess; now: number },
): Promise<MailboxRow> {
  const { settings, secret } = splitAccess(access);
  return tables(tx).insertInto('dmarc_mailbox').values({
    id, account_id: accountId, kind: access.kind, name, settings: JSON.stringify(settings), secret: sealer.seal(JSON.stringify(secret), id),
    cursor: null, cause: null, failing_since: null, checked_at: null, due_at: now, created_at: now,
  }).returningAll().executeTakeFirstOrThrow();
}

/** Everything that opens the mailbox; null where its secret was sealed with another key. */
export function accessOf({ id, kind, settings, secret }: MailboxRow, { sealer }: Pick<MailboxesServices, 'sealer'>): MailboxAccess | null {
  const opened = sealer.open(secret, id);
  return opened === null ? null : { kind, ...JSON.parse(settings) as object, ...JSON.parse(opened) as object } as MailboxAccess;
}

export async function deleteMailbox(tx: Db, { id, account_id }: MailboxRow): Promise<void> {
  await tables(tx).deleteFrom('dmarc_mailbox').where('account_id', '=', account_id).where('id', '=', id).execute();
}

/** Takes up to `max` mailboxes that are due, each with the time at which it is due next, and gives those whose account has them in its plan. */
export async function takeDueMailboxes(tx: Db, now: number, nextAt: (id: string) => number, max: number): Promise<Pick<MailboxRow, 'id' | 'account_id'>[]> {
  const due = await tables(tx).selectFrom('dmarc_mailbox').innerJoin('account', 'account.id', 'dmarc_mailbox.account_id').select(['dmarc_mailbox.id', 'account_id', 'plan'])
    .where('due_at', '<=', now).orderBy('due_at').limit(max).execute();
  const taken = [];
  for (const row of due.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const { numUpdatedRows } = await tables(tx).updateTable('dmarc_mailbox').set({ due_at: nextAt(row.id) }).where('id', '=', row.id).where('due_at', '<=', now).executeTakeFirst();
    if (numUpdatedRows === 1n && planCovers(row.plan as Plan, 'pro')) taken.push(row);
  }
  return taken;
}

/** Keeps up to where everything of the mailbox was taken. */
export async function noteCursor(db: Db, { id }: Pick<MailboxRow, 'id'>, cursor: string): Promise<void> {
  await tables(db).updateTable('dmarc_mailbox').set({ cursor }).where('id', '=', id).execute();
}

/** Stores how a poll of the mailbox ended; a fault delays the next one where the server asks for it. */
export async function notePoll(tx: Db, { id }: Pick<MailboxRow, 'id'>, fault: MailboxFault | null, now: number): Promise<void> {
  await tables(tx).updateTable('dmarc_mailbox').set(eb => (fault === null
    ? { checked_at: now, cause: null, failing_since: null }
    : {
      checked_at: now, cause: fault.cause, failing_since: eb.fn.coalesce('failing_since', eb.val(now)),
      ...(fault.retryAfterMs === undefined ? {} : { due_at: now + fault.retryAfterMs }),
    })).where('id', '=', id).execute();
}
