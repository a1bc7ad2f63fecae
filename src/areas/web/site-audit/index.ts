import { defineArea } from '../../area.ts';
import { doSiteAudit, siteAudit } from './crawl/run.ts';
import { headerEvidence } from './evidence.ts';
import { exportOperations } from './export-operations.ts';
import { siteAudit as siteAuditTables } from './migrations/0071-site-audit.ts';
import { siteAuditTargets } from './migrations/0073-site-audit-targets.ts';
import { siteAuditUnreachable } from './migrations/0102-site-audit-unreachable.ts';
import { siteAuditOperations } from './operations.ts';
import { reportOperations } from './report-operations.ts';
import { auditRules } from './rules/index.ts';
import { scheduled } from './schedule.ts';
import type { SiteAuditServices } from './services.ts';
import { auditsOf } from './store/audits.ts';
import { severityChangesOf } from './store/severities.ts';
import { tables } from './tables.ts';

export { standardCrawlManners, type CrawlManners } from './services.ts';
export { underWayOf } from './results/results.ts';
export { createAuditThreads } from './threads/threads.ts';
export type { AuditThreads } from './threads/tasks.ts';
// What later areas read of audits, and what the check of a single page shares with the audit.
export { bits, MAX_DISTANCE } from './rules/near-texts.ts';
export { crawledPages, findEndedAudit, lastEndedAudit, linksWithin, siteAuditEnded, type AuditLink, type AuditPage, type EndedAudit } from './store/published.ts';
export { factsOf } from './store/pages.ts';
export { visit } from './crawl/visit.ts';
export { mayFetch, rulesOf, type OriginRobots, type RobotsRules } from './crawl/robots-of.ts';
export { fetchRobots } from './crawl/outside.ts';
export { leaveAlone as leaveHostAlone, takeTurn as takeHostTurn } from './store/hosts.ts';
export { userAgentOf } from './settings.ts';
export { richResults } from './rules/rich-results.ts';
export { canonicalOf, hasDirective, directivesOf } from './rules/directives.ts';
export { textWidthPx, type DocumentFacts, type PageFacts, type StructuredItem } from './page/index.ts';
export { categories, checks, gradeOf, judgePage, scoreOf, SCORE_FORMULA, type Check, type PageOutcome } from './rules/index.ts';

/** Websites as search engines and people meet them: every page fetched and judged, and what changed since last time. */
export const siteAuditArea = defineArea<SiteAuditServices>()({
  id: 'site-audit',
  group: 'web',
  topics: { siteAudit: 'Audits of whole websites: pages, links, what search engines and people stumble over, and what changed since the audit before.' },
  operations: [...siteAuditOperations, ...exportOperations, ...reportOperations],
  runKinds: [siteAudit],
  runs: [doSiteAudit],
  schedules: [scheduled.due],
  tables,
  migrations: { '0071-site-audit': siteAuditTables, '0073-site-audit-targets': siteAuditTargets, '0102-site-audit-unreachable': siteAuditUnreachable },
  exports: { siteAudits: auditsOf, siteAuditSeverities: severityChangesOf },
  evidence: headerEvidence,
  auditActions: ['domain.site_audit_started', 'site_audit.severity_changed'],
  findings: {
    about: 'Pages of a website and the website as a whole: each check says on which pages it failed, and what was seen there.',
    afterwards: 'Then audit the site again: the results say which issues are fixed.',
    rules: auditRules,
  },
});
