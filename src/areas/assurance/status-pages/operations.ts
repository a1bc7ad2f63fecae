import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { operationIn, type FileReply, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf as pageOfList } from '../../../core/page.ts';
import { absent } from '../../../core/pipeline.ts';
import { Problem } from '../../../core/problem.ts';
import { lockAccount, makeLinkToken, textsOfAccount } from '../../platform/account/index.ts';
import { isoOf, replyOf } from '../../domains/inventory/index.ts';
import { customCheck, shownChecks } from '../checks/index.ts';
import { badgeOf } from './badge.ts';
import { feedOf } from './feed.ts';
import { requireQuota } from './limits.ts';
import { pageOf } from './page.ts';
import { levelsOfPages, publishedOn } from './published.ts';
import type { StatusPagesServices } from './services.ts';
import { pageFields, StatusPage } from './shapes.ts';
import { addPage, findPage, listedOn, pageOpenedBy, pagesOf, removePage, savePage, type Listed, type PageRow } from './store.ts';
import { statusPagesTexts } from './texts.ts';

const LIST = 'status_pages.list';
const ID = 'stp_01hzy3v4qk8m0p2r5s7t9w1x3z';
const access = { access: { scope: 'status' }, allowance: 'none' } as const;

/** A status page of the account, by its id. */
const statusPage: Resource<StatusPagesServices, PageRow> = { type: 'status page', load: ({ db }, accountId, id) => findPage(db, accountId, id) };

const list = operationIn<StatusPagesServices>()({
  id: 'status_pages.list',
  summary: 'List status pages',
  description: 'The status pages of the account, published or not, newest first, each with its address and its level now.',
  method: 'GET',
  path: '/api/status/pages',
  ...access,
  input: z.strictObject(pageInput),
  output: pageOfList(StatusPage),
  examples: [{ input: {}, says: 'All of them' }],
  run: async ({ caller, now }, services, { limit, cursor }) => {
    const accountId = known(caller).account.id;
    const rows = await pagesOf(services.db, accountId, decodeCursor(LIST, cursor), limit + 1);
    const show = await presenter(services, accountId, rows, now);
    return cutPage(LIST, rows, limit, row => ({ at: row.created_at, id: row.id }), show);
  },
});

const show = operationIn<StatusPagesServices>()({
  id: 'status_pages.get',
  summary: 'Show a status page',
  description: 'One status page of the account with its address, its checks and its level now.',
  method: 'GET',
  path: '/api/status/pages/{id}',
  ...access,
  owns: { id: statusPage },
  input: z.strictObject({ id: z.string() }),
  output: replyOf(StatusPage),
  examples: [{ input: { id: ID }, says: 'By its id' }],
  run: ({ owned, now }, services) => reply(services, owned.id, now),
});

const create = operationIn<StatusPagesServices>()({
  id: 'status_pages.create',
  summary: 'Create a status page',
  description: 'Creates a page that shows the state of chosen custom checks to anyone with its address: level, uptime, bars for 90 days and incidents. Targets, causes and notes of incidents never appear on it.',
  method: 'POST',
  path: '/api/status/pages',
  ...access,
  status: 201,
  idempotent: true,
  maybeNotFound: true,
  input: z.strictObject({
    ...pageFields, description: pageFields.description.default(''), notice: pageFields.notice.default(null), checks: pageFields.checks.default([]), published: pageFields.published.default(true),
  }),
  output: replyOf(StatusPage),
  examples: [{ input: { title: 'Example status' }, says: 'Without checks yet' }],
  audit: ({ output: { data } }) => ({ action: 'status_page.created', resource: { type: 'status_page', id: data.id }, details: { title: data.title, published: data.published } }),
  run: async ({ caller, now }, services, { title, description, notice, checks, published }) => {
    const { account } = known(caller);
    const { db, plans } = services;
    await requireOwn(services, account.id, checks, now);
    await lockAccount(db, account.id);
    await requireQuota(db, account, plans);
    const row: PageRow = {
      id: services.newId('stp'), account_id: account.id, token: makeLinkToken(services.randomBytes).token, title, description, notice, notice_at: notice === null ? null : now,
      checks: JSON.stringify(checks), published: published ? 1 : 0, created_at: now, updated_at: now,
    };
    await addPage(db, row);
    return reply(services, row, now);
  },
});

const update = operationIn<StatusPagesServices>()({
  id: 'status_pages.update',
  summary: 'Change a status page',
  description: 'Changes the fields that are given. A page that is not published keeps its address and answers 404.',
  method: 'PATCH',
  path: '/api/status/pages/{id}',
  ...access,
  owns: { id: statusPage },
  input: z.strictObject({ id: z.string(), ...z.strictObject(pageFields).partial().shape }),
  output: replyOf(StatusPage),
  examples: [{ input: { id: ID, notice: 'The shop is moving to a new server on Sunday.' }, says: 'With a notice' }, { input: { id: ID, published: false }, says: 'No longer public' }],
  audit: ({ output: { data } }) => ({ action: 'status_page.changed', resource: { type: 'status_page', id: data.id }, details: { published: data.published } }),
  run: async ({ owned: { id: row }, now }, services, { title, description, notice, checks, published }) => {
    const { db } = services;
    if (checks !== undefined) await requireOwn(services, row.account_id, checks, now);
    const saved = await savePage(db, row.id, {
      updated_at: now, ...(title !== undefined && { title }), ...(description !== undefined && { description }),
      ...(notice !== undefined && notice !== row.notice && { notice, notice_at: notice === null ? null : now }),
      ...(checks !== undefined && { checks: JSON.stringify(checks) }), ...(published !== undefined && { published: published ? 1 : 0 }),
    });
    if (saved === null) throw absent(statusPage);
    return reply(services, saved, now);
  },
});

const remove = operationIn<StatusPagesServices>()({
  id: 'status_pages.delete',
  summary: 'Delete a status page',
  description: 'Deletes the page. Its address stops working immediately and cannot be restored; its checks are kept.',
  method: 'DELETE',
  path: '/api/status/pages/{id}',
  ...access,
  owns: { id: statusPage },
  input: z.strictObject({ id: z.string() }),
  output: z.object({ success: z.literal(true) }),
  examples: [{ input: { id: ID }, says: 'By its id' }],
  audit: ({ input: { id } }) => ({ action: 'status_page.deleted', resource: { type: 'status_page', id } }),
  run: async ({ owned: { id: row } }, { db }) => {
    if (!await removePage(db, row.id)) throw absent(statusPage);
    return { success: true as const };
  },
});

const open = operationIn<StatusPagesServices>()({
  id: 'status_pages.open',
  summary: 'Read a published status page',
  description: 'Returns a published status page by the token in its address. The page is also at /s/{token}, its incidents at /s/{token}/feed.atom, its level at /s/{token}/badge.svg.',
  method: 'GET',
  path: '/api/status/published/{token}',
  access: 'public',
  limit: 'status_pages',
  allowance: 'none',
  maybeNotFound: true,
  kind: 'file',
  contentTypes: ['application/json', 'text/html', 'application/atom+xml', 'image/svg+xml'],
  input: z.strictObject({
    token: z.string().regex(/^[\w-]{32}$/, 'Copy the whole address.').describe('The part of the address after /s/'),
    format: z.enum(['json', 'html', 'atom', 'svg']).default('json').describe('`json`: what the page is made of; `html`: the page, as a file; `atom`: its incidents as a feed; `svg`: a badge with the level'),
  }),
  output: z.custom<FileReply>(),
  examples: [{ input: { token: 'Zm9yIHRoZSBkb2NzIGFuZCBub3RoaW5n' }, says: 'By the token in the address' }],
  run: async ({ now }, services, { token, format }) => {
    const row = await pageOpenedBy(services.db, token);
    if (row === null) throw new Problem('not_found', 'There is no such status page, or it is not published. Check the address.');
    const texts = await textsOfAccount(services, statusPagesTexts, row.account_id);
    const page = await publishedOn(services, row, now);
    const url = urlOf(services, row);
    switch (format) {
      case 'json': return file('application/json', JSON.stringify({ success: true, data: page }));
      case 'svg': return file('image/svg+xml', badgeOf(page, texts));
      case 'atom': return file('application/atom+xml; charset=utf-8', feedOf(page, { id: row.id, url, updatedAt: isoOf(row.updated_at)! }, texts));
      case 'html': return { ...file('text/html; charset=utf-8', pageOf(page, `${url}/feed.atom`, texts)), fileName: 'status.html' };
    }
  },
});

export const statusPagesOperations = [list, show, create, update, remove, open] as const;

function file(contentType: string, body: string): FileReply {
  return { contentType, fileName: null, body };
}

function urlOf({ baseUrl }: Pick<StatusPagesServices, 'baseUrl'>, { token }: PageRow): string {
  return `${baseUrl}/s/${token}`;
}

/** Throws `Problem` unless the account has all of the checks. */
async function requireOwn({ db, plans }: Pick<StatusPagesServices, 'db' | 'plans'>, accountId: string, listed: readonly Listed[], now: number): Promise<void> {
  const own = await shownChecks(db, plans, { accountId, ids: listed.map(({ id }) => id), now });
  if (listed.some(({ id }) => !own.has(id))) throw absent(customCheck);
}

async function reply(services: StatusPagesServices, row: PageRow, now: number): Promise<{ success: true; data: z.output<typeof StatusPage> }> {
  return { success: true, data: (await presenter(services, row.account_id, [row], now))(row) };
}

/** Shows pages of the account to its people. */
async function presenter(services: StatusPagesServices, accountId: string, rows: readonly PageRow[], now: number): Promise<(row: PageRow) => z.output<typeof StatusPage>> {
  const levels = await levelsOfPages(services, accountId, rows, now);
  return row => {
    const { level, ids } = levels(row);
    return {
      id: row.id, title: row.title, description: row.description, notice: row.notice, noticeAt: isoOf(row.notice_at), checks: listedOn(row).filter(({ id }) => ids.has(id)), published: row.published === 1, level,
      url: urlOf(services, row), createdAt: isoOf(row.created_at)!, updatedAt: isoOf(row.updated_at)!,
    };
  };
}
