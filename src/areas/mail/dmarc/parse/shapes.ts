/**
 * What reports say, in one form whatever the reporter sends. Sources: aggregate reports RFC 7489 Appendix C and RFC 9990 §3,
 * failure reports RFC 5965, 6591 and 9991, TLS reports RFC 8460 §4. Times are epoch milliseconds, names lower-case A-labels.
 * `null` is what the report does not say or what cannot be read; nothing is guessed.
 */

/** What a file gives, in order. Rows belong to the aggregate report that follows them; a refusal, or a report that is not wanted, takes back the rows before it. */
export type Reading =
  | { event: 'rows'; rows: AggregateRow[] }
  | { event: 'report'; report: Report }
  | { event: 'refused'; part: string; reason: RefusalReason }
  | { event: 'unwanted'; heading: Heading }
  | { event: 'warning'; code: WarningCode };

export type Report = AggregateReport | FailureReport | TlsReport;

/** What a report says before its records: whose it is, and who sent it where that comes first. */
export type Heading = Pick<ReportHead, 'domain' | 'organization'> & { kind: Report['kind'] };

/** What every kind of report has. */
export interface ReportHead {
  /** Where in the file it stood, outermost first: `mail > report.zip > report.xml`. */
  part: string;
  organization: string | null;
  reportId: string | null;
  /** Whose report it is: the domain of the policy. */
  domain: string;
  beginAt: number;
  endAt: number;
  /** Records that the report has: rows, policies of a TLS report, one for a failure. Those that were cut off do not count. */
  records: number;
  /** Messages, or sessions of a TLS report, of all records whose count can be read. */
  messages: number;
  /** Those of `records` without a readable address or count. */
  badRecords: number;
  warnings: WarningCode[];
}

export interface AggregateReport extends ReportHead {
  kind: 'aggregate';
  /** By its namespace or by elements that only RFC 9990 has. */
  standard: 'RFC 7489' | 'RFC 9990';
  version: string | null;
  email: string | null;
  extraContact: string | null;
  generator: string | null;
  /** What the reporter says went wrong on its side. */
  errors: string[];
  policy: PublishedPolicy;
}

/** The policy that the reporter found; values as published, in lower case. */
export interface PublishedPolicy {
  domain: string;
  p: string | null;
  sp: string | null;
  np: string | null;
  adkim: string | null;
  aspf: string | null;
  fo: string | null;
  /** `y` or `n`, RFC 9990. */
  testing: string | null;
  /** `psl` or `treewalk`, RFC 9990. */
  discoveryMethod: string | null;
  /** Per cent, RFC 7489. */
  pct: number | null;
}

/** One record: messages from one address with the same results. */
export interface AggregateRow {
  /** IPv4 in dotted quads, IPv6 as RFC 5952 writes it. */
  sourceIp: string | null;
  count: number | null;
  /** Frozen where other records, also of other reports, have the same object because they say the same. */
  results: RecordResults;
}

/** Everything that a record says besides address and count. Words that no RFC knows are kept as they came, in lower case. */
export interface RecordResults {
  /** none, pass, quarantine or reject. */
  disposition: string | null;
  /** pass or fail: whether an aligned signature was valid. */
  dkimAligned: string | null;
  spfAligned: string | null;
  reasons: OverrideReason[];
  headerFrom: string | null;
  /** Empty for the null sender. */
  envelopeFrom: string | null;
  envelopeTo: string | null;
  dkim: DkimResult[];
  spf: SpfResult[];
}

/** Why the receiver did something else than the policy says. */
export interface OverrideReason {
  type: string | null;
  comment: string | null;
}

export interface DkimResult {
  domain: string | null;
  selector: string | null;
  result: string | null;
  humanResult: string | null;
}

export interface SpfResult {
  domain: string | null;
  /** mfrom or helo. */
  scope: string | null;
  result: string | null;
  humanResult: string | null;
}

/** One message that failed. Local parts of addresses are replaced, and nothing of the message but a few headers is kept. */
export interface FailureReport extends ReportHead {
  kind: 'failure';
  feedbackType: string | null;
  /** adsp, bodyhash, revoked, signature, spf or dmarc. */
  authFailure: string | null;
  deliveryResult: string | null;
  /** dkim, spf, both or none of them (RFC 9991). */
  identityAlignment: string[];
  sourceIp: string | null;
  userAgent: string | null;
  mailFrom: string | null;
  rcptTo: string[];
  dkimDomain: string | null;
  dkimSelector: string | null;
  spfRecord: string | null;
  authenticationResults: string[];
  /** From, Subject, Date, Message-ID and Return-Path of the message, by lower-case name. */
  headers: Record<string, string>;
}

export interface TlsReport extends ReportHead {
  kind: 'tls';
  contact: string | null;
  policies: TlsPolicy[];
}

export interface TlsPolicy {
  /** tlsa, sts or no-policy-found. */
  type: string | null;
  domain: string | null;
  lines: string[];
  mxHosts: string[];
  successes: number | null;
  failures: number | null;
  details: TlsFailure[];
}

export interface TlsFailure {
  resultType: string | null;
  sendingIp: string | null;
  receivingHost: string | null;
  receivingHelo: string | null;
  receivingIp: string | null;
  sessions: number | null;
  information: string | null;
  reasonCode: string | null;
}

/** Everything that was read although it deviates from the standards, and what was made of it. */
export const warnings = {
  base64_text: 'The file was base64 text; it was decoded.',
  bad_address: 'A source address cannot be read; its record is kept without it.',
  bad_count: 'A count is not a whole number from 0 to 1,000,000,000,000; its record is kept without it.',
  character_set: 'Some text is not in the character set that the file declares; it was read in the one that fits.',
  checksum: 'The container\'s checksum does not match its content.',
  container_damaged: 'The container breaks off or is damaged; what came before was read.',
  date_in_milliseconds: 'The period is given in milliseconds; it was divided by 1,000.',
  date_incomplete: 'Only one end of the period can be read; it stands for both.',
  date_as_text: 'The period is given as text, not as seconds.',
  dates_swapped: 'The period ended before it began; its ends were swapped.',
  failures_exceed_total: 'The failure details add up to more sessions than the summary has.',
  long_period: 'The report covers more than 26 hours.',
  no_email: 'The report names no e-mail address.',
  no_report_id: 'The report has no id.',
  old_period: 'The period begins before 2012, when DMARC did not exist.',
  organization_from_email: 'The report does not name its organization; the domain of its e-mail address stands for it.',
  organization_missing: 'The report names neither its organization nor a usable e-mail address.',
  part_refused: 'Another part of the file was refused.',
  policy_repeated: 'The report has several published policies; the first was taken.',
  policy_strings_packed: 'The policy of a TLS report was one packed string; it was unpacked.',
  several_domains: 'The TLS report is about several domains; the first stands for all.',
  text_cut: 'A text longer than 4 kB was cut.',
  too_many_results: 'A record has more than 100 results of one kind; the first 100 were kept.',
  trailing_bytes: 'Something other than a report follows the end of the compressed data.',
  truncated: 'The report breaks off; the complete records were kept.',
  unclosed_element: 'An element is not closed where it should be.',
  unknown_element: 'An element that no RFC knows was left out.',
  value_renamed: 'The SPF result "hardfail", an older word for "fail", was read as that.',
  unknown_value: 'A result or disposition is a word that no RFC knows; it was kept.',
} as const;

export type WarningCode = keyof typeof warnings;

/** Why a file, or a part of it, was not taken. */
export const refusals = {
  damaged: 'The compressed data are damaged from the start.',
  dtd: 'The XML has a document type definition. Reports never need one, attacks do.',
  empty: 'The file is empty.',
  encrypted: 'The archive is encrypted.',
  file_unreadable: 'The file cannot be opened.',
  inflates_too_far: 'The file inflates to more than 200 times its size.',
  json_syntax: 'The JSON cannot be read.',
  no_period: 'The report does not say when it begins or ends.',
  no_policy_domain: 'The report does not say which domain it is about.',
  no_report: 'Nothing in the file is a report.',
  no_usable_record: 'None of the records has a readable address and count.',
  not_a_report: 'The content is not a report of a kind that is known.',
  period_in_future: 'The period lies in the future.',
  tag_too_long: 'A tag or a header is longer than 64 kB.',
  too_deep: 'Elements, containers or JSON values are nested too deeply.',
  too_large: 'The content is larger than the limit.',
  too_many_parts: 'The file has more than 64 parts.',
  too_many_records: 'The report has more than 5,000,000 records.',
  truncated: 'The report breaks off before its first complete record.',
  unsupported_container: 'The content is packed in a way that reports do not use: send XML, gzip, zip or the mail itself.',
  unused_body: 'The content is the word "unused" in place of a report.',
} as const;

export type RefusalReason = keyof typeof refusals;
