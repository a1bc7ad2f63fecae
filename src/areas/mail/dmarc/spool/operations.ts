import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { Problem } from '../../../../core/problem.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { limited } from '../../../../core/pipeline.ts';
import { several } from '../../../../core/several.ts';
import { refusals, warnings, type WarningCode } from '../parse/shapes.ts';
import type { SpoolServices } from './services.ts';
import { messageStates, REFUSED_DAYS, senderStates, SPOOL_DAYS, messageSources, type MessageRow, type MessageState, type SenderState, type MessageSource } from './message.ts';
import { parseJobOf } from './parse-kind.ts';
import { OverQuota } from './quota.ts';
import { findMessage, messagesAfter, newestMessages, receiveAgain, spooledOf } from './store.ts';
import { BeingSwept, takeIn } from './take-in.ts';

const MAX_FILES = 50;
const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
const MAX_REPARSED = 200;
const access = { scope: 'domains' } as const;
const Time = z.iso.datetime();
const Id = z.string().regex(/^[\w-]{1,64}$/, 'Give the id as the list shows it.');

/** Why a message is where it is, besides the parser's own reasons. */
const ownReasons = {
  ownership_not_proved: 'The domain of the report is not proven to be yours. The message is read and counted once it is.',
  same_report: 'Its reports came before, in another message.',
  older_version: 'A newer version of its reports came before.',
  holding_area_full: 'Too many reports wait for domains that are not proven to be yours.',
  message_too_large: 'The message is larger than 50 MiB.',
  unreadable: 'It could not be read where it lies, and was passed over. Once it can be, it is fetched as a message of its own.',
  content_lost: 'The bytes of the message are gone.',
  too_varied: 'The report has more different results than any reporter sends.',
  reading_failed: 'Reading it took more memory or time than any report needs.',
  rows_used_up: 'The account has stored as many rows of reports today as its plan allows. The message is read after 00:00 UTC.',
  fault: 'This is a fault of the service and has been logged. Have the message parsed again later.',
} as const;
const reasons: Readonly<Record<string, string>> = { ...refusals, ...ownReasons };

const MessageRecord = z.object({
  id: z.string(),
  source: z.enum(messageSources),
  mailboxId: z.string().nullable(),
  name: z.string().nullable().describe('What the file was called'),
  senderDomain: z.string().nullable().describe('The domain that is proven to have sent it, else that of the envelope sender'),
  authenticated: z.enum(senderStates).describe('What proves who sent it: a valid signature (`dkim`), the connecting address (`spf`), the mail server of the mailbox (`authenticationResults`), the person who uploaded it, '
    + 'the secret address. Its reports count only where that is who they name. `unknown`: the DNS did not answer; `publishedAddress`: the secret address stands in DNS'),
  sha256: z.string(),
  bytes: z.int(),
  receivedAt: Time,
  arrivals: z.int().describe('How often the same bytes came'),
  state: z.enum(messageStates).describe('`received` waits to be parsed; `held` waits for proof of ownership'),
  reason: z.string().nullable().describe('Code of the reason, such as `not_a_report`'),
  explanation: z.string().nullable().describe('The reason as a sentence'),
  reports: z.object({ kept: z.int(), duplicates: z.int(), held: z.int(), refused: z.int() }).describe('Reports in it, by what became of them'),
  records: z.int(),
  badRecords: z.int().describe('Those without a readable address or count'),
  warnings: z.array(z.object({ code: z.string(), text: z.string() })).describe('What deviates from the standards and was read all the same'),
  parsedAt: Time.nullable(),
  reparsable: z.boolean().describe(`Whether it can be parsed again: its bytes are kept ${SPOOL_DAYS} days, those of a refused message ${REFUSED_DAYS}`),
}).meta({ id: 'ReportMessage' });

function presentMessage(row: MessageRow, spooled: ReadonlySet<string>): z.output<typeof MessageRecord> {
  const codes = JSON.parse(row.warnings) as WarningCode[];
  return {
    id: row.id, source: row.way as MessageSource, mailboxId: row.mailbox_id, name: row.name, senderDomain: row.sender_domain, authenticated: row.authenticated as SenderState,
    sha256: row.sha256, bytes: row.bytes, receivedAt: new Date(row.received_at).toISOString(), arrivals: row.arrivals,
    state: row.state as MessageState, reason: row.reason, explanation: row.reason === null ? null : reasons[row.reason] ?? null,
    reports: { kept: row.kept, duplicates: row.duplicates, held: row.held, refused: row.refused },
    records: row.records, badRecords: row.bad_records, warnings: codes.map(code => ({ code, text: warnings[code] })),
    parsedAt: row.parsed_at === null ? null : new Date(row.parsed_at).toISOString(), reparsable: row.state !== 'received' && spooled.has(row.sha256),
  };
}

async function present(context: Pick<SpoolServices, 'db'>, rows: readonly MessageRow[]): Promise<z.output<typeof MessageRecord>[]> {
  const spooled = await spooledOf(context.db, rows.map(({ sha256 }) => sha256));
  return rows.map(row => presentMessage(row, spooled));
}

const messageResource: Resource<SpoolServices, MessageRow> = { type: 'report message', load: ({ db }, accountId, id) => findMessage(db, accountId, id) };

const messages = operationIn<SpoolServices>()({
  id: 'dmarc.messages',
  summary: 'List the messages that brought reports',
  description: 'Every message received, newest first, from any source: its outcome, and why. A message without a report is refused with a reason.',
  method: 'GET',
  path: '/api/dmarc/messages',
  access,
  plan: 'pro',
  allowance: 'none',
  input: z.strictObject({
    ...pageInput,
    state: several(z.enum(messageStates)).optional().describe('Only those in these states'),
    source: several(z.enum(messageSources)).optional().describe('Only those from these sources'),
    reason: several(z.enum(Object.keys(reasons))).optional().describe('Only those with one of these reasons, such as `not_a_report`'),
  }),
  output: pageOf(MessageRecord),
  examples: [{ input: {}, says: 'The newest messages' }, { input: { state: 'refused' }, says: 'What could not be read, and why' }],
  run: async ({ caller }, { db }, { limit, cursor, ...filter }) => {
    const rows = await newestMessages(db, known(caller).account.id, filter, decodeCursor('dmarc.messages', cursor), limit + 1);
    const spooled = await spooledOf(db, rows.map(({ sha256 }) => sha256));
    return cutPage('dmarc.messages', rows, limit, row => ({ at: row.received_at, id: row.id }), row => presentMessage(row, spooled));
  },
});

const Messages = z.object({ success: z.literal(true), data: z.array(MessageRecord) });

const upload = operationIn<SpoolServices>()({
  id: 'dmarc.upload',
  summary: 'Upload reports',
  description: 'Takes files with reports: XML, JSON, gzip, zip, mails or mailboxes, as they came, in base64. They are kept before they are parsed; the list of messages shows what became of each. '
    + 'Machines can also post a file as it is to the secret URL that `dmarc.intake` shows.',
  method: 'POST',
  path: '/api/dmarc/reports',
  access,
  plan: 'pro',
  allowance: 'none',
  idempotent: true,
  status: 202,
  location: '/api/dmarc/messages',
  maxBodyBytes: Math.ceil(MAX_UPLOAD_BYTES * 4 / 3) + 64 * 1024,
  input: z.strictObject({
    files: z.array(z.strictObject({
      name: z.string().min(1).max(255).regex(/^[^\p{Cc}]*$/u, 'A name has no control characters.').describe('What the file is called'),
      content: z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Give the bytes in base64.').describe('The bytes in base64'),
    })).min(1).max(MAX_FILES).describe('Together at most 10 MiB'),
  }),
  output: Messages,
  examples: [{ input: { files: [{ name: 'report.xml', content: 'PGZlZWRiYWNrLz4=' }] }, says: 'One file' }],
  // Kept before the transaction, which must not wait for the blobs; it shows them, with the entry in the audit log.
  prepare: async (call, services, { files }) => {
    const accountId = known(call.caller).account.id;
    const contents = files.map(({ content }) => Buffer.from(content, 'base64'));
    if (contents.reduce((sum, { length }) => sum + length, 0) > MAX_UPLOAD_BYTES) {
      throw invalid([{ path: ['files'], message: 'The files have more than 10 MiB together. Upload them one after the other, or post larger ones to the secret URL for reports.' }]);
    }
    const ids: string[] = [];
    for (const [at, bytes] of contents.entries()) ids.push((await takeIn(services, accountId, { way: 'upload', bytes, name: files[at]!.name, sender: { domain: null, authenticated: 'upload' } }).catch(tellNotNow)).id);
    return ids;
  },
  audit: ({ caller, output: { data } }) => ({ action: 'dmarc_reports.uploaded', resource: { type: 'account', id: known(caller).account.id }, details: { messages: data.map(({ id }) => id) } }),
  run: async (call, services, _input) => {
    const rows: MessageRow[] = [];
    for (const id of call.prepared) {
      const row = await findMessage(services.db, known(call.caller).account.id, id);
      if (row) rows.push(row);
    }
    return { success: true as const, data: await present(services, rows) };
  },
});

function tellNotNow(error: unknown): never {
  if (error instanceof BeingSwept) throw new Problem('overloaded', `${error.message} Send the files again.`, {}, 1);
  if (error instanceof OverQuota) throw limited(error.count, error.now);
  throw error;
}

const reparse = operationIn<SpoolServices>()({
  id: 'dmarc.reparse',
  summary: 'Parse messages again',
  description: 'Has messages parsed again from the bytes that were kept, for example after an update that reads more. Reports that are counted already stay counted once.',
  method: 'POST',
  path: '/api/dmarc/messages/reparse',
  access,
  plan: 'pro',
  allowance: 'none',
  status: 202,
  location: '/api/dmarc/messages',
  idempotent: true,
  owns: { ids: messageResource },
  input: z.strictObject({ ids: z.array(Id).min(1).max(MAX_REPARSED).describe('Ids of messages') }),
  output: Messages,
  audit: ({ caller, input }) => ({ action: 'dmarc_messages.reparsed', resource: { type: 'account', id: known(caller).account.id }, details: { messages: input.ids } }),
  examples: [{ input: { ids: ['dmm_01hzy3v4qk8m0p2r5s7t9w1x3z'] }, says: 'One message' }],
  run: async (call, services, { ids }) => {
    const { caller } = call, { db, queue } = services;
    const accountId = known(caller).account.id;
    const again: MessageRow[] = [];
    for (const id of new Set(ids)) again.push((await findMessage(db, accountId, id))!);
    const spooled = await spooledOf(db, again.map(({ sha256 }) => sha256));
    const gone = again.filter(({ sha256 }) => !spooled.has(sha256)).map(({ id }) => id);
    if (gone.length > 0) throw new Problem('invalid_state', `The bytes of ${gone.join(', ')} are no longer kept: that is done for ${SPOOL_DAYS} days, for refused messages ${REFUSED_DAYS}.`, { ids: gone });
    for (const { id } of again) await receiveAgain(db, accountId, id);
    await queue.add(db, accountId, again.map(({ id }) => parseJobOf(id)));
    return { success: true as const, data: again.map(row => presentMessage({ ...row, state: 'received', reason: null }, spooled)) };
  },
});

export const spoolOperations = [messages, upload, reparse] as const;

/** Every message of the account, oldest first, for the export of everything that an account holds. */
export async function* messagesOf(db: SpoolServices['db'], accountId: string): AsyncGenerator<object> {
  const ROWS = 500;
  for (let last = '';;) {
    const rows = await messagesAfter(db, accountId, last, ROWS);
    yield* rows.map(row => presentMessage(row, new Set()));
    if (rows.length < ROWS) return;
    last = rows.at(-1)!.id;
  }
}
