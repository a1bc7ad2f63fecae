import type { Email } from '../../../core/outside/mail.ts';
import type { Db } from '../../../store/index.ts';
import type { JobHandler } from '../../job.ts';
import { textsOfPerson } from '../account/index.ts';
import { mailMessage, mailPerson } from './mail-job.ts';
import { replyAddressFor } from './reply-address.ts';
import type { SupportServices } from './services.ts';
import { messagesOf, type AttachmentRow, type MessageRow, type ThreadRow } from './store.ts';
import { tables } from './tables.ts';
import { supportTexts, type SupportTexts } from './texts.ts';

/** What one e-mail tells. */
export interface Outgoing {
  thread: Pick<ThreadRow, 'id' | 'subject'>;
  message: Pick<MessageRow, 'id' | 'side' | 'author_name' | 'text'> & { attachments: readonly Pick<AttachmentRow, 'name'>[] };
  to: string;
  /** Where a reply goes; null where none are taken by mail. */
  replyTo: string | null;
  url: string;
}

/** A message of a thread as an e-mail. Pure. */
export function emailOf(texts: SupportTexts, { thread, message, to, replyTo, url }: Outgoing): Email {
  const author = message.side === 'operator' ? texts.operator : message.author_name;
  const lines = [
    replyTo === null ? texts.onPage : texts.above(thread.id), ...(replyTo === null ? [url] : []), '',
    texts.wrote(author), '', message.text, '',
    ...(message.attachments.length > 0 ? [texts.attached(message.attachments.map(({ name }) => name)), ''] : []),
    texts.open, url,
  ];
  return { to, subject: texts.subject(thread.subject, thread.id), text: `${lines.join('\n')}\n`, id: `${message.id}.${thread.id}`, ...(replyTo === null ? {} : { replyTo }) };
}

/** Who hears of a message: of one by the account those who run the service, of one by these those of the account who wrote in the thread, or its owners. */
async function readersOf(db: Db, { thread_id, account_id, side }: MessageRow): Promise<string[]> {
  const people = tables(db).selectFrom('auth_user').innerJoin('account', 'account.id', 'auth_user.accountId').select(['auth_user.id', 'auth_user.role']);
  if (side === 'account') return (await people.where('account.operator', '=', 1).where('auth_user.role', 'in', ['owner', 'admin']).execute()).map(({ id }) => id);
  const own = await people.where('auth_user.accountId', '=', account_id).execute();
  const written = new Set((await tables(db).selectFrom('support_message').select('author').where('thread_id', '=', thread_id).where('side', '=', 'account').execute()).map(({ author }) => (JSON.parse(author) as { id: string }).id));
  const writers = own.filter(({ id }) => written.has(id));
  return (writers.length > 0 ? writers : own.filter(({ role }) => role === 'owner')).map(({ id }) => id);
}

const spread = mailMessage.handledBy<SupportServices>(async ({ accountId, payload: { messageId }, services: { db, queue } }) => {
  const message = await tables(db).selectFrom('support_message').selectAll().where('id', '=', messageId).executeTakeFirst();
  if (!message) return;
  const { id: author } = JSON.parse(message.author) as { id: string };
  const readers = (await readersOf(db, message)).filter(id => id !== author);
  return { change: tx => queue.add(tx, accountId, readers.map(personId => mailPerson({ messageId, personId }))).then(() => {}) };
});

const send = mailPerson.handledBy<SupportServices>(async ({ payload: { messageId, personId }, services }) => {
  const { db, store, speak, mailer, baseUrl, replies: { host, key } } = services;
  const found = await tables(db).selectFrom('support_message').innerJoin('support_thread', 'support_thread.id', 'support_message.thread_id').select(['support_thread.id', 'support_thread.subject']).where('support_message.id', '=', messageId).executeTakeFirst();
  const person = await tables(db).selectFrom('auth_user').select('email').where('id', '=', personId).executeTakeFirst();
  const message = found && (await messagesOf(db, found.id)).find(({ id }) => id === messageId);
  if (!person || !message) return;
  const texts = await textsOfPerson({ db, speak }, supportTexts, person.email);
  const replyTo = host === null || !mailer.configured ? null : await store.transaction(tx => replyAddressFor(tx, { host, key }, found.id, personId));
  await mailer.send(emailOf(texts, { thread: found, message, to: person.email, replyTo, url: `${baseUrl}/support${message.side === 'account' ? '/queue' : ''}?thread=${found.id}` }));
});

export const supportJobs: readonly JobHandler<SupportServices>[] = [spread, send];
