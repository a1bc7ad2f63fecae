import { Refusal } from './limits.ts';
import type { AggregateReport, AggregateRow, DkimResult, OverrideReason, PublishedPolicy, RecordResults, RefusalReason, SpfResult, WarningCode } from './shapes.ts';
import { CLOCK_SKEW_MS, domainOfAddress, periodOf, type Moment } from './values.ts';

const MAX_RESULTS = 100;
const MAX_ERRORS = 10;
const REPORT_9990 = 'urn:ietf:params:xml:ns:dmarc-2.0';
/** When the first DMARC reports were sent; RFC 9990's own example is older. */
const FIRST_REPORTS = Date.UTC(2012, 0, 1);

/** What was read of a report so far; the schema fills it in. */
export class AggregateDraft {
  readonly warnings = new Set<WarningCode>();
  readonly policy: PublishedPolicy = { domain: '', p: null, sp: null, np: null, adkim: null, aspf: null, fo: null, testing: null, discoveryMethod: null, pct: null };
  version: string | null = null;
  organization = '';
  email = '';
  extraContact: string | null = null;
  generator: string | null = null;
  reportId = '';
  begin: Moment | null = null;
  end: Moment | null = null;
  readonly errors: string[] = [];
  #policies = 0;

  records = 0;
  messages = 0;
  badRecords = 0;
  /** Complete records that were not handed on yet. */
  rows: AggregateRow[] = [];
  row = emptyRow();
  reason = emptyReason();
  dkim = emptyDkim();
  spf = emptySpf();
  /** Whether a warning was reported since the last record. */
  #warned = false;
  readonly #namespace: string | null;
  readonly #maxRecords: number;

  constructor(namespace: string | null, maxRecords: number) {
    this.#namespace = namespace;
    this.#maxRecords = maxRecords;
  }

  readonly warn = (code: WarningCode): void => {
    this.warnings.add(code);
    this.#warned = true;
  };

  /** Whether what follows is the policy that counts: the first one. */
  beginPolicy(): void {
    if (this.#policies++ > 0) this.warn('policy_repeated');
  }

  get inFirstPolicy(): boolean {
    return this.#policies === 1;
  }

  addError(text: string): void {
    if (text !== '' && this.errors.length < MAX_ERRORS) this.errors.push(text);
  }

  endReason(): void {
    if (this.reason.type !== null || this.reason.comment !== null) this.#add(this.row.results.reasons, this.reason);
    this.reason = emptyReason();
  }

  endDkim(): void {
    if (this.dkim.result !== null || this.dkim.domain !== null || this.dkim.selector !== null) this.#add(this.row.results.dkim, this.dkim);
    this.dkim = emptyDkim();
  }

  endSpf(): void {
    if (this.spf.result !== null || this.spf.domain !== null) this.#add(this.row.results.spf, this.spf);
    this.spf = emptySpf();
  }

  /** Adds to one of the lists of a record, up to 100. */
  #add<T>(list: T[], value: T): void {
    if (list.length < MAX_RESULTS) list.push(value);
    else this.warn('too_many_results');
  }

  /** What the record says that ends, for others that say the same; null where there was something to tell of it. */
  sharedResults(): RecordResults | null {
    return this.#warned ? null : Object.freeze(this.row.results);
  }

  endRecord(): void {
    const { row } = this;
    if (++this.records > this.#maxRecords) throw new Refusal('too_many_records');
    if (row.count !== null) this.messages += row.count;
    else this.warn('bad_count');
    if (row.sourceIp === null) this.warn('bad_address');
    if (row.count === null || row.sourceIp === null) this.badRecords++;
    this.rows.push(row);
    this.row = emptyRow();
    this.#warned = false;
  }

  /** The whole report, or why it is none. `cut` where its end is missing; `now` in epoch milliseconds. */
  finish(part: string, now: number, cut: boolean): AggregateReport | RefusalReason {
    if (cut && this.records === 0) return 'truncated';
    if (cut) this.warn('truncated');
    if (this.policy.domain === '') return 'no_policy_domain';
    const period = periodOf(this.begin, this.end);
    if (period === null) return 'no_period';
    const { beginAt, endAt } = period;
    if (endAt > now + CLOCK_SKEW_MS) return 'period_in_future';
    if (this.records > 0 && this.badRecords === this.records) return 'no_usable_record';
    this.#judgePeriod(period);
    const organization = this.#organization();
    if (this.email === '') this.warn('no_email');
    if (this.reportId === '') this.warn('no_report_id');
    const { policy, version, extraContact, generator, errors, records, messages, badRecords } = this;
    return {
      kind: 'aggregate', part, standard: this.#standard(), version, organization, email: this.email || null, extraContact, generator, errors,
      reportId: this.reportId || null, domain: policy.domain, beginAt, endAt, policy, records, messages, badRecords, warnings: [...this.warnings].sort(),
    };
  }

  #judgePeriod({ beginAt, swapped, long }: { beginAt: number; swapped: boolean; long: boolean }): void {
    const written = [this.begin, this.end];
    if (written.includes(null)) this.warn('date_incomplete');
    if (written.some(moment => moment?.as === 'milliseconds')) this.warn('date_in_milliseconds');
    if (written.some(moment => moment?.as === 'text')) this.warn('date_as_text');
    if (swapped) this.warn('dates_swapped');
    if (long) this.warn('long_period');
    if (beginAt < FIRST_REPORTS) this.warn('old_period');
  }

  #organization(): string | null {
    if (this.organization !== '') return this.organization;
    const domain = domainOfAddress(this.email);
    this.warn(domain === null ? 'organization_missing' : 'organization_from_email');
    return domain;
  }

  /** The namespace alone does not tell: RFC 9990 reports come without it. */
  #standard(): AggregateReport['standard'] {
    const { testing, discoveryMethod, np } = this.policy;
    const newer = this.#namespace === REPORT_9990 || this.generator !== null || testing !== null || discoveryMethod !== null || np !== null;
    return newer ? 'RFC 9990' : 'RFC 7489';
  }
}

function emptyReason(): OverrideReason {
  return { type: null, comment: null };
}

function emptyDkim(): DkimResult {
  return { domain: null, selector: null, result: null, humanResult: null };
}

function emptySpf(): SpfResult {
  return { domain: null, scope: null, result: null, humanResult: null };
}

function emptyRow(): AggregateRow {
  return {
    sourceIp: null, count: null,
    results: { disposition: null, dkimAligned: null, spfAligned: null, reasons: [], headerFrom: null, envelopeFrom: null, envelopeTo: null, dkim: [], spf: [] },
  };
}
