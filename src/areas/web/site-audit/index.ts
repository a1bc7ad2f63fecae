import { defineArea } from '../../area.ts';
import { doSiteAudit, siteAudit } from './crawl/run.ts';
import { headerEvidence } from './evidence.ts';
import { judgeExcluded } from './exclusion-job.ts';
import { exclusionOperations } from './exclusion-operations.ts';
import { exportOperations } from './export-operations.ts';
import { siteAudit as siteAuditTables } from './migrations/0071-site-audit.ts';
import { siteAuditTargets } from './migrations/0073-site-audit-targets.ts';
import { siteAuditUnreachable } from './migrations/0102-site-audit-unreachable.ts';
import { siteAuditRendering } from './migrations/0107-site-audit-rendering.ts';
import { siteAuditExclusions } from './migrations/0108-site-audit-exclusions.ts';
import { siteAuditExtraction } from './migrations/0109-site-audit-extraction.ts';
import { siteAuditExclusionChanges } from './migrations/0122-site-audit-exclusion-changes.ts';
import { siteAuditSignIn } from './migrations/0123-site-audit-sign-in.ts';
import { siteAuditOperations } from './operations.ts';
import { reportOperations } from './report-operations.ts';
import { auditRules } from './rules/index.ts';
import { scheduled } from './schedule.ts';
import type { SiteAuditServices } from './services.ts';
import { auditsOf } from './store/audits.ts';
import { exclusionsOfAccount } from './store/exclusions.ts';
import { severityChangesOf } from './store/severities.ts';
import { tables } from './tables.ts';

export { standardCrawlManners, type CrawlManners } from './services.ts';
export { underWayOf } from './results/results.ts';
export { createAuditThreads } from './threads/threads.ts';
export type { AuditThreads } from './threads/tasks.ts';
// What later areas read of audits, and what the check of a single page shares with the audit.
export { bits, MAX_DISTANCE } from './rules/near-texts.ts';
export { auditPages, countRendered, crawledPages, findEndedAudit, lastEndedAudit, linksWithin, pageKeyOf, renderedPages, renderingOf, siteAuditEnded, type AuditLink, type AuditPage, type EndedAudit, type RenderedPage } from './store/published.ts';
export { comparedParts, type Comparison } from './render/compare.ts';
export { renderModes, renderOutcomes } from './store/rendering.ts';
export { factsOf } from './store/stored-page.ts';
export { visit } from './crawl/visit.ts';
export { mayFetch, rulesOf, type OriginRobots, type RobotsRules } from './crawl/robots-of.ts';
export { crawlSpacingMs, fetchRobots } from './crawl/outside.ts';
export { leaveAlone as leaveHostAlone, takeTurn as takeHostTurn, takeTurnWithin as takeHostTurnWithin } from './store/hosts.ts';
export { userAgentOf } from './settings.ts';
export { richResults } from './rules/rich-results.ts';
export { canonicalOf, hasDirective, directivesOf } from './rules/directives.ts';
export { textWidthPx, type DocumentFacts, type PageFacts, type StructuredItem } from './page/index.ts';
export { clicksFrom, LinkGraphBuilder, type LinkGraph } from './rules/link-graph.ts';
export { pageRanks } from './rules/page-rank.ts';
export { categories, checks, gradeOf, judgePage, ratings, ratingsOf, scoreOf, SCORE_FORMULA, type Check, type PageOutcome } from './rules/index.ts';

/** Websites as search engines and people meet them: every page fetched and judged, and what changed since last time. */
export const siteAuditArea = defineArea<SiteAuditServices>()({
  id: 'site-audit',
  group: 'web',
  topics: { siteAudit: 'Audits of whole websites: pages, links, what search engines and people stumble over, and what changed since the audit before.' },
  operations: [...siteAuditOperations, ...exportOperations, ...reportOperations, ...exclusionOperations],
  runKinds: [siteAudit],
  runs: [doSiteAudit],
  jobs: [judgeExcluded],
  schedules: [scheduled.due],
  tables,
  migrations: { '0071-site-audit': siteAuditTables, '0073-site-audit-targets': siteAuditTargets, '0102-site-audit-unreachable': siteAuditUnreachable, '0107-site-audit-rendering': siteAuditRendering, '0108-site-audit-exclusions': siteAuditExclusions, '0109-site-audit-extraction': siteAuditExtraction, '0122-site-audit-exclusion-changes': siteAuditExclusionChanges, '0123-site-audit-sign-in': siteAuditSignIn },
  exports: { siteAudits: auditsOf, siteAuditSeverities: severityChangesOf, siteAuditExclusions: exclusionsOfAccount },
  evidence: headerEvidence,
  auditActions: {
    'domain.site_audit_started': 'Started a site audit',
    'site_audit.severity_changed': 'Changed the severity of a check of site audits',
    'site_audit.exclusions_changed': 'Changed the addresses excluded from site audits',
  },
  findings: {
    about: 'Pages of a website and the website as a whole: each check says on which pages it failed, and what was seen there.',
    afterwards: 'Then audit the site again: the results say which issues are fixed.',
    rules: auditRules,
  },
});
