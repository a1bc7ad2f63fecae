import { MAX_TEXT, tidy } from './text.ts';
import { Refusal } from './limits.ts';
import type { RefusalReason, TlsFailure, TlsPolicy, TlsReport, WarningCode } from './shapes.ts';
import { addressOf, CLOCK_SKEW_MS, countOf, momentOf, nameOf, periodOf } from './values.ts';

const MAX_DEPTH = 16;
const MAX_VALUES = 200_000;

type Warn = (code: WarningCode) => void;
type Json = Record<string, unknown>;

/** The TLS report in `text` (RFC 8460 §4), or why it is none; `now` in epoch milliseconds. Throws a `Refusal` before JSON that is too costly is parsed. */
export function readTlsReport(text: string, part: string, now: number): TlsReport | RefusalReason {
  refuseCostly(text);
  const root = parseJson(text);
  if (root === undefined) return 'json_syntax';
  if (!isObject(root) || !Array.isArray(root['policies'])) return 'not_a_report';
  const warnings = new Set<WarningCode>();
  const warn: Warn = code => { warnings.add(code); };
  const policies = root['policies'].filter(isObject).map(policy => readPolicy(policy, warn));
  const domains = new Set(policies.map(({ domain }) => domain).filter(domain => domain !== null));
  const [domain] = domains;
  if (domain === undefined) return 'no_policy_domain';
  if (domains.size > 1) warn('several_domains');
  const range = objectOf(root['date-range']);
  const period = periodOf(momentOf(textOf(range['start-datetime'], warn) ?? ''), momentOf(textOf(range['end-datetime'], warn) ?? ''));
  if (period === null) return 'no_period';
  const { beginAt, endAt, swapped, long } = period;
  if (endAt > now + CLOCK_SKEW_MS) return 'period_in_future';
  if (swapped) warn('dates_swapped');
  if (long) warn('long_period');
  const bad = policies.filter(({ successes, failures }) => successes === null || failures === null).length;
  if (bad > 0) warn('bad_count');
  const [organization, reportId] = [textOf(root['organization-name'], warn), textOf(root['report-id'], warn)];
  if (organization === null) warn('organization_missing');
  if (reportId === null) warn('no_report_id');
  return {
    kind: 'tls', part, organization, reportId: reportId?.replace(/^<(.*)>$/s, '$1') ?? null, domain, beginAt, endAt,
    records: policies.length, messages: sum(policies.flatMap(({ successes, failures }) => [successes, failures])), badRecords: bad,
    contact: textOf(root['contact-info'], warn), policies, warnings: [...warnings].sort(),
  };
}

function readPolicy(policy: Json, warn: Warn): TlsPolicy {
  const [about, summary] = [objectOf(policy['policy']), objectOf(policy['summary'])];
  const failures = sessionsOf(summary['total-failure-session-count']);
  const details = listOf(policy['failure-details']).filter(isObject).map(detail => readFailure(detail, warn));
  if (failures !== null && sum(details.map(({ sessions }) => sessions)) > failures) warn('failures_exceed_total');
  return {
    type: textOf(about['policy-type'], warn)?.toLowerCase() ?? null,
    domain: nameOf(textOf(about['policy-domain'], warn) ?? ''),
    lines: listOf(about['policy-string']).flatMap(line => linesOf(textOf(line, warn), warn)),
    // RFC 8460 has the name mx-host in §4.4 and mx-host-pattern in its example; some write the line of the policy.
    mxHosts: listOf(about['mx-host'] ?? about['mx-host-pattern']).flatMap(host => nameOf((textOf(host, warn) ?? '').replace(/^mx:\s*/i, '')) ?? []),
    successes: sessionsOf(summary['total-successful-session-count']),
    failures,
    details,
  };
}

function readFailure(detail: Json, warn: Warn): TlsFailure {
  const text = (name: string): string | null => textOf(detail[name], warn);
  return {
    resultType: text('result-type')?.toLowerCase() ?? null,
    sendingIp: addressOf(text('sending-mta-ip') ?? ''),
    receivingHost: nameOf(text('receiving-mx-hostname') ?? ''),
    receivingHelo: text('receiving-mx-helo'),
    receivingIp: addressOf(text('receiving-ip') ?? ''),
    sessions: sessionsOf(detail['failed-session-count']),
    information: text('additional-information'),
    reasonCode: text('failure-reason-code'),
  };
}

/** Several lines that came as one string of JSON, as one large reporter sends TLSA records. */
function linesOf(text: string | null, warn: Warn): string[] {
  if (text === null) return [];
  const packed = text.startsWith('["') && text.length < MAX_TEXT ? parseJson(text) : undefined;
  if (!Array.isArray(packed)) return [text];
  warn('policy_strings_packed');
  return packed.flatMap(line => textOf(line, warn) ?? []);
}

/** Refuses JSON that is nested deeper than any report, or has so many values that parsing it takes more memory than a report may. */
function refuseCostly(text: string): void {
  let [depth, values] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    const opens = code === 0x5b || code === 0x7b;
    if (opens) depth++;
    else if (code === 0x5d || code === 0x7d) depth--;
    if (opens || code === 0x2c) values++;
    if (depth > MAX_DEPTH) throw new Refusal('too_deep');
    if (values > MAX_VALUES) throw new Refusal('too_large');
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  return at;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** A list, or one value in place of a list. */
function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

function textOf(value: unknown, warn: Warn): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? tidy(value, warn) || null : null;
}

function sessionsOf(value: unknown): number | null {
  return typeof value === 'number' || typeof value === 'string' ? countOf(String(value).trim()) : null;
}

function sum(numbers: readonly (number | null)[]): number {
  return numbers.reduce<number>((total, number) => total + (number ?? 0), 0);
}
