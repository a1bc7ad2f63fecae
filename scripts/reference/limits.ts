import { maxQuestions } from '../../src/app/compose.ts';
import { messagesAnHour } from '../../src/areas/mail/dmarc/spool/quota.ts';
import { emailsToOne, failedSignIns } from '../../src/areas/platform/account/attempts.ts';
import { MAX_OPEN_INVITATIONS } from '../../src/areas/platform/account/invitations.ts';
import { standardPlans, type PlanTerms } from '../../src/areas/platform/account/plans.ts';
import { wrongCodes } from '../../src/areas/platform/account/sign-in/errors.ts';
import { hourlyLimits, keyHourly } from '../../src/areas/platform/keys/hourly-limits.ts';
import { MAX_ACTIVE_KEYS } from '../../src/areas/platform/keys/store.ts';
import { planCovers, plans, planWithKeys, planWithWrite } from '../../src/core/access.ts';
import { pageRows } from '../../src/core/page.ts';
import { REMEMBERED_MS } from '../../src/store/store-tables.ts';
import { bodyLimits } from '../../src/surfaces/http/body.ts';
import { MAX_PARAMETERS } from '../../src/surfaces/http/query.ts';
import { requestLimits } from '../../src/surfaces/http/reception.ts';
import { page, table } from './markdown.ts';

const terms: Record<keyof PlanTerms, string> = {
  domains: 'Domains in the inventory',
  websiteScansPerDay: 'Website scans a day: domain check, checkup',
  manualScansPerDay: 'Manual scans a day: every other run on demand',
  networkScansPerDay: 'Scans of both kinds a day from one client network, over all accounts of the plan',
  shortestMonitoringHours: 'Shortest monitoring interval, hours',
  reportMiBPerDay: 'MiB of messages with DMARC and TLS reports a day',
  reportRowsPerDay: 'Rows of DMARC reports a day: addresses with the same results',
  customChecks: 'Custom checks, besides those of the uptime of domains',
  statusPages: 'Status pages, published or not',
  shortestCheckSeconds: 'Shortest interval of a custom check, seconds',
  rawResultDays: 'Days that each result of a check is kept by itself',
  evidenceMiB: 'MiB of files that are evidence for controls of compliance',
  ipTargets: 'IP targets: addresses and small ranges',
  siteAuditPages: 'Pages of a site audit',
  accessibilityPages: 'Pages of an accessibility audit',
  gridPointsPerDay: 'Points of grids and keywords of rank checks a day',
};

/** Every figure that a caller can run into. */
export function limitsPage(): string {
  return page(
    '# Limits',
    '',
    '## What a plan has',
    '',
    table(['', ...plans], [
      ['API keys', ...plans.map(plan => (planCovers(plan, planWithKeys) ? 'yes' : 'no'))],
      ['Keys that write', ...plans.map(plan => (planCovers(plan, planWithWrite) ? 'yes' : 'no'))],
      ...Object.entries(terms).map(([name, says]) => [says, ...plans.map(plan => shown(standardPlans[plan][name as keyof PlanTerms]))]),
    ]),
    '',
    'The operator changes single figures with `DSS_PLANS_FILE`, such as `{"pro": {"websiteScansPerDay": 2000}}`, and the plan of an',
    'account with `dss accounts set-plan`: it holds from the next request on. A day begins at 00:00 UTC.',
    '',
    '## How often one may call',
    '',
    table(['Limit', 'Counts', 'How many', 'In'], [
      ['`key_hourly`', 'every request with a valid key, refused ones too',
        `${shown(keyHourly.standard)}; from 1 to ${shown(keyHourly.max)} when the key is created`, 'a clock hour (UTC)'],
      ['`session_hourly`', 'every request of a signed-in browser', shown(hourlyLimits.session_hourly), 'a clock hour (UTC)'],
      ['`public_ip_hourly`', 'calls of public operations from one address (IPv6: one /64)', shown(hourlyLimits.public_ip_hourly), 'a clock hour (UTC)'],
      ['`push`', 'calls of push checks from one address (IPv6: one /64)', shown(hourlyLimits.push), 'a clock hour (UTC)'],
      ['`shared_reports`', 'openings of shared reports and badges from one address (IPv6: one /64)', shown(hourlyLimits.shared_reports), 'a clock hour (UTC)'],
      ['`status_pages`', 'openings of published status pages, their feeds and badges from one address (IPv6: one /64)', shown(hourlyLimits.status_pages), 'a clock hour (UTC)'],
      ['`sign_in`', 'calls that take credentials, from one address (IPv6: one /64)', shown(hourlyLimits.sign_in), 'a clock hour (UTC)'],
      ['`sign_in`', 'wrong passwords for one e-mail address from one address', shown(failedSignIns.max), 'a quarter of an hour'],
      ['`sign_in`', 'wrong codes of the second factor in a row', shown(wrongCodes.max), 'until a quarter of an hour has passed'],
      ['`website_scans`, `manual_scans`', 'runs of the account', 'see the plan', 'a day (UTC)'],
      ['`network_scans`', 'these runs from one network (an IPv4 address, an IPv6 /64), over all accounts of the same plan, with a session or a key; not on a service for this machine alone', 'see the plan', 'a day (UTC)'],
      ['`emails_hourly`', 'invitations by e-mail to one address; counted with all other e-mails of accounts to it', shown(emailsToOne.max), 'a clock hour (UTC)'],
      ['`report_messages_hourly`', 'messages with reports that come to the account', shown(messagesAnHour), 'a clock hour (UTC)'],
      ['`report_kib_daily`', 'KiB of these messages', 'see the plan', 'a day (UTC)'],
      ['`report_rows_daily`', 'rows of the reports in them', 'see the plan', 'a day (UTC)'],
    ]),
    '',
    'A full counter answers 429 with `limit: {name, max, used, windowSeconds, resetsAt}` and `Retry-After`. Every counted reply says',
    'the state of the limit: `RateLimit: "key_hourly";r=999;t=1800` (999 left, reset in 1800 s) and',
    '`RateLimit-Policy: "key_hourly";q=1000;w=3600`. A call that is refused before the work costs no allowance, and a run that',
    'fails through a fault of the service gives it back.',
    '',
    'The limits of reports are counted three times apart: for uploads, mailboxes and folders; for mail whose sender was authenticated,',
    'where one sender domain has a quarter; and for HTTPS and all other mail, which have a tenth. Where rows are used up, messages',
    'wait in the spool for the next day, and more of the same kind are refused: 429, or 452 by SMTP.',
    '',
    '## How much',
    '',
    table(['What', 'At most'], [
      ['Active API keys of an account', shown(MAX_ACTIVE_KEYS)],
      ['Open invitations of an account', shown(MAX_OPEN_INVITATIONS)],
      ['E-mails to one address in an hour', shown(emailsToOne.max)],
      ['Body of a request', `${bodyLimits.maxBytes / 2 ** 20} MiB, ${bodyLimits.maxDepth} levels deep, within ${bodyLimits.timeoutMs / 1000} s`],
      ['Address of a request', `${shown(requestLimits.maxUrlCharacters)} characters`],
      ['Parameters of a query', shown(MAX_PARAMETERS)],
      ['Concurrent requests in one process', shown(requestLimits.maxInFlight)],
      ['Rows on a page of a list', `${shown(pageRows.max)}; ${shown(pageRows.standard)} unless asked`],
      ['`request_key`', `1 to 128 printable characters, remembered for ${REMEMBERED_MS / 3_600_000} hours`],
      ['DNS questions of one check', shown(maxQuestions.check)],
      ['DNS questions of one checkup', shown(maxQuestions.checkup)],
    ]),
  );
}

function shown(value: number): string {
  return value.toLocaleString('en');
}
