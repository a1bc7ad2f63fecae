import type { Kysely } from 'kysely';
import type { Db } from '../src/store/index.ts';
import type { StoreTables } from '../src/store/store-tables.ts';
import type { AccountTables } from '../src/areas/platform/account/tables.ts';
import type { AlertTables } from '../src/areas/platform/alerts/tables.ts';
import type { AuditTables } from '../src/areas/platform/audit/tables.ts';
import type { ContactTables } from '../src/areas/platform/contact/tables.ts';
import type { KeyTables } from '../src/areas/platform/keys/tables.ts';
import type { NotificationTables } from '../src/areas/platform/notifications/tables.ts';
import type { SupportTables } from '../src/areas/platform/support/tables.ts';
import type { RunTables } from '../src/areas/platform/runs/tables.ts';
import type { EventTables } from '../src/areas/domains/events/tables.ts';
import type { HistoryTables } from '../src/areas/domains/history/tables.ts';
import type { InventoryTables } from '../src/areas/domains/inventory/tables.ts';
import type { OwnershipTables } from '../src/areas/domains/ownership/tables.ts';
import type { ScannerIssueTables } from '../src/areas/domains/scanner-issues/tables.ts';
import type { SubdomainTables } from '../src/areas/domains/subdomains/tables.ts';
import type { ChecksTables } from '../src/areas/assurance/checks/tables.ts';
import type { StatusPagesTables } from '../src/areas/assurance/status-pages/tables.ts';
import type { ComplianceTables } from '../src/areas/assurance/compliance/tables.ts';
import type { StatusTables } from '../src/areas/assurance/status/tables.ts';
import type { DmarcTables } from '../src/areas/mail/dmarc/tables.ts';
import type { ReportTables } from '../src/areas/summary/reports/tables.ts';
import type { ExposureTables } from '../src/areas/threats/exposure/tables.ts';
import type { DarkwebTables } from '../src/areas/threats/darkweb/tables.ts';
import type { IpTargetsTables } from '../src/areas/threats/ip-targets/tables.ts';
import type { VulnerabilityTables } from '../src/areas/threats/vulnerabilities/tables.ts';
import type { AccessibilityTables } from '../src/areas/web/accessibility/tables.ts';
import type { DeepSeoTables } from '../src/areas/web/deep-seo/tables.ts';
import type { LocalSeoTables } from '../src/areas/web/local-seo/tables.ts';
import type { AuditScheduleTables } from '../src/areas/web/audit-schedules/tables.ts';
import type { SiteAuditTables } from '../src/areas/web/site-audit/tables.ts';
import type { LookalikeTables } from '../src/areas/threats/lookalikes/tables.ts';

/** Every table of the program. */
export interface AllTables extends StoreTables, AccountTables, AlertTables, AuditTables, ContactTables, KeyTables, NotificationTables, RunTables, SupportTables,
  AccessibilityTables, AuditScheduleTables, ChecksTables, ComplianceTables, DarkwebTables, DeepSeoTables, DmarcTables, EventTables, ExposureTables, HistoryTables, InventoryTables, IpTargetsTables, LocalSeoTables, LookalikeTables, OwnershipTables, ReportTables, ScannerIssueTables, SiteAuditTables, StatusPagesTables, StatusTables, SubdomainTables, VulnerabilityTables {}

/** Queries over every table, for tests: they set up and inspect what belongs to many areas. */
export function allTables(db: Db): Kysely<AllTables> {
  return db as unknown as Kysely<AllTables>;
}
