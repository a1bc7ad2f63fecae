import { accountArea } from '../areas/platform/account/index.ts';
import { alertsArea } from '../areas/platform/alerts/index.ts';
import { auditArea } from '../areas/platform/audit/index.ts';
import { contactArea } from '../areas/platform/contact/index.ts';
import { keysArea } from '../areas/platform/keys/index.ts';
import { notificationsArea, webhookEvents } from '../areas/platform/notifications/index.ts';
import { runsArea } from '../areas/platform/runs/index.ts';
import { supportArea } from '../areas/platform/support/index.ts';
import { checkArea } from '../areas/domains/check/index.ts';
import { emailSecurityArea } from '../areas/domains/email-security/index.ts';
import { eventsArea } from '../areas/domains/events/index.ts';
import { historyArea } from '../areas/domains/history/index.ts';
import { inventoryArea } from '../areas/domains/inventory/index.ts';
import { ownershipArea } from '../areas/domains/ownership/index.ts';
import { scannerIssuesArea } from '../areas/domains/scanner-issues/index.ts';
import { setupArea } from '../areas/domains/setup/index.ts';
import { subdomainsArea } from '../areas/domains/subdomains/index.ts';
import { lookalikesArea } from '../areas/threats/lookalikes/index.ts';
import { exposureArea } from '../areas/threats/exposure/index.ts';
import { ipTargetsArea } from '../areas/threats/ip-targets/index.ts';
import { vulnerabilitiesArea } from '../areas/threats/vulnerabilities/index.ts';
import { darkwebArea } from '../areas/threats/darkweb/index.ts';
import { dmarcArea } from '../areas/mail/dmarc/index.ts';
import { checksArea } from '../areas/assurance/checks/index.ts';
import { accessibilityArea } from '../areas/web/accessibility/index.ts';
import { auditSchedulesArea } from '../areas/web/audit-schedules/index.ts';
import { deepSeoArea } from '../areas/web/deep-seo/index.ts';
import { localSeoArea } from '../areas/web/local-seo/index.ts';
import { siteAuditArea } from '../areas/web/site-audit/index.ts';
import { seoCheckArea } from '../areas/web/seo-check/index.ts';
import { spendingArea } from '../areas/web/spending/index.ts';
import { statusArea } from '../areas/assurance/status/index.ts';
import { statusPagesArea } from '../areas/assurance/status-pages/index.ts';
import { complianceArea } from '../areas/assurance/compliance/index.ts';
import { adminArea } from '../areas/summary/admin/index.ts';
import { overviewArea } from '../areas/summary/overview/index.ts';
import { reportsArea } from '../areas/summary/reports/index.ts';
import { alertKindsIn } from '../areas/alert.ts';
import { createAnnounce, type Announce } from '../areas/announcement.ts';
import type { AnyArea, MeasuresOf, ServicesOf, SettingsOf } from '../areas/area.ts';
import { evidenceSourcesIn, type EvidenceSources } from '../areas/evidence-source.ts';
import { findingSourcesIn } from '../areas/finding-source.ts';
import type { Engine } from '../areas/engine.ts';
import type { AreaGauges } from '../areas/gauges.ts';
import type { JobHandler } from '../areas/job.ts';
import { measuresIn } from '../areas/measure.ts';
import type { ReportSection } from '../areas/report-section.ts';
import type { AnyRunKind, RunHandler } from '../areas/run-kind.ts';
import type { Schedule } from '../areas/schedule.ts';
import type { Subjects } from '../areas/subject.ts';
import type { AdviceRule } from '../core/findings/rules.ts';
import type { AnyOperation } from '../core/operation.ts';
import { composeSchema, type Schema } from '../store/index.ts';
import type { WebhookEvent } from '../surfaces/openapi/index.ts';

/** The areas that may feed measures of domains and raise alerts, each after those that it knows of; nothing else lists them. */
const afterInventory = [
  historyArea,
  ownershipArea,
  subdomainsArea,
  setupArea,
  emailSecurityArea,
  eventsArea,
  lookalikesArea,
  exposureArea,
  vulnerabilitiesArea,
  ipTargetsArea,
  darkwebArea,
  dmarcArea,
  auditSchedulesArea,
  siteAuditArea,
  seoCheckArea,
  spendingArea,
  deepSeoArea,
  localSeoArea,
  accessibilityArea,
  statusArea,
  complianceArea,
  checksArea,
  statusPagesArea,
  overviewArea,
  reportsArea,
  adminArea,
] as const;

/** What can be wrong, by the kinds of alerts. */
export const alertKinds = alertKindsIn(afterInventory);

/** How findings of areas are judged once more. */
export const findingSources = findingSourcesIn(afterInventory);

/** Every area after the account, in the same order. */
const others = [
  auditArea,
  keysArea,
  runsArea,
  notificationsArea,
  alertsArea(alertKinds),
  contactArea,
  supportArea,
  checkArea,
  inventoryArea(measuresIn(afterInventory) as MeasuresOf<(typeof afterInventory)[number]>),
  scannerIssuesArea(findingSources),
  ...afterInventory,
] as const;

const each: readonly AnyArea[] = others;
const account = accountArea({ settings: Object.assign({}, ...each.map(({ settings }) => settings)) as SettingsOf<(typeof others)[number]>, exports: Object.assign({}, ...each.map(({ exports }) => exports)) });

/** Every area of the product. */
export const areas: readonly AnyArea[] = [account, ...others];

type EachArea = typeof account | (typeof others)[number];

/** What handlers work with, whatever their area. */
export type Services = ServicesOf<EachArea>;

/** Every operation of the program with its types, for the client. */
export type Operations = EachArea['operations'];

/** Every operation of the program: each surface, the docs and the tests are made from this list. */
export const operations: readonly AnyOperation<Services>[] = areas.flatMap(area => area.operations);

/** What the operations are about, by the first part of their ids. */
export const topics: Readonly<Record<string, string>> = Object.assign({}, ...areas.map(area => area.topics));

/** Every message that webhooks are sent. */
export const webhooks: readonly WebhookEvent[] = webhookEvents(Object.assign({}, ...areas.map(area => area.notificationKinds)) as Record<string, string>);

/** Everything that the database holds. */
export const schema: Schema = composeSchema(areas);

export const runKinds: readonly AnyRunKind[] = areas.flatMap(area => area.runKinds ?? []);
export const runHandlers: readonly RunHandler<Services>[] = areas.flatMap(area => area.runs ?? []);
export const jobHandlers: readonly JobHandler<Services>[] = areas.flatMap(area => area.jobs ?? []);
export const schedules: readonly Schedule<Services>[] = areas.flatMap(area => area.schedules ?? []);
export const engines: readonly Engine<Services>[] = areas.flatMap(area => area.engines ?? []);
export const subjects: Subjects = new Map(areas.flatMap(area => area.subjects ?? []).map(subject => [subject.type, subject]));

/** What areas see that is evidence for controls of compliance. */
export const evidenceSources: EvidenceSources = evidenceSourcesIn(areas);

/** What areas tell at `/metrics`. */
export const gauges: readonly AreaGauges[] = areas.flatMap(area => area.gauges ?? []);

/** What areas add to the report on a domain. */
export const reportSections: readonly ReportSection[] = areas.flatMap(area => area.reportSections ?? []);

/** Every judgement that the program makes; reference pages and tests are made from this list. */
export const findingCatalogue: readonly AdviceRule[] = areas.flatMap(area => area.findings?.rules ?? []);

/** Every kind of work in the queue. */
export const jobKinds: readonly string[] = [...runKinds, ...jobHandlers].map(({ kind }) => kind);

/** Tells what areas announce to those that hear it, which work with what `services` gives. */
export function announceTo(services: () => Services): Announce {
  return createAnnounce<Services>(areas.flatMap(area => area.subscribes ?? []), services);
}
