import { z } from 'zod';
import type { Caller } from '../../../core/access.ts';
import { operationIn, type FileReply, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../core/page.ts';
import { textsOfAccount } from '../account/index.ts';
import { MAX_BODY_BYTES, readAttachments } from './attachments.ts';
import { inert, messageBy, readerOf } from './operations.ts';
import type { SupportServices } from './services.ts';
import { AttachmentPath, OperatorMessage, OperatorThread, presentForOperator, presentMessages, ThreadPath, ThreadQuery, WholeOperatorThread } from './shapes.ts';
import { addMessage, closeThread, countUnread, findAttachment, findThread, markRead, messagesOf, newestThreads, type ThreadRow } from './store.ts';
import { supportTexts } from './texts.ts';

const LIST = 'support.queue';
const EXAMPLE = { id: 'thr_01hzy3v4qk8m0p2r5s7t9w1x3z' };
const terms = { access: 'session', operator: true, role: 'admin', allowance: 'none' } as const;
const Reply = z.object({ success: z.literal(true), data: WholeOperatorThread });

/** A thread of any account: for the operator alone. */
const anyThread: Resource<SupportServices, ThreadRow> = { type: 'support thread of any account', load: ({ db }, _accountId, id) => findThread(db, { accountId: null, reader: '' }, id) };
const anyAttachment: Resource<SupportServices, NonNullable<Awaited<ReturnType<typeof findAttachment>>>> = { type: 'support attachment of any account', load: ({ db }, _accountId, id) => findAttachment(db, null, id) };

async function whole({ db, speak }: Pick<SupportServices, 'db' | 'speak'>, caller: Caller, id: string): Promise<z.output<typeof Reply>> {
  const row = (await findThread(db, { accountId: null, reader: readerOf(caller).id }, id))!;
  const { templates } = await textsOfAccount({ db, speak }, supportTexts, row.account_id);
  return { success: true as const, data: { ...presentForOperator(row), messages: presentMessages(await messagesOf(db, id), 'operator'), templates: Object.entries(templates).map(([name, text]) => ({ id: name, text })) } };
}

const list = operationIn<SupportServices>()({
  id: 'support_queue.list',
  summary: 'List the support threads of all accounts',
  description: 'For the operator: the threads of all accounts, the last message first.',
  method: 'GET',
  path: '/api/operator/support/threads',
  ...terms,
  input: ThreadQuery,
  output: pageOf(OperatorThread).extend({ unread: z.number().int().describe('How many the caller has not read in all') }),
  examples: [{ input: { state: 'open' }, says: 'Open threads' }],
  run: async ({ caller }, { db }, { limit, cursor, state, unread }) => {
    const filter = { accountId: null, reader: readerOf(caller).id };
    const rows = await newestThreads(db, { ...filter, state, unread: unread === undefined ? undefined : unread === 'true' }, decodeCursor(LIST, cursor), limit + 1);
    return { ...cutPage(LIST, rows, limit, row => ({ at: row.last_message_at, id: row.id }), presentForOperator), unread: await countUnread(db, filter) };
  },
});

const show = operationIn<SupportServices>()({
  id: 'support_queue.show',
  summary: 'Show a support thread of any account',
  description: 'For the operator: a thread with its messages, and answers to start from.',
  method: 'GET',
  path: '/api/operator/support/threads/{id}',
  ...terms,
  owns: { id: anyThread },
  input: ThreadPath,
  output: Reply,
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  run: ({ caller }, services, { id }) => whole(services, caller, id),
});

const answer = operationIn<SupportServices>()({
  id: 'support_queue.reply',
  summary: 'Answer in a support thread',
  description: 'For the operator: adds an answer; those of the account who wrote in the thread get it by e-mail.',
  method: 'POST',
  path: '/api/operator/support/threads/{id}/messages',
  ...terms,
  status: 201,
  location: '/api/operator/support/threads/{id}',
  idempotent: true,
  maxBodyBytes: MAX_BODY_BYTES,
  owns: { id: anyThread },
  input: OperatorMessage,
  output: Reply,
  examples: [{ input: { ...EXAMPLE, message: 'This is fixed.', close: true }, says: 'The last word' }],
  audit: ({ input: { id, close } }) => ({ action: 'support_thread.answered', resource: { type: 'support_thread', id }, details: { closed: close } }),
  run: async ({ caller, owned, now }, services, { id, message, attachments, close }) => {
    await addMessage(services.db, services, owned.id, await messageBy(services.db, caller, message, readAttachments(attachments), now, 'operator'));
    if (close) await closeThread(services.db, owned.id, now);
    return whole(services, caller, id);
  },
});

const close = operationIn<SupportServices>()({
  id: 'support_queue.close',
  summary: 'Close a support thread of any account',
  description: 'For the operator: says that a thread is done. A further message opens it again.',
  method: 'POST',
  path: '/api/operator/support/threads/{id}/close',
  ...terms,
  idempotent: true,
  owns: { id: anyThread },
  input: ThreadPath,
  output: Reply,
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  audit: ({ input: { id } }) => ({ action: 'support_thread.closed', resource: { type: 'support_thread', id } }),
  run: async ({ caller, owned, now, nothingChanged }, services, { id }) => {
    if (owned.id.state === 'closed') nothingChanged();
    else await closeThread(services.db, owned.id, now);
    return whole(services, caller, id);
  },
});

const read = operationIn<SupportServices>()({
  id: 'support_queue.read',
  summary: 'Mark a support thread of any account as read',
  description: 'For the operator: marks a thread as read by the caller up to now.',
  method: 'POST',
  path: '/api/operator/support/threads/{id}/read',
  ...terms,
  idempotent: true,
  owns: { id: anyThread },
  input: ThreadPath,
  output: z.object({ success: z.literal(true), data: z.object({ unread: z.number().int().describe('How many threads the caller has not read') }) }),
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  audit: { none: 'A mark says only what its reader has seen.' },
  run: async ({ caller, now }, { db }, { id }) => {
    const reader = readerOf(caller).id;
    await markRead(db, id, reader, now);
    return { success: true as const, data: { unread: await countUnread(db, { accountId: null, reader }) } };
  },
});

const download = operationIn<SupportServices>()({
  id: 'support_queue.attachment',
  summary: 'Download a file of any support thread',
  description: 'For the operator: a file that came with a message, to be saved: never to be shown by the browser, whatever it is.',
  method: 'GET',
  path: '/api/operator/support/attachments/{id}',
  ...terms,
  kind: 'file',
  contentTypes: ['application/octet-stream'],
  owns: { id: anyAttachment },
  input: AttachmentPath,
  output: z.custom<FileReply>(),
  examples: [{ input: { id: 'att_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By its id' }],
  run: ({ owned: { id: file } }) => Promise.resolve(inert(file)),
});

export const operatorSupportOperations = [list, show, answer, close, read, download] as const;
