import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { operationIn } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import { domain } from '../../domains/inventory/index.ts';
import { ownedBy } from '../../domains/ownership/index.ts';
import { refundAllowance } from '../../platform/account/index.ts';
import { accepted, RunReply, startRun } from '../../platform/runs/index.ts';
import { siteAudit } from './crawl/run.ts';
import { presentAudit, presentIssue, presentLink, presentPage, presentTarget } from './present.ts';
import { audit } from './resources.ts';
import { resultsOf, titleOf } from './results/results.ts';
import { scheduled } from './schedule.ts';
import type { SiteAuditServices } from './services.ts';
import { checkSignIn, judgePages, settle } from './settings.ts';
import { AuditRecord, IssueRecord, IssuesQuery, LinkRecord, LinksQuery, PagePath, PageRecord, PagesQuery, ResultsQuery, ResultsReply, StartInput, TargetRecord, TargetsQuery } from './shapes.ts';
import { auditBefore } from './store/audits.ts';
import { findPage, countPages, issueCursor, issuesOf, linksOf, pagesOf, ORDINALS } from './store/lists.ts';
import { keptSignIn, saveSignIn } from './store/sign-in.ts';
import { factsOf } from './store/stored-page.ts';
import { askedTargets } from './store/targets.ts';

const EXAMPLE = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';
const RUN = 'run_01hzy3v4qk8m0p2r5s7t9w1x3z';

const start = operationIn<SiteAuditServices>()({
  id: 'siteAudit.start',
  summary: 'Audit a website',
  description: 'Starts a crawl of the whole website of a domain and judges every page: status codes, redirects, indexing, titles, content, links, images, sitemaps, structured data. '
    + 'Counts as one manual scan; where an audit of the domain is queued or running, that one is returned. A site that is not proven to be yours is read slowly, at most 500 pages, and by its robots.txt.',
  method: 'POST',
  path: '/api/site-audit/start',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'manualScans',
  status: 202,
  idempotent: true,
  owns: { domainId: domain },
  input: StartInput,
  output: RunReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'Up to 500 pages' }, { input: { domainId: EXAMPLE, maxPages: 200, exclude: ['/search*'], everyDays: 7 }, says: 'A part of the site, every week' }],
  judge(caller, { everyDays, ...choices }, { plans }) {
    const { plan } = known(caller).account;
    return judgePages(choices, plan, plans) ?? scheduled.judge(plan, everyDays);
  },
  audit: ({ input, output: { data } }) => ({
    action: 'domain.site_audit_started', resource: { type: 'domain', id: data.subject.id },
    details: { run: data.id, maxPages: input.maxPages, respectRobots: input.respectRobots, ...(input.signIn === undefined ? {} : { signIn: input.signIn === null ? 'forgotten' : 'set' }) },
  }),
  run: async (call, services, { domainId, everyDays, signIn, ...choices }) => {
    const { caller, owned: { domainId: { name } }, now } = call, { db, counters, plans } = services;
    const { account } = known(caller);
    const proven = await ownedBy(db, account.id, name, now) !== null;
    const settings = settle(choices, { domain: name, domainId, plan: account.plan, plans, proven });
    if (signIn === undefined ? await keptSignIn(db, services, domainId) !== null : signIn !== null) checkSignIn(signIn, { domain: name, domainId, proven, render: choices.render });
    if (signIn !== undefined) await saveSignIn(db, services, { accountId: account.id, domainId, signIn, now });
    const { run, started } = await startRun(db, services, {
      accountId: account.id, kind: siteAudit, subject: { type: 'domain', id: domainId, label: name }, input: { settings }, trigger: 'manual', allowance: { name: 'manualScans', spentAt: now }, dedupeKey: domainId,
    });
    if (everyDays !== undefined) await scheduled.plan(db, { accountId: account.id, domainId, choices, everyDays }, now);
    if (!started) {
      if (everyDays === undefined) call.nothingChanged();
      await refundAllowance(counters, { accountId: account.id, allowance: 'manualScans', spentAt: now }, db);
    }
    return accepted(call, services, run);
  },
});

const results = operationIn<SiteAuditServices>()({
  id: 'siteAudit.results',
  summary: 'Show the results of a site audit',
  description: 'The SEO results of a domain from its latest site audit: score with its formula and every deduction, failed checks with counts and sample pages, what is new and fixed since the audit before, '
    + 'status codes and depth of the pages, and the trend of the last 12 audits.',
  method: 'GET',
  path: '/api/seo-results/{domainId}',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  owns: { domainId: domain, auditId: audit },
  input: ResultsQuery,
  output: ResultsReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'The latest audit' }, { input: { domainId: EXAMPLE, severity: 'high' }, says: 'Only severe checks' }],
  run: async ({ caller, owned }, { db }, { domainId, severity, category }) => {
    if (owned.auditId && owned.auditId.domain_id !== domainId) throw new Problem('not_found', 'The domain has no such audit.');
    return { success: true as const, ...await resultsOf(db, known(caller).account.id, domainId, { chosen: owned.auditId ?? null, severity, category }) };
  },
});

const show = operationIn<SiteAuditServices>()({
  id: 'siteAudit.show',
  summary: 'Show a site audit',
  description: 'How far a site audit is, what it was asked for, and its score once it has ended.',
  method: 'GET',
  path: '/api/site-audits/{id}',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: audit },
  input: z.strictObject({ id: PagePath.shape.id }),
  output: z.object({ success: z.literal(true), data: AuditRecord }),
  examples: [{ input: { id: RUN }, says: 'By its id, which is that of its run' }],
  run: ({ owned }) => Promise.resolve({ success: true as const, data: presentAudit(owned.id) }),
});

const PAGES = 'site_audit.pages';

const pages = operationIn<SiteAuditServices>()({
  id: 'siteAudit.pages',
  summary: 'List the pages of a site audit',
  description: 'Every address that a site audit fetched, with status, title, depth and the number of its issues; `total` counts all that match.',
  method: 'GET',
  path: '/api/site-audits/{id}/pages',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: audit },
  input: PagesQuery,
  output: pageOf(PageRecord).extend({ total: z.number().int() }),
  examples: [{ input: { id: RUN, statusClass: '4' }, says: 'Pages that do not exist' }],
  run: async (_call, { db }, { id, limit, cursor, ...filter }) => {
    const rows = await pagesOf(db, id, filter, decodeCursor(PAGES, cursor), limit + 1);
    return { ...cutPage(PAGES, rows, limit, ({ page }) => ({ at: page, id: `pag_${page}` }), presentPage), total: await countPages(db, id, filter) };
  },
});

const page = operationIn<SiteAuditServices>()({
  id: 'siteAudit.page',
  summary: 'Show a page of a site audit',
  description: 'Everything that a site audit recorded of one page: the answer of the server, redirects, the robots.txt rule that decided, title, headings, canonical, links, images, structured data, text figures.',
  method: 'GET',
  path: '/api/site-audits/{id}/pages/{page}',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: audit },
  maybeNotFound: true,
  input: PagePath,
  output: z.object({ success: z.literal(true), data: PageRecord.extend({ facts: z.record(z.string(), z.unknown()).nullable().describe('As they were recorded; null where it was not fetched yet'), issueList: z.array(IssueRecord) }).meta({ id: 'SiteAuditPageDetails' }) }),
  examples: [{ input: { id: RUN, page: 1 }, says: 'The start page' }],
  run: async ({ caller, owned }, { db }, { id, page: number }) => {
    const row = await findPage(db, id, number);
    if (!row || row.state !== 'done') throw new Problem('not_found', 'The audit has fetched no page of that number. Take one of its list of pages.');
    const before = await auditBefore(db, known(caller).account.id, owned.id);
    const issues = await issuesOf(db, id, before?.id ?? null, { page: [number] }, null, 200);
    return { success: true as const, data: { ...presentPage(row), facts: factsOf(row) as unknown as Record<string, unknown> | null, issueList: issues.map(issue => presentIssue(issue, titleOf, before === null)) } };
  },
});

const ISSUES = 'site_audit.issues';

const issues = operationIn<SiteAuditServices>()({
  id: 'siteAudit.issues',
  summary: 'List the issues of a site audit',
  description: 'Every failed check of a site audit with its page and what was seen there, by page; says of each whether it is new since the audit before.',
  method: 'GET',
  path: '/api/site-audits/{id}/issues',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: audit },
  input: IssuesQuery,
  output: pageOf(IssueRecord),
  examples: [{ input: { id: RUN, severity: 'high' }, says: 'The severe ones' }],
  run: async ({ caller, owned }, { db }, { id, limit, cursor, ...filter }) => {
    const before = await auditBefore(db, known(caller).account.id, owned.id);
    const position = decodeCursor(ISSUES, cursor);
    const rows = await issuesOf(db, id, before?.id ?? null, filter, position, limit + 1);
    return cutPage(ISSUES, rows, limit, () => issueCursor(rows.slice(0, limit), position), row => presentIssue(row, titleOf, before === null));
  },
});

const LINKS = 'site_audit.links';

const links = operationIn<SiteAuditServices>()({
  id: 'siteAudit.links',
  summary: 'List the links of a site audit',
  description: 'Every link that a site audit saw, with both ends, anchor text and the status of its target: what links to a page (`to`), what a page links to (`from`), broken links (`statusClass=4`).',
  method: 'GET',
  path: '/api/site-audits/{id}/links',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: audit },
  input: LinksQuery,
  output: pageOf(LinkRecord),
  examples: [{ input: { id: RUN, statusClass: '4' }, says: 'Broken links' }],
  run: async (_call, { db }, { id, limit, cursor, ...filter }) => {
    const rows = await linksOf(db, id, filter, decodeCursor(LINKS, cursor), limit + 1);
    return cutPage(LINKS, rows, limit, ({ page: at, ordinal }) => ({ at: at * ORDINALS + ordinal, id: `lnk_${at}` }), presentLink);
  },
});

const TARGETS = 'site_audit.targets';

const targets = operationIn<SiteAuditServices>()({
  id: 'siteAudit.targets',
  summary: 'List what the pages of a site audit refer to',
  description: 'What pages refer to besides other pages of the site, and what came of asking for it: linked pages of other sites, images, style sheets, scripts.',
  method: 'GET',
  path: '/api/site-audits/{id}/targets',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  owns: { id: audit },
  input: TargetsQuery,
  output: pageOf(TargetRecord),
  examples: [{ input: { id: RUN, kind: 'image', statusClass: '4' }, says: 'Images that are missing' }],
  run: async (_call, { db }, { id, limit, cursor, ...filter }) => {
    const rows = await askedTargets(db, id, filter, decodeCursor(TARGETS, cursor), limit + 1);
    return cutPage(TARGETS, rows, limit, ({ target }) => ({ at: target, id: `tgt_${target}` }), presentTarget);
  },
});

export const siteAuditOperations = [start, results, show, pages, page, issues, links, targets] as const;
