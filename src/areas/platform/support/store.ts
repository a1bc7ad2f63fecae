import { sql, type Selectable } from 'kysely';
import type { Cursor } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { lockAccount } from '../account/index.ts';
import { attachmentLimits, type NewAttachment } from './attachments.ts';
import { mailMessage } from './mail-job.ts';
import type { SupportServices } from './services.ts';
import { tables, type SupportTables } from './tables.ts';

export type ThreadRow = Selectable<SupportTables['support_thread']>;
export type MessageRow = Selectable<SupportTables['support_message']>;
export type AttachmentRow = Omit<Selectable<SupportTables['support_attachment']>, 'content'>;

/** Who writes: people of the account, or the operator. */
export type Side = 'account' | 'operator';

/** Bounds of an account. */
const supportLimits = { openThreads: 50, messagesADay: 200, messagesAThread: 500 } as const;
const DAY_MS = 86_400_000;
const ROWS_A_PAGE = 200;

/** A message that is to be kept. */
export interface NewMessage {
  side: Side;
  author: { type: 'person' | 'key'; id: string };
  authorName: string;
  via: 'page' | 'mail';
  text: string;
  attachments: readonly NewAttachment[];
  mailHash?: string;
  now: number;
}

type Writing = Pick<SupportServices, 'newId' | 'counters' | 'queue'>;

/** Opens a thread with its first message. Throws `Problem` where the account has many. */
export async function openThread(tx: Db, services: Writing, accountId: string, subject: string, message: NewMessage): Promise<ThreadRow> {
  await lockAccount(tx, accountId);
  const { count } = await tables(tx).selectFrom('support_thread').select(eb => eb.fn.countAll<number | string>().as('count')).where('account_id', '=', accountId).where('state', '=', 'open').executeTakeFirstOrThrow();
  if (Number(count) >= supportLimits.openThreads) throw new Problem('limit_reached', `The account has ${supportLimits.openThreads} open threads, and that is the most. Close some that are done.`, { limit: supportLimits.openThreads });
  const { now, side } = message;
  const thread = await tables(tx).insertInto('support_thread').values({ id: services.newId('thr'), account_id: accountId, subject, state: 'open', last_side: side, last_message_at: now, created_at: now, closed_at: null }).returningAll().executeTakeFirstOrThrow();
  await addMessage(tx, services, thread, message);
  return thread;
}

/** Adds a message to a thread, opens it again, and has it mailed; null where the same mail is there already. Throws `Problem` beyond a limit. */
export async function addMessage(tx: Db, { newId, counters, queue }: Writing, { id: threadId, account_id: accountId }: Pick<ThreadRow, 'id' | 'account_id'>, message: NewMessage): Promise<MessageRow | null> {
  const { side, author, authorName, via, text, attachments, mailHash = null, now } = message;
  await lockAccount(tx, accountId);
  const { count } = await tables(tx).selectFrom('support_message').select(eb => eb.fn.countAll<number | string>().as('count')).where('thread_id', '=', threadId).executeTakeFirstOrThrow();
  if (Number(count) >= supportLimits.messagesAThread) throw new Problem('limit_reached', `The thread has ${supportLimits.messagesAThread} messages, and that is the most. Open another one.`, { limit: supportLimits.messagesAThread });
  await refuseTooMuch(tx, accountId, attachments);
  const row = await tables(tx).insertInto('support_message').values({
    id: newId('sms'), thread_id: threadId, account_id: accountId, side, author: JSON.stringify(author), author_name: authorName, via, text, mail_hash: mailHash, created_at: now,
  }).onConflict(conflict => conflict.columns(['thread_id', 'mail_hash']).doNothing()).returningAll().executeTakeFirst();
  if (!row) return null;
  if (side === 'account') await spendMessage(tx, counters, accountId, now);
  for (const { name, content } of attachments) await tables(tx).insertInto('support_attachment').values({ id: newId('att'), message_id: row.id, account_id: accountId, name, size: content.length, content }).execute();
  await tables(tx).updateTable('support_thread').set({ state: 'open', closed_at: null, last_side: side, last_message_at: now }).where('id', '=', threadId).execute();
  await markRead(tx, threadId, author.id, now);
  await queue.add(tx, accountId, [mailMessage({ messageId: row.id })]);
  return row;
}

async function refuseTooMuch(tx: Db, accountId: string, attachments: readonly NewAttachment[]): Promise<void> {
  if (attachments.length === 0) return;
  const { bytes } = await tables(tx).selectFrom('support_attachment').select(eb => eb.fn.sum<number | string | null>('size').as('bytes')).where('account_id', '=', accountId).executeTakeFirstOrThrow();
  if (Number(bytes ?? 0) + attachments.reduce((sum, { content }) => sum + content.length, 0) <= attachmentLimits.accountBytes) return;
  throw new Problem('limit_reached', `Files in support threads may have ${attachmentLimits.accountBytes / 1024 / 1024} MiB together. Leave them out, or give an address to download them from.`, { limit: attachmentLimits.accountBytes });
}

async function spendMessage(tx: Db, counters: SupportServices['counters'], accountId: string, now: number): Promise<void> {
  const { spent } = await counters.spend(`support_messages:${accountId}`, now - now % DAY_MS, supportLimits.messagesADay, { count: 1, db: tx });
  if (!spent) throw new Problem('limit_reached', `The account has written ${supportLimits.messagesADay} messages today, and that is the most. Go on tomorrow.`, { limit: supportLimits.messagesADay });
}

/** Says that `reader` has read the thread up to `now`. */
export async function markRead(tx: Db, thread_id: string, reader_id: string, now: number): Promise<void> {
  await tables(tx).insertInto('support_read').values({ thread_id, reader_id, at: now }).onConflict(conflict => conflict.columns(['thread_id', 'reader_id']).doUpdateSet({ at: now })).execute();
}

/** Closes the thread; one that is closed stays as it is. */
export async function closeThread(tx: Db, { id }: ThreadRow, now: number): Promise<void> {
  await tables(tx).updateTable('support_thread').set({ state: 'closed', closed_at: now }).where('id', '=', id).where('state', '=', 'open').execute();
}

/** Which threads are wanted, and by whom: `accountId` is null for the operator, who reads all. */
export interface ThreadFilter {
  accountId: string | null;
  reader: string;
  state?: readonly ('open' | 'closed')[] | undefined;
  unread?: boolean | undefined;
}

export type ListedThread = ThreadRow & { account_name: string; unread: number | boolean };

/** A thread is unread where the other side wrote last, after the reader has read it. */
function threads(db: Db, { accountId, reader, state, unread }: ThreadFilter) {
  const isUnread = sql<number | boolean>`(support_thread.last_side <> ${accountId === null ? 'operator' : 'account'} and support_thread.last_message_at > coalesce(support_read.at, 0))`;
  return tables(db).selectFrom('support_thread').innerJoin('account', 'account.id', 'support_thread.account_id')
    .leftJoin('support_read', join => join.onRef('support_read.thread_id', '=', 'support_thread.id').on('support_read.reader_id', '=', reader))
    .selectAll('support_thread').select(['account.name as account_name', isUnread.as('unread')])
    .$if(accountId !== null, query => query.where('support_thread.account_id', '=', accountId!))
    .$if(state !== undefined, query => query.where('support_thread.state', 'in', state!))
    .$if(unread !== undefined, query => query.where(isUnread, unread ? 'is' : 'is not', sql<boolean>`true`));
}

/** Threads, the last message first: at most `limit`, after `position`. */
export async function newestThreads(db: Db, filter: ThreadFilter, position: Cursor | null, limit: number): Promise<ListedThread[]> {
  return threads(db, filter)
    .$if(position !== null, query => query.where(eb => eb(eb.refTuple('support_thread.last_message_at', 'support_thread.id'), '<', eb.tuple(position!.at, position!.id))))
    .orderBy('support_thread.last_message_at', 'desc').orderBy('support_thread.id', 'desc').limit(limit).execute();
}

/** How many threads the reader has not read. */
export async function countUnread(db: Db, filter: Pick<ThreadFilter, 'accountId' | 'reader'>): Promise<number> {
  const { count } = await tables(db).selectFrom(threads(db, { ...filter, unread: true }).as('unread')).select(eb => eb.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** The thread as the reader sees it; null where there is none, or it is of another account. */
export async function findThread(db: Db, filter: Pick<ThreadFilter, 'accountId' | 'reader'>, id: string): Promise<ListedThread | null> {
  return await threads(db, filter).where('support_thread.id', '=', id).executeTakeFirst() ?? null;
}

/** The messages of a thread, oldest first, with their files. */
export async function messagesOf(db: Db, threadId: string): Promise<(MessageRow & { attachments: AttachmentRow[] })[]> {
  const messages = await tables(db).selectFrom('support_message').selectAll().where('thread_id', '=', threadId).orderBy('id').limit(supportLimits.messagesAThread).execute();
  const files = messages.length === 0 ? [] : await tables(db).selectFrom('support_attachment').select(['id', 'message_id', 'account_id', 'name', 'size']).where('message_id', 'in', messages.map(({ id }) => id)).orderBy('id').execute();
  return messages.map(message => ({ ...message, attachments: files.filter(({ message_id }) => message_id === message.id) }));
}

/** A file of the account's threads, of any account where `accountId` is null; null where there is none. */
export async function findAttachment(db: Db, accountId: string | null, id: string): Promise<Selectable<SupportTables['support_attachment']> | null> {
  return await tables(db).selectFrom('support_attachment').selectAll().where('id', '=', id).$if(accountId !== null, query => query.where('account_id', '=', accountId!)).executeTakeFirst() ?? null;
}

/** The e-mail address of a person; null for one that is gone. */
export async function addressOf(db: Db, personId: string): Promise<string | null> {
  return (await tables(db).selectFrom('auth_user').select('email').where('id', '=', personId).executeTakeFirst())?.email ?? null;
}

/** Everything that the account has written and read in threads; files by name and size. */
export async function* threadsOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let last = '';;) {
    const rows = await tables(db).selectFrom('support_thread').selectAll().where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS_A_PAGE).execute();
    for (const { account_id: _, ...thread } of rows) {
      const messages = await messagesOf(db, thread.id);
      yield { ...thread, messages: messages.map(({ side, author_name, via, text, created_at, attachments }) => ({ side, author: author_name, via, text, created_at, attachments: attachments.map(({ name, size }) => ({ name, size })) })) };
    }
    if (rows.length < ROWS_A_PAGE) return;
    last = rows.at(-1)!.id;
  }
}
