import { readFileSync } from 'node:fs';
import { standardPlans, type PlanTerms } from '../../src/areas/platform/account/plans.ts';
import { planCovers, plans, planWithKeys, planWithWrite } from '../../src/core/access.ts';
import { REMEMBERED_MS } from '../../src/store/store-tables.ts';
import { bodyLimits } from '../../src/surfaces/http/body.ts';
import { page, table } from './markdown.ts';

const terms: Record<keyof PlanTerms, string> = {
  domains: 'Domains in the inventory',
  websiteScansPerDay: 'Website scans a day: domain check, checkup, SEO check',
  manualScansPerDay: 'Manual scans a day: every other run on demand',
  shortestMonitoringHours: 'Shortest monitoring interval, hours',
};

/** Every figure that a caller can run into. */
export function limitsPage(): string {
  const ports = 'src/app/ports.ts';
  const attempts = 'src/areas/platform/account/attempts.ts';
  const shapes = 'src/areas/platform/keys/shapes.ts';
  const quota = 'src/areas/mail/dmarc/spool/quota.ts';
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
        `${figure(shapes, /\.default\((\d+)\)\.describe\('Requests/)}; from 1 to ${figure(shapes, /max\((10_000)\)/)} when the key is created`, 'a clock hour (UTC)'],
      ['`session_hourly`', 'every request of a signed-in browser', figure(ports, /SESSION_HOURLY = ([\d_]+)/), 'a clock hour (UTC)'],
      ['`public_ip_hourly`', 'calls of public operations from one address (IPv6: one /64)', figure(ports, /PUBLIC_HOURLY = ([\d_]+)/), 'a clock hour (UTC)'],
      ['`sign_in`', 'calls that take credentials, from one address (IPv6: one /64)', figure(ports, /SIGN_IN_HOURLY = ([\d_]+)/), 'a clock hour (UTC)'],
      ['`sign_in`', 'wrong passwords for one e-mail address from one address', figure(attempts, /FAILURES = \{ max: (\d+)/), 'a quarter of an hour'],
      ['`sign_in`', 'wrong codes of the second factor in a row', figure('src/areas/platform/account/sign-in/errors.ts', /LOCK_FAILURES = (\d+)/), 'until a quarter of an hour has passed'],
      ['`website_scans`, `manual_scans`', 'runs of the account', 'see the plan', 'a day (UTC)'],
      ['`report_messages_hourly`', 'messages with reports that come to the account, from whatever source', figure(quota, /MAX_MESSAGES_AN_HOUR = ([\d_]+)/), 'a clock hour (UTC)'],
      ['`report_kib_daily`', 'KiB of these messages', figure(quota, /MAX_KIB_A_DAY = ([\d_]+)/), 'a day (UTC)'],
    ]),
    '',
    'A full counter answers 429 with `limit: {name, max, used, windowSeconds, resetsAt}` and `Retry-After`. Every counted reply says',
    'the state of the limit: `RateLimit: "key_hourly";r=999;t=1800` (999 left, reset in 1800 s) and',
    '`RateLimit-Policy: "key_hourly";q=1000;w=3600`. A call that is refused before the work costs no allowance, and a run that',
    'fails through a fault of the service gives it back.',
    '',
    '## How much',
    '',
    table(['What', 'At most'], [
      ['Active API keys of an account', figure('src/areas/platform/keys/store.ts', /MAX_ACTIVE_KEYS = (\d+)/)],
      ['Open invitations of an account', figure('src/areas/platform/account/invitations.ts', /MAX_OPEN = (\d+)/)],
      ['E-mails to one address in an hour', figure(attempts, /EMAILS = \{ max: (\d+)/)],
      ['Body of a request', `${bodyLimits.maxBytes / 2 ** 20} MiB, ${bodyLimits.maxDepth} levels deep, within ${bodyLimits.timeoutMs / 1000} s`],
      ['Address of a request', `${figure('src/surfaces/http/reception.ts', /MAX_URL_CHARACTERS = (\d+)/)} characters`],
      ['Parameters of a query', figure('src/surfaces/http/query.ts', /MAX_PARAMETERS = (\d+)/)],
      ['Concurrent requests in one process', figure('src/surfaces/http/reception.ts', /MAX_IN_FLIGHT = (\d+)/)],
      ['Rows on a page of a list', `${figure('src/core/page.ts', /max\((200)\)\.default/)}; ${figure('src/core/page.ts', /max\(200\)\.default\((\d+)\)/)} unless asked`],
      ['`request_key`', `1 to 128 printable ASCII characters, remembered for ${REMEMBERED_MS / 3_600_000} hours`],
      ['DNS questions of one check', figure('src/app/compose.ts', /check: (\d+) - REGISTRY_QUESTIONS/)],
      ['DNS questions of one checkup', figure('src/app/compose.ts', /checkup: (\d+) - REGISTRY_QUESTIONS/)],
    ]),
  );
}

/** A figure as the code says it; throws where the code says it differently now. */
function figure(file: string, pattern: RegExp): string {
  const found = pattern.exec(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))?.[1];
  if (found === undefined) throw new Error(`${file} has no figure like ${pattern.source}: find where it went, and correct this page`);
  return shown(Number(found.replaceAll('_', '')));
}

function shown(value: number): string {
  return value.toLocaleString('en');
}
