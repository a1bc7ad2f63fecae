import { accountOperations, type AccountContext } from '../areas/platform/account/index.ts';
import { adminOperations, type AdminContext } from '../areas/summary/admin/index.ts';
import { auditOperations, entriesOf } from '../areas/platform/audit/index.ts';
import { checkOperations, type CheckContext } from '../areas/domains/check/index.ts';
import { contactOperations, type ContactContext } from '../areas/platform/contact/index.ts';
import { messagesOf, reportAnswersJobs, reportAnswersOperations, reportIntakeJobs, reportIntakeOperations, reportIntakeSchedules, reportsOf, senderDaysOf, tlsDaysOf, watchingReports, type IntakeOperationsContext, type ReportAnswersContext } from '../areas/mail/dmarc/index.ts';
import { domainsOf, inventoryJobs, inventoryOperations, labelsOf, watching, type DomainsContext, type OnDeleting, type OnSnapshot } from '../areas/domains/inventory/index.ts';
import { domainScan, historyOf, historyOperations } from '../areas/domains/history/index.ts';
import { namesOf, rememberNamesSeen, subdomainDiscovery, subdomainsOperations } from '../areas/domains/subdomains/index.ts';
import { ownershipJobs, ownershipOperations, ownershipsOf } from '../areas/domains/ownership/index.ts';
import { emailSecurityOperations } from '../areas/domains/email-security/index.ts';
import { setupOperations } from '../areas/domains/setup/index.ts';
import { alarming, createFarewell, createObserver, eventJobs, eventsOf, eventsOperations, windowsOf } from '../areas/domains/events/index.ts';
import { keysOf, keysOperations, type KeysContext } from '../areas/platform/keys/index.ts';
import { channelsOf, notificationsJobs, notificationsOf, notificationsOperations, overdueDeliveries, rulesOf, type NotificationsContext } from '../areas/platform/notifications/index.ts';
import { createFinder, evidenceJobs, evidenceOf, evidenceSweeping, lookalikeCapture, lookalikeEventsOf, lookalikeJobs, lookalikesOf, lookalikesOperations, lookalikeSweep, streaming, streamJobs, sweeping, watchLookalikes, watchlistOf, type EvidenceContext, type LookalikesContext, type OnFound, type StreamsContext } from '../areas/threats/lookalikes/index.ts';
import { overviewOperations } from '../areas/summary/overview/index.ts';
import { reportJobs, reportsOperations, weeklyReports, weeklyReportSettings, type ReportsContext } from '../areas/summary/reports/index.ts';
import { runsOf, runsOperations, type AnyRunKind, type JobHandler, type RunsContext, type Schedule } from '../areas/platform/runs/index.ts';
import type { BulkContext } from '../core/outside/bulk-lookup.ts';
import type { AnyOperation } from '../core/operation.ts';

/** What handlers find in their context, whatever their area. */
export type Services = AccountContext & KeysContext & RunsContext & DomainsContext & NotificationsContext & ReportsContext & AdminContext & ContactContext & LookalikesContext & EvidenceContext & StreamsContext & IntakeOperationsContext & ReportAnswersContext & BulkContext & Omit<CheckContext, 'signal' | 'onFacts'>;

const declared = [
  ...checkOperations,
  ...accountOperations({ settings: { weeklyReport: weeklyReportSettings }, exports: { apiKeys: keysOf, auditLog: entriesOf, runs: runsOf, domains: domainsOf, groups: labelsOf('domain_group'), clients: labelsOf('client'), domainHistory: historyOf, ownership: ownershipsOf, subdomains: namesOf, domainEvents: eventsOf, changeWindows: windowsOf, lookalikes: lookalikesOf, lookalikeEvents: lookalikeEventsOf, lookalikeEvidence: evidenceOf, watchlist: watchlistOf, notificationChannels: channelsOf, notificationRules: rulesOf, notifications: notificationsOf, reportMessages: messagesOf, reports: reportsOf, reportSenders: senderDaysOf, tlsReportDays: tlsDaysOf } }),
  ...keysOperations,
  ...runsOperations,
  ...inventoryOperations,
  ...historyOperations,
  ...setupOperations,
  ...emailSecurityOperations,
  ...subdomainsOperations,
  ...ownershipOperations,
  ...eventsOperations,
  ...notificationsOperations,
  ...lookalikesOperations,
  ...overviewOperations,
  ...reportsOperations,
  ...reportIntakeOperations,
  ...reportAnswersOperations,
  ...auditOperations,
  ...contactOperations,
  ...adminOperations,
] as const satisfies readonly AnyOperation<Services>[];

/** Every operation of the program: each surface, the docs and the tests are made from this list. */
export const operations: readonly AnyOperation<Services>[] = declared;

/** The same with the types of each, for the client. */
export type Operations = typeof declared;

/** Every kind of run; workers do them. */
export const runKinds: readonly AnyRunKind<Services>[] = [domainScan, subdomainDiscovery, lookalikeSweep, lookalikeCapture];

/** Who does the jobs that are no runs, by their kind. */
export const jobHandlers: Readonly<Record<string, JobHandler<Services>>> = { ...inventoryJobs, ...ownershipJobs, ...eventJobs, ...lookalikeJobs, ...evidenceJobs, ...streamJobs, ...notificationsJobs, ...reportJobs, ...reportIntakeJobs, ...reportAnswersJobs };

/** Every kind of job in the queue. */
export const jobKinds: readonly string[] = [...runKinds.map(({ kind }) => kind), ...Object.keys(jobHandlers)];

/** What starts runs when their time has come. */
export const schedules: readonly Schedule<Services>[] = [watching, alarming, sweeping, evidenceSweeping, streaming, overdueDeliveries, weeklyReports, ...reportIntakeSchedules, watchingReports];

/** Who hears of every look at a domain. */
export const onSnapshot = (means: Pick<RunsContext, 'queue' | 'newId'>): readonly OnSnapshot[] => [rememberNamesSeen, createObserver(means), watchLookalikes];

/** Who hears of domains that are about to be deleted. */
export const onDeleting = (means: Pick<RunsContext, 'queue'>): readonly OnDeleting[] => [createFarewell(means)];

/** Who hears of names in streams that look like watched domains. */
export const onFound = (means: Pick<RunsContext, 'queue' | 'newId'>): readonly OnFound[] => [createFinder(means)];
