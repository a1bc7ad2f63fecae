import { z } from 'zod';
import { plainText } from '../../../core/inputs.ts';
import { pageInput } from '../../../core/page.ts';
import { several } from '../../../core/several.ts';
import { Attachments } from './attachments.ts';
import type { ListedThread, messagesOf } from './store.ts';

const MAX_MESSAGE_CHARACTERS = 20_000;
const Id = z.string().regex(/^[\w-]{1,64}$/, 'Give the id as the list shows it.');
const Time = z.iso.datetime();
const Message = plainText(MAX_MESSAGE_CHARACTERS, 1);

export const ThreadPath = z.strictObject({ id: Id.describe('Id of the thread') });
export const AttachmentPath = z.strictObject({ id: Id.describe('Id of the file, as the thread shows it') });

export const ThreadQuery = z.strictObject({ ...pageInput, state: several(z.enum(['open', 'closed'])).optional(), unread: z.enum(['true', 'false']).optional().describe('Only threads that the caller has not read, or has') });

export const NewThread = z.strictObject({
  subject: z.string().trim().min(3).max(150).regex(/^[^\p{Cc}]*$/u, 'Leave out control characters and line breaks.'),
  message: Message,
  attachments: Attachments.optional(),
});
export const NewMessage = ThreadPath.extend({ message: Message, attachments: Attachments.optional() });
/** What the operator answers. */
export const OperatorMessage = NewMessage.extend({ close: z.boolean().default(false).describe('Closes the thread with this answer') });

const shared = {
  id: z.string(), subject: z.string(), state: z.enum(['open', 'closed']), unread: z.boolean().describe('Whether the other side wrote last and the caller has not read it'),
  lastFrom: z.enum(['account', 'operator']).describe('Who wrote last'), lastMessageAt: Time, createdAt: Time, closedAt: Time.nullable(),
};

export const ThreadRecord = z.object(shared);
export const OperatorThread = z.object({ ...shared, account: z.object({ id: z.string(), name: z.string() }) });

const MessageRecord = z.object({
  id: z.string(), from: z.enum(['account', 'operator']), author: z.string().nullable().describe('Who wrote it; null for the operator, where people of the account read it'),
  via: z.enum(['page', 'mail']), text: z.string().describe('Plain text'), createdAt: Time,
  attachments: z.array(z.object({ id: z.string(), name: z.string(), size: z.number().int().describe('Bytes') })),
});
export const WholeThread = z.object({ ...shared, messages: z.array(MessageRecord).describe('Oldest first') });
export const WholeOperatorThread = OperatorThread.extend({
  messages: z.array(MessageRecord),
  templates: z.array(z.object({ id: z.string(), text: z.string() })).describe('Answers to start from, in the language of the account'),
});

export function present({ id, subject, state, unread, last_side, last_message_at, created_at, closed_at }: ListedThread): z.output<typeof ThreadRecord> {
  return {
    id, subject, state: state as 'open' | 'closed', unread: Boolean(unread), lastFrom: last_side as 'account' | 'operator', lastMessageAt: new Date(last_message_at).toISOString(),
    createdAt: new Date(created_at).toISOString(), closedAt: closed_at === null ? null : new Date(closed_at).toISOString(),
  };
}

export function presentForOperator(row: ListedThread): z.output<typeof OperatorThread> {
  return { ...present(row), account: { id: row.account_id, name: row.account_name } };
}

/** The messages as `reader` sees them: people of an account do not learn who answers for the operator. */
export function presentMessages(rows: Awaited<ReturnType<typeof messagesOf>>, reader: 'account' | 'operator'): z.output<typeof MessageRecord>[] {
  return rows.map(({ id, side, author_name, via, text, created_at, attachments }) => ({
    id, from: side as 'account' | 'operator', author: side === 'operator' && reader === 'account' ? null : author_name, via: via as 'page' | 'mail', text,
    createdAt: new Date(created_at).toISOString(), attachments: attachments.map(file => ({ id: file.id, name: file.name, size: file.size })),
  }));
}
