import { account } from './platform/account/area.ts';
import { alerts } from './platform/alerts/area.ts';
import { audit } from './platform/audit/area.ts';
import { keys } from './platform/keys/area.ts';
import { runs } from './platform/runs/area.ts';
import { notifications } from './platform/notifications/area.ts';
import { support } from './platform/support/area.ts';
import { check } from './domains/check/area.ts';
import { inventory } from './domains/inventory/area.ts';
import { ownership } from './domains/ownership/area.ts';
import { scannerIssues } from './domains/scanner-issues/area.ts';
import { setup } from './domains/setup/area.ts';
import { subdomains } from './domains/subdomains/area.ts';
import { emailSecurity } from './domains/email-security/area.ts';
import { history } from './domains/history/area.ts';
import { events } from './domains/events/area.ts';
import { dmarc } from './mail/dmarc/area.ts';
import { lookalikes } from './threats/lookalikes/area.ts';
import { compliance } from './assurance/compliance/area.ts';
import { status } from './assurance/status/area.ts';
import { checks } from './assurance/checks/area.ts';
import { statusPages } from './assurance/status-pages/area.ts';
import { exposure } from './threats/exposure/area.ts';
import { vulnerabilities } from './threats/vulnerabilities/area.ts';
import { darkweb } from './threats/darkweb/area.ts';
import { auditSchedules } from './web/audit-schedules/area.ts';
import { ipTargets } from './threats/ip-targets/area.ts';
import { deepSeo } from './web/deep-seo/area.ts';
import { localSeo } from './web/local-seo/area.ts';
import { siteAudit } from './web/site-audit/area.ts';
import { accessibility } from './web/accessibility/area.ts';
import { overview } from './summary/overview/area.ts';
import { admin } from './summary/admin/area.ts';

/** All areas, in the order of the service: a later one may use what an earlier one publishes. */
export const areas = [
  account,
  audit,
  keys,
  runs,
  notifications,
  alerts,
  support,
  check,
  inventory,
  ownership,
  setup,
  subdomains,
  emailSecurity,
  history,
  scannerIssues,
  events,
  dmarc,
  lookalikes,
  compliance,
  status,
  checks,
  statusPages,
  exposure,
  vulnerabilities,
  darkweb,
  auditSchedules,
  ipTargets,
  siteAudit,
  deepSeo,
  localSeo,
  accessibility,
  overview,
  admin,
] as const;
