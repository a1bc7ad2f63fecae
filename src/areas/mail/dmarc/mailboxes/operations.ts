import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { isMailboxFault, type MailboxFault } from '../../../../core/outside/mailbox.ts';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { Problem } from '../../../../core/problem.ts';
import type { MailboxesServices } from './services.ts';
import { accessShape } from './input.ts';
import { accessOf, deleteMailbox, findMailbox, insertMailbox, newestMailboxes, type MailboxRow } from './store.ts';

const MAX_MAILBOXES = 20;
const TEST_MS = 20_000;
const access = { scope: 'domains' } as const;
const MailboxPath = z.strictObject({ id: z.string().regex(/^[\w-]{1,64}$/, 'Give the id as the list shows it.').describe('Id of the mailbox') });
const example = { id: 'mbx_01hzy3v4qk8m0p2r5s7t9w1x3z' };
const mailboxResource: Resource<MailboxesServices, MailboxRow> = { type: 'report mailbox', load: ({ db }, accountId, id) => findMailbox(db, accountId, id) };
const Time = z.iso.datetime();

const MailboxRecord = z.object({
  id: z.string(),
  kind: z.enum(['imap', 'graph', 'gmail']),
  name: z.string(),
  settings: z.record(z.string(), z.unknown()).describe('Where it is; what is secret is never shown'),
  state: z.enum(['new', 'ok', 'failing']).describe('`new`: not polled yet'),
  cause: z.string().nullable().describe('Why the last poll failed'),
  failingSince: Time.nullable(),
  checkedAt: Time.nullable(),
  createdAt: Time,
}).meta({ id: 'ReportMailbox' });
const Reply = z.object({ success: z.literal(true), data: MailboxRecord });

function present({ id, kind, name, settings, cause, failing_since, checked_at, created_at }: MailboxRow): z.output<typeof MailboxRecord> {
  const state = checked_at === null ? 'new' : cause === null ? 'ok' : 'failing';
  return {
    id, kind: kind as 'imap', name, settings: JSON.parse(settings) as Record<string, unknown>, state, cause,
    failingSince: isoOf(failing_since), checkedAt: isoOf(checked_at), createdAt: isoOf(created_at),
  };
}

const list = operationIn<MailboxesServices>()({
  id: 'dmarc.mailboxes.list',
  summary: 'List the mailboxes that reports are fetched from',
  description: 'Mailboxes of the account, newest first, with the state of the last poll. Each is polled every five minutes.',
  method: 'GET',
  path: '/api/dmarc/mailboxes',
  access,
  role: 'admin',
  plan: 'pro',
  allowance: 'none',
  input: z.strictObject(pageInput),
  output: pageOf(MailboxRecord),
  examples: [{ input: {}, says: 'All mailboxes' }],
  run: async ({ caller }, { db }, { limit, cursor }) => {
    const rows = await newestMailboxes(db, known(caller).account.id, decodeCursor('dmarc.mailboxes.list', cursor), limit + 1);
    return cutPage('dmarc.mailboxes.list', rows, limit, row => ({ at: row.created_at, id: row.id }), present);
  },
});

const add = operationIn<MailboxesServices>()({
  id: 'dmarc.mailboxes.add',
  summary: 'Fetch reports from a mailbox',
  description: 'Adds an IMAP, Microsoft 365 or Gmail mailbox, which is polled from now on. A message is marked or moved there only once it is kept here. '
    + 'Passwords and tokens are kept encrypted and never shown. Servers must have public addresses.',
  method: 'POST',
  path: '/api/dmarc/mailboxes',
  agent: { withheld: true },
  access,
  role: 'admin',
  plan: 'pro',
  allowance: 'none',
  status: 201,
  idempotent: true,
  input: z.strictObject({ name: z.string().trim().min(1).max(100).describe('A name to tell mailboxes apart'), access: accessShape }),
  output: Reply,
  audit: ({ output: { data } }) => ({ action: 'dmarc_mailbox.added', resource: { type: 'dmarc_mailbox', id: data.id }, details: { kind: data.kind } }),
  examples: [
    { input: { name: 'Reports', access: { kind: 'imap', host: 'imap.example.com', user: 'dmarc@example.com', password: 'a password for this alone' } }, says: 'An IMAP mailbox' },
    { input: { name: 'Reports', access: { kind: 'graph', tenant: 'example.com', clientId: '6f0b1a52-0000-4000-8000-000000000000', clientSecret: 'secret', mailbox: 'dmarc@example.com' } }, says: 'Microsoft 365' },
  ],
  run: async (call, services, { name, access: given }) => {
    const { caller, now } = call, { db, newId } = services;
    const accountId = known(caller).account.id;
    if ((await newestMailboxes(db, accountId, null, MAX_MAILBOXES)).length === MAX_MAILBOXES) {
      throw new Problem('limit_reached', `An account has at most ${MAX_MAILBOXES} mailboxes. Remove one that is not used.`, { limit: MAX_MAILBOXES });
    }
    return { success: true as const, data: present(await insertMailbox(db, services, { id: newId('mbx'), accountId, name, access: given, now })) };
  },
});

const show = operationIn<MailboxesServices>()({
  id: 'dmarc.mailboxes.get',
  summary: 'Show a mailbox that reports are fetched from',
  description: 'One mailbox with the state of the last poll. Its credentials are never shown.',
  method: 'GET',
  path: '/api/dmarc/mailboxes/{id}',
  access,
  role: 'admin',
  plan: 'pro',
  allowance: 'none',
  owns: { id: mailboxResource },
  input: MailboxPath,
  output: Reply,
  examples: [{ input: example, says: 'By its id' }],
  run: ({ owned }) => Promise.resolve({ success: true as const, data: present(owned.id) }),
});

const remove = operationIn<MailboxesServices>()({
  id: 'dmarc.mailboxes.remove',
  summary: 'Remove a mailbox',
  description: 'Removes the mailbox and its credentials. Fetched messages stay.',
  method: 'DELETE',
  path: '/api/dmarc/mailboxes/{id}',
  access,
  role: 'admin',
  plan: 'pro',
  allowance: 'none',
  owns: { id: mailboxResource },
  input: MailboxPath,
  output: Reply,
  audit: ({ output: { data } }) => ({ action: 'dmarc_mailbox.removed', resource: { type: 'dmarc_mailbox', id: data.id }, details: { kind: data.kind } }),
  examples: [{ input: example, says: 'By its id' }],
  run: async ({ owned }, { db }) => {
    await deleteMailbox(db, owned.id);
    return { success: true as const, data: present(owned.id) };
  },
});

const Tested = z.object({
  success: z.literal(true),
  data: z.object({
    ok: z.boolean(),
    waiting: z.int().nullable().describe('How many messages would be fetched next, up to some hundred; null where it failed'),
    fault: z.enum(['credentials', 'notFound', 'limited', 'notAllowed', 'unreachable', 'tooLarge', 'unreadable']).nullable(),
    cause: z.string().nullable().describe('What went wrong'),
  }),
});

const test = operationIn<MailboxesServices>()({
  id: 'dmarc.mailboxes.test',
  summary: 'Test a mailbox',
  description: 'Signs in and lists what would be fetched, without fetching or changing anything.',
  method: 'POST',
  path: '/api/dmarc/mailboxes/{id}/test',
  access,
  role: 'admin',
  plan: 'pro',
  allowance: 'none',
  outside: true,
  owns: { id: mailboxResource },
  input: MailboxPath,
  output: Tested,
  examples: [{ input: example, says: 'By its id' }],
  run: async (call, services, _input) => ({ success: true as const, data: await tryMailbox(services, call.owned.id, call.signal) }),
});

async function tryMailbox(context: MailboxesServices, row: MailboxRow, gone: AbortSignal): Promise<z.output<typeof Tested>['data']> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(TEST_MS)]);
  const failed = ({ fault, cause }: MailboxFault) => ({ ok: false, waiting: null, fault, cause });
  const opening = accessOf(row, context);
  if (opening === null) return failed({ fault: 'credentials', cause: 'The secrets cannot be read any more. Remove the mailbox and add it again.' });
  const mailbox = await context.openMailbox(opening, signal);
  if (isMailboxFault(mailbox)) return failed(mailbox);
  try {
    const items = await mailbox.list(row.cursor);
    return isMailboxFault(items) ? failed(items) : { ok: true, waiting: items.length, fault: null, cause: null };
  } finally {
    await mailbox.close();
  }
}

function isoOf(at: number): string;
function isoOf(at: number | null): string | null;
function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

export const mailboxOperations = [list, add, show, remove, test] as const;
