import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { operationIn, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../core/page.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { Problem } from '../../../core/problem.ts';
import { domain, type DomainsServices } from '../inventory/index.ts';
import { confirmAt } from './confirming.ts';
import { byOf } from './resources.ts';
import { NewWindow, presentWindow, WindowPath, WindowQuery, WindowRecord, type WindowRow } from './shapes.ts';
import { findWindow, newestWindows } from './store.ts';
import { tables } from './tables.ts';

/** A change window of the account, by its id. */
const changeWindow: Resource<DomainsServices, WindowRow> = { type: 'change window', load: ({ db }, accountId, id) => findWindow(db, accountId, id) };

const WindowReply = z.object({ success: z.literal(true), data: WindowRecord });
const EXAMPLE = { id: 'win_01hzy3v4qk8m0p2r5s7t9w1x3z' };
const MAX_DAYS = 30;
const DAY_MS = 86_400_000;
const MAX_WINDOWS = 100;

const listWindows = operationIn<DomainsServices>()({
  id: 'change_windows.list',
  summary: 'List change windows',
  description: 'Announced changes: the times in which changes of a domain are expected, past ones too, newest first.',
  method: 'GET',
  path: '/api/change-windows',
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { domain },
  input: WindowQuery,
  output: pageOf(WindowRecord),
  examples: [{ input: {}, says: 'All windows' }],
  run: async ({ caller }, { db }, { limit, cursor, domain: wanted }) => {
    const rows = await newestWindows(db, known(caller).account.id, wanted, decodeCursor('change_windows.list', cursor), limit + 1);
    return cutPage('change_windows.list', rows, limit, row => ({ at: row.created_at, id: row.id }), presentWindow);
  },
});

const showWindow = operationIn<DomainsServices>()({
  id: 'change_windows.get',
  summary: 'Show a change window',
  description: 'One time in which changes of a domain are expected.',
  method: 'GET',
  path: '/api/change-windows/{id}',
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: changeWindow },
  input: WindowPath,
  output: WindowReply,
  examples: [{ input: EXAMPLE, says: 'By its id, as the list shows it' }],
  run: ({ owned }) => Promise.resolve({ success: true as const, data: presentWindow(owned.id) }),
});

const openWindow = operationIn<DomainsServices>()({
  id: 'change_windows.create',
  summary: 'Announce a change',
  description: 'Announces that changes of some kinds are intended: what is first seen within the window is authorized automatically and noted as such, without a notification. '
    + 'With `expected`, only changes that bring nothing but these lines. The domain is scanned when the window ends.',
  method: 'POST',
  path: '/api/change-windows',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  status: 201,
  idempotent: true,
  owns: { domain },
  input: NewWindow,
  output: WindowReply,
  examples: [{
    input: { domain: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z', kinds: ['dns.mx.changed', 'dns.spf.changed'], endsAt: '2030-01-01T06:00:00Z', startsAt: '2030-01-01T04:00:00Z', reason: 'The mail moves' },
    says: 'Two hours in which the mail moves to another provider',
  }],
  audit: ({ output: { data } }) => ({ action: 'change_window.created', resource: { type: 'change_window', id: data.id }, details: { domain: data.domainId, kinds: data.kinds, endsAt: data.endsAt } }),
  run: async ({ caller, now, owned }, { db, queue, newId }, { domain: domainId, kinds, expected, reason, ...times }) => {
    const accountId = known(caller).account.id;
    const { startsAt, endsAt } = readTimes(times, now);
    await refuseTooMany(db, domainId, now);
    const row = await tables(db).insertInto('change_window').values({
      id: newId('win'), account_id: accountId, domain_id: domainId, kinds: JSON.stringify(kinds), expected: expected ? JSON.stringify(expected) : null, reason: reason ?? null,
      starts_at: startsAt, ends_at: endsAt, created_at: now, created_by: JSON.stringify(byOf(caller)),
    }).returningAll().executeTakeFirstOrThrow();
    await queue.add(db, accountId, [confirmAt(domainId, endsAt)]);
    return { success: true as const, data: presentWindow({ ...row, domain_name: owned.domain.name }) };
  },
});

const closeWindow = operationIn<DomainsServices>()({
  id: 'change_windows.delete',
  summary: 'Cancel a change window',
  description: 'Takes back an announced change: changes seen from now on are reported again; what the window authorized stays authorized.',
  method: 'DELETE',
  path: '/api/change-windows/{id}',
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: changeWindow },
  input: WindowPath,
  output: WindowReply,
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  audit: ({ output: { data } }) => ({ action: 'change_window.deleted', resource: { type: 'change_window', id: data.id }, details: { domain: data.domainId } }),
  run: async ({ caller, owned }, { db }, { id }) => {
    const { numDeletedRows } = await tables(db).deleteFrom('change_window').where('account_id', '=', known(caller).account.id).where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) throw new Problem('not_found', 'There is no such change window on this account. Check the list for its id.');
    return { success: true as const, data: presentWindow(owned.id) };
  },
});

/** Both moments in epoch milliseconds. Throws `Problem` for a window that is over, ends before it begins, or is too long. */
function readTimes(times: { startsAt?: string | undefined; endsAt: string }, now: number): { startsAt: number; endsAt: number } {
  const startsAt = times.startsAt === undefined ? now : Date.parse(times.startsAt);
  const endsAt = Date.parse(times.endsAt);
  const refuse = (message: string): never => { throw invalid([{ path: ['endsAt'], message }]); };
  if (endsAt <= now) refuse('Give a moment in the future.');
  if (endsAt <= startsAt) refuse('The window must end after it begins.');
  if (endsAt - startsAt > MAX_DAYS * DAY_MS) refuse(`A window lasts ${MAX_DAYS} days at most.`);
  return { startsAt, endsAt };
}

async function refuseTooMany(db: DomainsServices['db'], domainId: string, now: number): Promise<void> {
  const { count } = await tables(db).selectFrom('change_window').select(eb => eb.fn.countAll<number | string>().as('count'))
    .where('domain_id', '=', domainId).where('ends_at', '>', now).executeTakeFirstOrThrow();
  if (Number(count) >= MAX_WINDOWS) throw new Problem('limit_reached', `The domain has ${MAX_WINDOWS} change windows that are not over, and more are not kept. Cancel one.`, { limit: MAX_WINDOWS });
}

export const windowOperations = [listWindows, showWindow, openWindow, closeWindow] as const;
