import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { DomainReference } from '../../../../core/domain-reference.ts';
import { operationIn, type FileReply, type Resource } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { Problem } from '../../../../core/problem.ts';
import { several } from '../../../../core/several.ts';
import { domain, findDomain, isoOf, replyOf } from '../../../domains/inventory/index.ts';
import { hashOfToken, lockAccount, makeLinkToken, textsOfAccount } from '../../../platform/account/index.ts';
import { badgeOf } from '../badge.ts';
import { domainPage } from '../domain-page.ts';
import { reportOn } from '../report-on.ts';
import type { ReportsServices } from '../services.ts';
import { reportsTexts } from '../texts.ts';
import { addLink, countLinks, findLink, linkOpenedBy, linksOf, removeLink, type LinkRow } from './store.ts';

const DAY_MS = 86_400_000;
const [USUAL_DAYS, MAX_DAYS] = [30, 365];
/** Of one account. */
const MAX_LINKS = 200;
const LIST = 'report_links';
const EXAMPLE = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';

const access = { scope: 'domains' } as const;

const ReportLink = z.object({
  id: z.string(), domainId: z.string(), domain: z.string(), createdAt: z.iso.datetime(), expiresAt: z.iso.datetime().describe('When the link stops working'),
}).meta({ id: 'ReportLink' });

/** A link of the account, by its id. */
const link: Resource<ReportsServices, LinkRow> = { type: 'report link', load: ({ db }, accountId, id) => findLink(db, accountId, id) };

function present({ id, domain_id: domainId, created_at, expires_at }: LinkRow, name: string): z.output<typeof ReportLink> {
  return { id, domainId, domain: name, createdAt: isoOf(created_at)!, expiresAt: isoOf(expires_at)! };
}

const list = operationIn<ReportsServices>()({
  id: 'reports.links.list',
  summary: 'List shared reports',
  description: 'Reports that are shared by a link, with the expiry of each link, newest first. The link itself is shown only when it is created.',
  method: 'GET',
  path: '/api/report-links',
  access,
  allowance: 'none',
  owns: { domainId: domain },
  input: z.strictObject({ ...pageInput, domainId: several(DomainReference).optional().describe('Only those of these domains, by name or id') }),
  output: pageOf(ReportLink),
  examples: [{ input: {}, says: 'All of them' }],
  run: async ({ caller, now }, { db }, { domainId, limit, cursor }) => {
    const rows = await linksOf(db, known(caller).account.id, { domainIds: domainId, now, after: decodeCursor(LIST, cursor), limit: limit + 1 });
    return cutPage(LIST, rows, limit, row => ({ at: row.created_at, id: row.id }), row => present(row, row.name));
  },
});

const create = operationIn<ReportsServices>()({
  id: 'reports.links.create',
  summary: 'Share a report',
  description: `Creates a link that lets anyone read the report on a domain, always as of its last scan and without the section on hosts, until the link expires or is revoked. It is shown only once. An account has at most ${MAX_LINKS} active links.`,
  method: 'POST',
  path: '/api/report-links',
  access,
  allowance: 'none',
  status: 201,
  idempotent: true,
  secrets: ['url'],
  owns: { domainId: domain },
  input: z.strictObject({ domainId: DomainReference.describe('Name or id of the domain'), days: z.int().min(1).max(MAX_DAYS).default(USUAL_DAYS).describe('Days until the link expires') }),
  output: replyOf(ReportLink).extend({ url: z.string().describe('The link; null where the reply is a repeated one') }),
  examples: [{ input: { domainId: EXAMPLE }, says: 'For 30 days' }, { input: { domainId: EXAMPLE, days: 7 }, says: 'For a week' }],
  audit: ({ output: { data: { id, domainId, expiresAt } } }) => ({ action: 'report_link.created', resource: { type: 'report_link', id }, details: { domainId, expiresAt } }),
  run: async ({ caller, now, owned, respond }, services, { days }) => {
    const { db, baseUrl } = services;
    const { account: { id: accountId } } = known(caller);
    await lockAccount(db, accountId);
    const active = await countLinks(db, accountId, now);
    if (active >= MAX_LINKS) throw new Problem('limit_reached', `This account shares ${active} reports, and ${MAX_LINKS} is the most. Revoke a link that is not needed.`, { limit: MAX_LINKS, active });
    const { token, hash } = makeLinkToken(services.randomBytes);
    const { id: domainId, name } = owned.domainId;
    const row: LinkRow = { id: services.newId('rpl'), account_id: accountId, domain_id: domainId, token_hash: hash, created_at: now, expires_at: now + days * DAY_MS };
    await addLink(db, row);
    respond.headers['cache-control'] = 'no-store';
    return { success: true as const, data: present(row, name), url: `${baseUrl}/r/${token}` };
  },
});

const show = operationIn<ReportsServices>()({
  id: 'reports.links.get',
  summary: 'Show a shared report',
  description: 'The report that a link shares, and when the link expires. The link itself is shown only when it is created.',
  method: 'GET',
  path: '/api/report-links/{id}',
  access,
  allowance: 'none',
  maybeNotFound: true,
  owns: { id: link },
  input: z.strictObject({ id: z.string() }),
  output: replyOf(ReportLink),
  examples: [{ input: { id: 'rpl_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By the id of the link' }],
  run: async ({ owned: { id: row }, now }, { db }) => {
    const of = await findDomain(db, row.account_id, row.domain_id);
    if (!of || row.expires_at <= now) throw new Problem('not_found', 'This link has expired.');
    return { success: true as const, data: present(row, of.name) };
  },
});

const revoke = operationIn<ReportsServices>()({
  id: 'reports.links.revoke',
  summary: 'Stop sharing a report',
  description: 'Revokes the link. It stops working immediately.',
  method: 'DELETE',
  path: '/api/report-links/{id}',
  access,
  allowance: 'none',
  owns: { id: link },
  input: z.strictObject({ id: z.string() }),
  output: z.object({ success: z.literal(true) }),
  examples: [{ input: { id: 'rpl_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By the id of the link' }],
  audit: ({ input: { id } }) => ({ action: 'report_link.revoked', resource: { type: 'report_link', id } }),
  run: async ({ owned: { id: row } }, { db }) => {
    await removeLink(db, row.id);
    return { success: true as const };
  },
});

const shared = operationIn<ReportsServices>()({
  id: 'reports.links.open',
  summary: 'Read a shared report',
  description: 'Returns a shared report by the token in its link. The page /r/{token} shows the same report, and /r/{token}/badge.svg its grade.',
  method: 'GET',
  path: '/api/shared-reports/{token}',
  access: 'public',
  limit: 'shared_reports',
  allowance: 'none',
  maybeNotFound: true,
  kind: 'file',
  contentTypes: ['text/html', 'application/json', 'image/svg+xml'],
  input: z.strictObject({
    token: z.string().regex(/^[\w-]{32}$/, 'Copy the whole link.').describe('The part of the link after /r/'),
    format: z.enum(['html', 'json', 'svg']).default('html').describe('`html`: a page to read and print; `json`: what it is made of; `svg`: a badge with the grade'),
  }),
  output: z.custom<FileReply>(),
  examples: [{ input: { token: 'Zm9yIHRoZSBkb2NzIGFuZCBub3RoaW5n' }, says: 'By the token in the link' }],
  run: async ({ now }, services, { token, format }) => {
    const { db } = services;
    const row = await linkOpenedBy(db, hashOfToken(token), now);
    const of = row && await findDomain(db, row.account_id, row.domain_id);
    if (!of) throw new Problem('not_found', 'The link has expired, was revoked, or was copied incompletely. Ask the person who sent it for a new one.');
    const texts = await textsOfAccount(services, reportsTexts, of.account_id);
    const report = await reportOn(services, of, [], now);
    if (format === 'json') return { contentType: 'application/json', fileName: null, body: JSON.stringify({ success: true, data: report }) };
    if (format === 'svg') return { contentType: 'image/svg+xml', fileName: null, body: badgeOf(report, texts) };
    return { contentType: 'text/html; charset=utf-8', fileName: `report-${of.name}-${report.madeAt.slice(0, 10)}.html`, body: domainPage(report, texts) };
  },
});

export const reportLinkOperations = [list, create, show, revoke, shared] as const;
