import { z } from 'zod';
import { known, type Caller } from '../../../core/access.ts';
import { operationIn, type FileReply, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../core/page.ts';
import type { Db } from '../../../store/index.ts';
import { MAX_BODY_BYTES, readAttachments, type NewAttachment } from './attachments.ts';
import type { SupportServices } from './services.ts';
import { AttachmentPath, NewMessage, NewThread, present, presentMessages, ThreadPath, ThreadQuery, ThreadRecord, WholeThread } from './shapes.ts';
import { addMessage, addressOf, closeThread, countUnread, findAttachment, findThread, markRead, messagesOf, newestThreads, openThread, type NewMessage as Message, type ThreadRow } from './store.ts';

const LIST = 'support.threads';
const EXAMPLE = { id: 'thr_01hzy3v4qk8m0p2r5s7t9w1x3z' };
const access = { scope: 'domains' } as const;
const Reply = z.object({ success: z.literal(true), data: WholeThread });

/** A thread of the account. */
const thread: Resource<SupportServices, ThreadRow> = { type: 'support thread', load: ({ db }, accountId, id) => findThread(db, { accountId, reader: '' }, id) };
const attachment: Resource<SupportServices, NonNullable<Awaited<ReturnType<typeof findAttachment>>>> = { type: 'support attachment', load: ({ db }, accountId, id) => findAttachment(db, accountId, id) };

/** The thread as the caller sees it. */
async function whole(db: Db, caller: Caller, id: string): Promise<z.output<typeof Reply>> {
  const row = (await findThread(db, { accountId: known(caller).account.id, reader: readerOf(caller).id }, id))!;
  return { success: true as const, data: { ...present(row), messages: presentMessages(await messagesOf(db, id), 'account') } };
}

const list = operationIn<SupportServices>()({
  id: 'support.threads',
  summary: 'List the support threads',
  description: 'What people of the account and the people who run this service have written to each other, the last message first, and which threads the caller has not read.',
  method: 'GET',
  path: '/api/support/threads',
  access,
  allowance: 'none',
  input: ThreadQuery,
  output: pageOf(ThreadRecord).extend({ unread: z.number().int().describe('How many the caller has not read in all') }),
  examples: [{ input: {}, says: 'All threads' }, { input: { unread: 'true' }, says: 'Those with an answer that was not read' }],
  run: async ({ caller }, { db }, { limit, cursor, state, unread }) => {
    const filter = { accountId: known(caller).account.id, reader: readerOf(caller).id };
    const rows = await newestThreads(db, { ...filter, state, unread: unread === undefined ? undefined : unread === 'true' }, decodeCursor(LIST, cursor), limit + 1);
    return { ...cutPage(LIST, rows, limit, row => ({ at: row.last_message_at, id: row.id }), present), unread: await countUnread(db, filter) };
  },
});

const create = operationIn<SupportServices>()({
  id: 'support.create',
  summary: 'Write to the operator',
  description: 'Opens a support thread with the people who run this service: a question, a problem, a request. They answer in the thread, and by e-mail where that is set up.',
  method: 'POST',
  path: '/api/support/threads',
  access,
  allowance: 'none',
  status: 201,
  idempotent: true,
  maxBodyBytes: MAX_BODY_BYTES,
  input: NewThread,
  output: Reply,
  examples: [{ input: { subject: 'Scans of one domain', message: 'Since Monday example.org is scanned once a day only. Why?' }, says: 'A question' }],
  audit: ({ output: { data } }) => ({ action: 'support_thread.opened', resource: { type: 'support_thread', id: data.id } }),
  run: async ({ caller, now }, services, { subject, message, attachments }) => {
    const { id } = await openThread(services.db, services, known(caller).account.id, subject, await messageBy(services.db, caller, message, readAttachments(attachments), now));
    return whole(services.db, caller, id);
  },
});

const show = operationIn<SupportServices>()({
  id: 'support.show',
  summary: 'Show a support thread',
  description: 'One thread with all its messages, oldest first, and the files that came with them.',
  method: 'GET',
  path: '/api/support/threads/{id}',
  access,
  allowance: 'none',
  owns: { id: thread },
  input: ThreadPath,
  output: Reply,
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  run: ({ caller }, { db }, { id }) => whole(db, caller, id),
});

const reply = operationIn<SupportServices>()({
  id: 'support.reply',
  summary: 'Reply in a support thread',
  description: 'Adds a message to a thread, with files where they help. A closed thread is open again.',
  method: 'POST',
  path: '/api/support/threads/{id}/messages',
  access,
  allowance: 'none',
  status: 201,
  location: '/api/support/threads/{id}',
  idempotent: true,
  maxBodyBytes: MAX_BODY_BYTES,
  owns: { id: thread },
  input: NewMessage,
  output: Reply,
  examples: [{ input: { ...EXAMPLE, message: 'It is example.org.' }, says: 'An answer to a question' }],
  audit: ({ input: { id } }) => ({ action: 'support_thread.replied', resource: { type: 'support_thread', id } }),
  run: async ({ caller, owned, now }, services, { id, message, attachments }) => {
    await addMessage(services.db, services, owned.id, await messageBy(services.db, caller, message, readAttachments(attachments), now));
    return whole(services.db, caller, id);
  },
});

const close = operationIn<SupportServices>()({
  id: 'support.close',
  summary: 'Close a support thread',
  description: 'Says that a thread is done. A further message opens it again; closed threads are deleted after two years.',
  method: 'POST',
  path: '/api/support/threads/{id}/close',
  access,
  allowance: 'none',
  idempotent: true,
  owns: { id: thread },
  input: ThreadPath,
  output: Reply,
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  audit: ({ input: { id } }) => ({ action: 'support_thread.closed', resource: { type: 'support_thread', id } }),
  run: async ({ caller, owned, now, nothingChanged }, { db }, { id }) => {
    if (owned.id.state === 'closed') nothingChanged();
    else await closeThread(db, owned.id, now);
    return whole(db, caller, id);
  },
});

const read = operationIn<SupportServices>()({
  id: 'support.read',
  summary: 'Mark a support thread as read',
  description: 'Marks a thread as read by the caller up to now. Every person, and every API key, has marks of its own.',
  method: 'POST',
  path: '/api/support/threads/{id}/read',
  access,
  role: 'viewer',
  allowance: 'none',
  idempotent: true,
  owns: { id: thread },
  input: ThreadPath,
  output: z.object({ success: z.literal(true), data: z.object({ unread: z.number().int().describe('How many threads the caller has not read') }) }),
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  audit: { none: 'A mark says only what its reader has seen.' },
  run: async ({ caller, now }, { db }, { id }) => {
    const reader = readerOf(caller).id;
    await markRead(db, id, reader, now);
    return { success: true as const, data: { unread: await countUnread(db, { accountId: known(caller).account.id, reader }) } };
  },
});

const download = operationIn<SupportServices>()({
  id: 'support.attachment',
  summary: 'Download a file of a support thread',
  description: 'A file that came with a message, to be saved: never to be shown by the browser, whatever it is.',
  method: 'GET',
  path: '/api/support/attachments/{id}',
  access,
  allowance: 'none',
  kind: 'file',
  contentTypes: ['application/octet-stream'],
  owns: { id: attachment },
  input: AttachmentPath,
  output: z.custom<FileReply>(),
  examples: [{ input: { id: 'att_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By its id' }],
  run: ({ owned: { id: file } }) => Promise.resolve(inert(file)),
});

/** A file as bytes to save: no browser shows or runs it. */
export function inert({ name, content }: { name: string; content: Uint8Array }): FileReply {
  return { contentType: 'application/octet-stream', fileName: name, body: (async function* once() { yield content; })() };
}

/** What the caller writes. */
export async function messageBy(db: Db, caller: Caller, text: string, attachments: readonly NewAttachment[], now: number, side: Message['side'] = 'account'): Promise<Message> {
  const author = readerOf(caller);
  const who = known(caller);
  const authorName = who.kind === 'key' ? who.prefix : await addressOf(db, who.userId) ?? who.userId;
  return { side, author, authorName, via: 'page', text, attachments, now };
}

/** Who reads and writes: the person, or the key. */
export function readerOf(caller: Caller): Message['author'] {
  const who = known(caller);
  return who.kind === 'key' ? { type: 'key', id: who.keyId } : { type: 'person', id: who.userId };
}

export const supportOperations = [list, create, show, reply, close, read, download] as const;
