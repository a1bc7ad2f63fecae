import { z } from 'zod';
import { csvLine } from '../../../core/csv.ts';
import { escapeHtml } from '../../../core/html.ts';
import { operationIn, type FileReply } from '../../../core/operation.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { presentLink, presentPage } from './present.ts';
import { audit } from './resources.ts';
import type { SiteAuditServices } from './services.ts';
import type { AuditSettings } from './settings.ts';
import { LinksFilter, PagePath } from './shapes.ts';
import { isUnderWay, type AuditRow } from './store/audits.ts';
import { countIndexable, indexablePages, linksOf, ORDINALS, pagesOf, type LinkFilter } from './store/lists.ts';

const RUN = 'run_01hzy3v4qk8m0p2r5s7t9w1x3z';
const LINKS_A_READ = 2000;
const PAGES_A_READ = 1000;
/** Of one file (https://www.sitemaps.org/protocol.html). */
const URLS_A_SITEMAP = 50_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Throws `Problem` for an audit that goes on: what it has so far would pass for all of it. */
async function requireEnd(db: Db, audit: AuditRow): Promise<void> {
  if (await isUnderWay(db, audit)) throw unended(audit, 'What it found is exported then.');
}

function unended({ state }: Pick<AuditRow, 'state'>, then: string): Problem {
  return new Problem('invalid_state', `The audit has not come to its end yet. ${then}`, { current: state });
}

const links = operationIn<SiteAuditServices>()({
  id: 'siteAudit.export_links',
  summary: 'Export the links of a site audit',
  description: 'Every link that a site audit saw as a line of CSV: target, page, status of the target, anchor text, whether it may be followed. `to` gives the links to one page, `statusClass=4` the broken ones. An audit that goes on answers 409.',
  method: 'GET',
  path: '/api/site-audits/{id}/links.csv',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  kind: 'file',
  contentTypes: ['text/csv'],
  owns: { id: audit },
  input: z.strictObject({ id: PagePath.shape.id, ...LinksFilter }),
  output: z.custom<FileReply>(),
  examples: [{ input: { id: RUN, statusClass: '4' }, says: 'Broken links' }],
  run: async ({ owned: { id: row } }, { db }, filter): Promise<FileReply> => {
    await requireEnd(db, row);
    return { contentType: 'text/csv; charset=utf-8', fileName: `links-${row.id}.csv`, body: linkLines(db, row.id, filter) };
  },
});

async function* linkLines(db: Db, auditId: string, wanted: LinkFilter): AsyncGenerator<string> {
  yield csvLine(['To', 'From', 'Status', 'Anchor', 'Follow']);
  for (let position = null, rows; rows === undefined || rows.length === LINKS_A_READ;) {
    rows = await linksOf(db, auditId, wanted, position, LINKS_A_READ);
    const last = rows.at(-1);
    if (!last) return;
    position = { at: last.page * ORDINALS + last.ordinal, id: '' };
    yield rows.map(presentLink).map(({ to, from, status, anchor, follow }) => csvLine([to, from, status, anchor, follow ? 'yes' : 'no'])).join('');
  }
}

const pages = operationIn<SiteAuditServices>()({
  id: 'siteAudit.export_pages',
  summary: 'Export the pages of a site audit',
  description: 'Every page that a site audit fetched as a line of CSV: address, status, title, clicks, issues, whether scripts change it, and a column for each of its selectors (`extract`). An audit that goes on answers 409.',
  method: 'GET',
  path: '/api/site-audits/{id}/pages.csv',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  kind: 'file',
  contentTypes: ['text/csv'],
  owns: { id: audit },
  input: z.strictObject({ id: PagePath.shape.id }),
  output: z.custom<FileReply>(),
  examples: [{ input: { id: RUN }, says: 'All pages' }],
  run: async ({ owned: { id: row } }, { db }): Promise<FileReply> => {
    await requireEnd(db, row);
    return { contentType: 'text/csv; charset=utf-8', fileName: `pages-${row.id}.csv`, body: pageLines(db, row) };
  },
});

async function* pageLines(db: Db, { id, settings }: AuditRow): AsyncGenerator<string> {
  const names = ((JSON.parse(settings) as AuditSettings).extract ?? []).map(({ name }) => name);
  yield csvLine(['Address', 'Status', 'Outcome', 'Title', 'Clicks', 'Issues', 'Worst issue', 'Rendering', ...names]);
  for (let position = null, rows; rows === undefined || rows.length === PAGES_A_READ;) {
    rows = await pagesOf(db, id, {}, position, PAGES_A_READ);
    const last = rows.at(-1);
    if (!last) return;
    position = { at: last.page, id: '' };
    yield rows.map(presentPage).map(({ url, status, outcome, title, depth, issues, severity, rendering, extracted }) => csvLine([
      url, String(status ?? ''), outcome, title ?? '', String(depth ?? ''), String(issues), severity ?? '', rendering ?? '', ...names.map(name => extracted?.[name]?.join(' | ') ?? ''),
    ])).join('');
  }
}

const sitemap = operationIn<SiteAuditServices>()({
  id: 'siteAudit.sitemap',
  summary: 'Make a sitemap from a site audit',
  description: 'An XML sitemap of the pages that a site audit found fit to be listed: they answered, are in HTML, may be read and listed, and are their own canonical. '
    + 'A site of more than 50,000 such pages gets an index, which names its parts, in the same folder, as `sitemap-1.xml` and so on; `part` gives these.',
  method: 'GET',
  path: '/api/site-audits/{id}/sitemap.xml',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  kind: 'file',
  contentTypes: ['application/xml'],
  maybeNotFound: true,
  owns: { id: audit },
  input: z.strictObject({ id: PagePath.shape.id, part: z.coerce.number().int().min(1).max(1000).optional().describe('One file of several, from 1 on') }),
  output: z.custom<FileReply>(),
  examples: [{ input: { id: RUN }, says: 'All pages, or the index of several files' }],
  run: async ({ owned: { id: { id, state, settings } } }, { db }, { part }): Promise<FileReply> => {
    if (state === 'running') throw unended({ state }, 'Which pages are fit to be listed is known then.');
    const parts = Math.max(1, Math.ceil(await countIndexable(db, id) / URLS_A_SITEMAP));
    if (part !== undefined && part > parts) throw new Problem('not_found', `The sitemap has ${parts === 1 ? '1 part' : `${parts} parts`}.`);
    const { domain } = JSON.parse(settings) as { domain: string };
    const isIndex = parts > 1 && part === undefined;
    const body = isIndex ? indexOf(domain, parts) : urlSet(await indexablePages(db, id, (part ?? 1) - 1, URLS_A_SITEMAP));
    return { contentType: 'application/xml', fileName: part === undefined ? 'sitemap.xml' : `sitemap-${part}.xml`, body };
  },
});

function urlSet(urls: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${NAMESPACE}">\n${urls.map(url => `<url><loc>${escapeHtml(url)}</loc></url>\n`).join('')}</urlset>\n`;
}

function indexOf(domain: string, parts: number): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="${NAMESPACE}">\n${Array.from({ length: parts }, (_, at) => `<sitemap><loc>https://${domain}/sitemap-${at + 1}.xml</loc></sitemap>\n`).join('')}</sitemapindex>\n`;
}

export const exportOperations = [links, pages, sitemap] as const;
