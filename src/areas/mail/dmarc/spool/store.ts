import type { Cursor } from '../../../../core/page.ts';
import { updateMany, type Db } from '../../../../store/index.ts';
import { REFUSED_DAYS, SPOOL_DAYS, type Arrival, type MessageRow, isProven, type MessageState, type MessageSource, type Sender, type SenderState } from './message.ts';
import { tables } from '../tables.ts';

const DAY_MS = 86_400_000;
/** Anyone who has named content stores it, and its message, in far less. */
const UNDER_WAY_MS = 3_600_000;
/** In place of the time: the content is being removed. */
const SWEPT = -1;

/** Names content that is about to be put into `blob`; false while it is being removed from there. */
export async function claimContent(tx: Db, sha256: string, blob: string, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx).insertInto('dmarc_spooled').values({ sha256, blob, spooled_at: now })
    .onConflict(conflict => conflict.column('sha256').doUpdateSet({ blob, spooled_at: now }).where('dmarc_spooled.spooled_at', '>', SWEPT)).executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Content that nobody needs any more, now marked as such: it is older than is kept, belongs to no message, or only to ones refused long ago. */
export async function markSwept(tx: Db, now: number, max: number): Promise<{ sha256: string; blob: string }[]> {
  return tables(tx).updateTable('dmarc_spooled').set({ spooled_at: SWEPT }).where('sha256', 'in', eb => eb.selectFrom('dmarc_spooled').select('sha256')
    .where(where => where.or([
      where('spooled_at', '<', now - SPOOL_DAYS * DAY_MS),
      where.and([
        where('spooled_at', '<', now - UNDER_WAY_MS),
        where.not(where.exists(where.selectFrom('dmarc_message').select('id').whereRef('dmarc_message.sha256', '=', 'dmarc_spooled.sha256')
          .where(of => of.or([of('state', '<>', 'refused'), of('reason', '=', 'fault'), of('spooled_at', '>=', now - REFUSED_DAYS * DAY_MS)])))),
      ]),
    ])).limit(max)).returning(['sha256', 'blob']).execute();
}

/** Forgets content that was removed from the blobs. */
export async function forgetSwept(tx: Db, sha256: string): Promise<void> {
  await tables(tx).deleteFrom('dmarc_spooled').where('sha256', '=', sha256).where('spooled_at', '=', SWEPT).execute();
}

/** The blob that holds a message; null where its bytes are no longer kept. */
export async function blobOf(db: Db, sha256: string): Promise<string | null> {
  const row = await tables(db).selectFrom('dmarc_spooled').select('blob').where('sha256', '=', sha256).where('spooled_at', '>', SWEPT).executeTakeFirst();
  return row?.blob ?? null;
}

/** Which of these messages can be parsed again: their bytes are still there. */
export async function spooledOf(db: Db, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await tables(db).selectFrom('dmarc_spooled').select('sha256').where('sha256', 'in', hashes).where('spooled_at', '>', SWEPT).execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** A message as it stands now. */
export interface Added {
  id: string;
  state: MessageState;
  /** Whether it is to be parsed: it had not come before, or not with a proof of its sender. */
  isToParse: boolean;
}

interface NewMessage {
  id: string;
  accountId: string;
  sha256: string;
  arrival: Arrival;
  now: number;
}

/** Writes down a message that came; one whose bytes the account has already is counted there, and proven there where it now is. */
export async function addMessage(tx: Db, { id, accountId, sha256, arrival, now }: NewMessage): Promise<Added> {
  const { way, bytes, mailboxId = null, name = null, sender } = arrival;
  const row = await insert(tx, {
    ...nothingYet, id, account_id: accountId, sha256, way, mailbox_id: mailboxId, name, sender_domain: sender.domain, authenticated: sender.authenticated,
    bytes: bytes.length, received_at: now, state: 'received', reason: null,
  });
  if (row.id !== id && isProven(sender.authenticated) && !isProven(row.authenticated as SenderState)) {
    await noteSender(tx, row.id, sender);
    await receiveAgain(tx, accountId, row.id);
    return { id: row.id, state: 'received', isToParse: true };
  }
  return { id: row.id, state: row.state as MessageState, isToParse: row.id === id };
}

/** Keeps what proves the sender of a message. */
export async function noteSender(tx: Db, id: string, { domain, authenticated }: Sender): Promise<void> {
  await tables(tx).updateTable('dmarc_message').set({ sender_domain: domain, authenticated }).where('id', '=', id).execute();
}

/** A message that could not be fetched; `sha256` stands for its place. */
export interface Unfetched {
  id: string;
  accountId: string;
  sha256: string;
  way: MessageSource;
  mailboxId: string | null;
  name: string | null;
  bytes: number;
  reason: 'message_too_large' | 'unreadable';
  now: number;
}

/** Writes down a message that could not be fetched; no bytes of it are kept. False where that was written down before. */
export async function addUnfetched(tx: Db, { id, accountId, sha256, way, mailboxId, name, bytes, reason, now }: Unfetched): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx).insertInto('dmarc_message').values({
    ...nothingYet, id, account_id: accountId, sha256, way, mailbox_id: mailboxId, name, sender_domain: null, authenticated: 'none',
    bytes, received_at: now, state: 'refused', reason,
  }).onConflict(conflict => conflict.columns(['account_id', 'sha256']).doNothing()).executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

const nothingYet = { arrivals: 1, kept: 0, duplicates: 0, held: 0, refused: 0, records: 0, bad_records: 0, warnings: '[]', parsed_at: null };

function insert(tx: Db, row: MessageRow): Promise<Pick<MessageRow, 'id' | 'state' | 'authenticated'>> {
  return tables(tx).insertInto('dmarc_message').values(row)
    .onConflict(conflict => conflict.columns(['account_id', 'sha256']).doUpdateSet(eb => ({ arrivals: eb('dmarc_message.arrivals', '+', 1) })))
    .returning(['id', 'state', 'authenticated']).executeTakeFirstOrThrow();
}

/** The message, or null where the account has none of that id. */
export async function findMessage(db: Db, accountId: string, id: string): Promise<MessageRow | null> {
  return await tables(db).selectFrom('dmarc_message').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Which messages a list shows. */
export interface MessageFilter {
  state?: readonly MessageState[] | undefined;
  way?: readonly MessageSource[] | undefined;
  reason?: readonly string[] | undefined;
}

/** Messages of the account, newest first: at most `limit`, after `position`. */
export async function newestMessages(db: Db, accountId: string, { state, way, reason }: MessageFilter, position: Cursor | null, limit: number): Promise<MessageRow[]> {
  return tables(db).selectFrom('dmarc_message').selectAll().where('account_id', '=', accountId)
    .$if(state !== undefined, query => query.where('state', 'in', state!))
    .$if(way !== undefined, query => query.where('way', 'in', way!))
    .$if(reason !== undefined, query => query.where('reason', 'in', reason!))
    .$if(position !== null, query => query.where('id', '<', position!.id)).orderBy('id', 'desc').limit(limit).execute();
}

/** Messages of the account, oldest first: at most `limit`, after the one of that id. */
export async function messagesAfter(db: Db, accountId: string, id: string, limit: number): Promise<MessageRow[]> {
  return tables(db).selectFrom('dmarc_message').selectAll().where('account_id', '=', accountId).where('id', '>', id).orderBy('id').limit(limit).execute();
}

/** What the parsing of a message came to. */
export type Parsed = Pick<MessageRow, 'state' | 'reason' | 'kept' | 'duplicates' | 'held' | 'refused' | 'records' | 'bad_records' | 'warnings' | 'parsed_at'>;

const PARSED = {
  id: 'text', state: 'text', reason: 'text', kept: 'integer', duplicates: 'integer', held: 'integer', refused: 'integer', records: 'bigint', bad_records: 'bigint', warnings: 'text', parsed_at: 'bigint',
} as const satisfies Record<keyof Parsed | 'id', string>;

/** Ends the parsing of messages, by their ids. */
export async function endParsing(tx: Db, messages: readonly (Parsed & { id: string })[]): Promise<void> {
  const rows = messages.map(message => (Object.keys(PARSED) as (keyof typeof PARSED)[]).map(name => message[name]));
  await updateMany(tables(tx), { table: 'dmarc_message', columns: PARSED, rows });
}

/** Messages of the account whose jobs nobody has taken yet, oldest first. */
export async function waitingMessages(db: Db, accountId: string, now: number, max: number): Promise<MessageRow[]> {
  return tables(db).selectFrom('dmarc_message').selectAll('dmarc_message').innerJoin('job', join => join.on('kind', '=', 'dmarcParse').onRef('dedupe_key', '=', 'dmarc_message.id'))
    .where('dmarc_message.account_id', '=', accountId).where('state', '=', 'received').where('attempts', '=', 0).where('run_at', '<=', now).where('lease_until', '<=', now)
    .orderBy('dmarc_message.id').limit(max).execute();
}

/**
 * Ends the wait of messages that no job will parse: theirs was given up. A message begins to wait with its job and ends with it, so
 * there is no other cause. Gives how many there were.
 */
export async function refuseGivenUp(tx: Db, now: number, max: number): Promise<number> {
  const { numUpdatedRows } = await tables(tx).updateTable('dmarc_message').set({ state: 'refused', reason: 'fault', parsed_at: now })
    .where('id', 'in', eb => eb.selectFrom('dmarc_message').select('id').where('state', '=', 'received')
      .where(where => where.not(where.exists(where.selectFrom('job').select('job.id').where('kind', '=', 'dmarcParse').whereRef('dedupe_key', '=', 'dmarc_message.id'))))
      .limit(max)).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Says of a message why it waits: its account has stored as many rows as it may in a day. */
export async function noteWaiting(tx: Db, accountId: string, id: string): Promise<void> {
  await tables(tx).updateTable('dmarc_message').set({ reason: 'rows_used_up' }).where('account_id', '=', accountId).where('id', '=', id).where('state', '=', 'received').execute();
}

/** Has a message wait for a worker again. */
export async function receiveAgain(tx: Db, accountId: string, id: string): Promise<void> {
  await tables(tx).updateTable('dmarc_message').set({ state: 'received', reason: null }).where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** Tells the messages that their reports on a domain are held no longer, because the account has shown that it is its own. */
export async function noteReleased(tx: Db, accountId: string, domainNo: number): Promise<void> {
  const released = await tables(tx).selectFrom('dmarc_report').select(['message', eb => eb.fn.countAll<number | string>().as('reports')])
    .where('domain_no', '=', domainNo).groupBy('message').orderBy('message').execute();
  for (const { message, reports } of released) {
    const count = Number(reports);
    await tables(tx).updateTable('dmarc_message').set(eb => ({
      kept: eb('kept', '+', count), held: eb('held', '-', count), state: 'parsed', reason: null,
    })).where('account_id', '=', accountId).where('id', '=', message).where('held', '>=', count).where('state', 'in', ['held', 'parsed']).execute();
  }
}

/** What came by a way, and how much of it could not be read. */
export interface Arrivals {
  messages: number;
  unreadable: number;
  lastAt: number | null;
}

/** How many messages came by each way since `since`, and the last of them. */
export async function arrivalsOf(db: Db, accountId: string, since: number): Promise<Map<MessageSource, Arrivals>> {
  const rows = await tables(db).selectFrom('dmarc_message')
    .select(['way', eb => eb.fn.countAll<number | string>().as('messages'), eb => eb.fn.max<number>('received_at').as('lastAt')])
    .select(eb => eb.fn.countAll<number | string>().filterWhere('reason', '=', 'unreadable').as('unreadable'))
    .where('account_id', '=', accountId).where('received_at', '>=', since).groupBy('way').execute();
  return new Map(rows.map(({ way, messages, unreadable, lastAt }) => [way as MessageSource, { messages: Number(messages), unreadable: Number(unreadable), lastAt }]));
}
