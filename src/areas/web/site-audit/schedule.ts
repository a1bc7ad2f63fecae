import { scheduleAudits } from '../audit-schedules/index.ts';
import { siteAudit } from './crawl/run.ts';
import { FOREIGN_PAGES, settle, type AuditChoices, type AuditSettings } from './settings.ts';

/** Site audits that are done again by themselves. */
export const scheduled = scheduleAudits<AuditChoices, AuditSettings>({
  kind: 'siteAudit', run: siteAudit, does: 'audits a site', settle,
  within: (choices, { proven, terms }) => ({ ...choices, maxPages: Math.min(choices.maxPages, terms.siteAuditPages, proven ? Infinity : FOREIGN_PAGES), respectRobots: choices.respectRobots || !proven }),
});
