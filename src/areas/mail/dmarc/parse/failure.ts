import { headerText, parseHeaders, type Headers } from './mail-headers.ts';
import type { FailureReport, RefusalReason, WarningCode } from './shapes.ts';
import { addressOf, CLOCK_SKEW_MS, countOf, domainOfAddress, nameOf } from './values.ts';

const KEPT_HEADERS = ['from', 'subject', 'date', 'message-id', 'return-path'];
const MAX_KEPT_CHARACTERS = 500;
const MAX_LIST = 10;

/** What a failure report is made of. */
export interface FailureParts {
  /** The fields of the feedback report (RFC 5965 §3, RFC 6591 §3.1, RFC 9991). */
  fields: Headers;
  /** The header of the mail that brought it. */
  mail: Headers;
  /** The header of the message that failed. */
  original: Headers | null;
}

/** The report, kept short and without local parts of addresses, or why it is none; `now` in epoch milliseconds. */
export function readFailure({ fields, mail, original }: FailureParts, part: string, now: number): FailureReport | RefusalReason {
  const type = word(headerText(fields, 'feedback-type'));
  // Complaints of readers come in the same form (RFC 5965 §7.3).
  if (type !== null && type !== 'auth-failure' && type !== 'dmarc') return 'not_a_report';
  const warnings = new Set<WarningCode>();
  const field = (name: string): string | null => headerText(fields, name);
  const fromDomain = domainOfAddress(original ? headerText(original, 'from') ?? '' : '');
  const domain = nameOf(field('reported-domain') ?? '') ?? fromDomain ?? nameOf(field('dkim-domain') ?? '');
  if (domain === null) return 'no_policy_domain';
  const at = [field('arrival-date'), field('received-date'), headerText(mail, 'date')].map(momentOfHeader).find(moment => moment !== null);
  if (at === undefined) return 'no_period';
  if (at > now + CLOCK_SKEW_MS) return 'period_in_future';
  const [ipText, incidentsText] = [field('source-ip'), field('incidents')];
  const sourceIp = addressOf(ipText ?? '');
  if (sourceIp === null) warnings.add('bad_address');
  const incidents = incidentsText === null ? 1 : countOf(incidentsText);
  if (incidents === null) warnings.add('bad_count');
  const organization = nameOf((field('reporting-mta') ?? '').replace(/^dns\s*;\s*/i, '')) ?? domainOfAddress(headerText(mail, 'from') ?? '');
  if (organization === null) warnings.add('organization_missing');
  const reportId = (headerText(mail, 'message-id') ?? field('original-envelope-id'))?.replace(/^<(.*)>$/, '$1') ?? null;
  if (reportId === null) warnings.add('no_report_id');
  return {
    kind: 'failure', part, organization, reportId, domain, beginAt: at, endAt: at,
    records: 1, messages: incidents ?? 0, badRecords: sourceIp === null || incidents === null ? 1 : 0,
    feedbackType: type, authFailure: word(field('auth-failure')), deliveryResult: word(field('delivery-result')),
    identityAlignment: (field('identity-alignment') ?? '').toLowerCase().match(/dkim|spf|none/g)?.toSorted() ?? [],
    sourceIp, userAgent: short(field('user-agent')), mailFrom: short(field('original-mail-from')),
    rcptTo: list(fields, 'original-rcpt-to'), dkimDomain: nameOf(field('dkim-domain') ?? ''), dkimSelector: short(field('dkim-selector')),
    spfRecord: short(field('spf-dns')), authenticationResults: list(fields, 'authentication-results'),
    headers: keptHeaders(original), warnings: [...warnings].sort(),
  };
}

/** The fields of the text that Exim's servers send without a feedback report; `null` for any other text. */
export function readTextFailure(text: string): Omit<FailureParts, 'mail'> | null {
  if (!/^\s*A message claiming to be from you has failed/.test(text)) return null;
  const [reported, copied] = text.split(/^-{4,}.*$/m, 2);
  const lines = new Map([...reported!.matchAll(/^[ \t]+([A-Za-z ]{1,40}):[ \t]*(.*)$/gm)].map(([, name, value]) => [name!.toLowerCase(), value!.trim()]));
  const fields: Headers = new Map([['feedback-type', ['auth-failure']], ['auth-failure', ['dmarc']]]);
  const take = (to: string, value: string | undefined): void => { if (value) fields.set(to, [value]); };
  take('reported-domain', lines.get('sender domain'));
  take('source-ip', lines.get('sender ip address'));
  take('arrival-date', lines.get('received date'));
  take('delivery-result', lines.get('dmarc results'));
  const aligned = ['dkim', 'spf'].filter(name => lines.get(`${name} alignment`)?.toLowerCase() === 'yes');
  take('identity-alignment', aligned.join(',') || 'none');
  return { fields, original: copied === undefined ? null : parseHeaders(copied.trimStart()) };
}

function keptHeaders(original: Headers | null): Record<string, string> {
  if (original === null) return {};
  const kept = KEPT_HEADERS.map((name): [string, string | null] => [name, short(headerText(original, name), name === 'message-id')]);
  return Object.fromEntries(kept.filter((pair): pair is [string, string] => pair[1] !== null));
}

function list(fields: Headers, name: string): string[] {
  return (fields.get(name) ?? []).slice(0, MAX_LIST).map(value => short(value)).filter(value => value !== null);
}

function word(text: string | null): string | null {
  return short(text)?.toLowerCase() ?? null;
}

/** The first 500 characters, local parts replaced; the name of a result such as `smtp.mailfrom=` stays. */
function short(text: string | null, isId = false): string | null {
  if (text === null || text === '') return null;
  const cut = text.slice(0, MAX_KEPT_CHARACTERS);
  return isId ? cut : cut.replace(/(\b[a-z]+\.[a-z]+=)?("[^"@]*"|[^\s<>@,;:"'()]+)@/gi, (_, name: string | undefined) => `${name ?? ''}redacted@`);
}

/** RFC 5322 §3.3, a comment behind the zone left out. */
function momentOfHeader(text: string | null): number | null {
  const at = text === null ? NaN : Date.parse(text.slice(0, 100).replace(/\([^()]*\)/g, '').trim());
  return Number.isNaN(at) ? null : at;
}
