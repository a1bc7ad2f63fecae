import { scheduleAudits } from '../audit-schedules/index.ts';
import { accessibilityAudit } from './audit/run.ts';
import { FOREIGN_PAGES, settle, upgraded, type AuditChoices, type AuditSettings } from './settings.ts';

/** Accessibility audits that are done again by themselves. */
export const scheduled = scheduleAudits<AuditChoices, AuditSettings>({
  kind: 'accessibilityAudit', run: accessibilityAudit, does: 'audits accessibility', settle,
  within(kept, { proven, terms }) {
    const { urls, ...choices } = upgraded(kept);
    const maxPages = Math.min(choices.maxPages, terms.accessibilityPages, proven ? Infinity : FOREIGN_PAGES);
    return { ...choices, maxPages, urls: urls?.slice(0, Math.max(1, maxPages)) };
  },
});
