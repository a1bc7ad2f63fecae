import { createHash, type Hash } from 'node:crypto';
import type { AggregateReport, AggregateRow, Reading } from '../parse/shapes.ts';
import type { Collected, CollectedRow, Tuple } from './shapes.ts';

const MAX_COMMENT_CHARACTERS = 200;
/** About what one report may take in memory: some 800,000 addresses with the few results that domains have, several times the largest known. */
const MAX_REPORT_BYTES = 128 << 20;
const LOOKED_BACK = 64;
const ROW_BYTES = 160;
const TUPLE_BYTES = 800;
const STEP_BYTES = 200;

/** Gathers the readings of one file into whole reports: records that repeat the results of one address are added up, and those of an address follow one another. */
export class ReportCollector {
  #draft = new Draft();

  /** The report that `reading` completes, or why it is not kept; null for all others. */
  add(reading: Reading): Collected | 'too_varied' | null {
    if (reading.event === 'rows') this.#draft.add(reading.rows);
    if (reading.event !== 'report' && reading.event !== 'refused') return null;
    const draft = this.#draft;
    this.#draft = new Draft();
    if (reading.event === 'refused') return null;
    const { report } = reading;
    if (report.kind === 'aggregate') return draft.isFull ? 'too_varied' : draft.finish(report);
    const { part: _, ...said } = report;
    const contentHash = createHash('sha256').update(JSON.stringify(said)).digest('hex');
    return report.kind === 'tls' ? { kind: 'tls', report, contentHash } : { kind: 'failure', report, contentHash };
  }
}

/** The records of one report so far. */
class Draft {
  readonly #hash: Hash = createHash('sha256');
  readonly #tuples: Tuple[] = [];
  #numbers = new Step();
  readonly #rows = new Map<string, CollectedRow[]>();
  #bytes = 0;

  get isFull(): boolean {
    return this.#bytes > MAX_REPORT_BYTES;
  }

  add(rows: readonly AggregateRow[]): void {
    const told: string[] = [];
    for (const row of rows) {
      const { sourceIp: ip, count } = row;
      if (ip === null || count === null) continue;
      if (this.isFull) return this.#empty();
      const tuple = this.#numberOf(row);
      told.push(`${ip} ${tuple} ${count}\n`);
      const ofAddress = this.#rows.get(ip);
      const known = ofAddress && lately(ofAddress, tuple);
      if (known) {
        known.messages += count;
        known.records++;
        continue;
      }
      const added = { ip: ofAddress?.[0]!.ip ?? ip, tuple, messages: count, records: 1 };
      if (ofAddress) ofAddress.push(added);
      else this.#rows.set(ip, [added]);
      this.#bytes += ROW_BYTES;
    }
    this.#hash.update(told.join(''));
  }

  #numberOf(row: AggregateRow): number {
    const step = this.#numbers.follow(row);
    if (step.number !== null) return step.number;
    const key = keyOf(row);
    this.#hash.update(key);
    this.#bytes += TUPLE_BYTES + 2 * key.length + STEP_BYTES * (8 + 2 * row.reasons.length + 3 * (row.dkim.length + row.spf.length));
    return step.number = this.#tuples.push(tupleOf(row)) - 1;
  }

  #empty(): void {
    this.#tuples.length = 0;
    this.#rows.clear();
    this.#numbers = new Step();
  }

  finish(report: AggregateReport): Collected {
    const { part: _, ...said } = report;
    const contentHash = this.#hash.update(JSON.stringify(said)).digest('hex');
    return { kind: 'aggregate', report, tuples: this.#tuples, rows: [...this.#rows.values()].flat(), contentHash };
  }
}

/** The row of the tuple among the last ones of an address: in all of them it would take long where each record has another result. */
function lately(ofAddress: readonly CollectedRow[], tuple: number): CollectedRow | undefined {
  for (let at = ofAddress.length - 1; at >= 0 && at >= ofAddress.length - LOOKED_BACK; at--) if (ofAddress[at]!.tuple === tuple) return ofAddress[at];
  return undefined;
}

/** Leads from value to value to the number of a tuple: the parser gives equal values as the same strings, so that nothing is read again. */
class Step {
  readonly #next = new Map<string | number | null, Step>();
  number: number | null = null;

  /** Where the values of `row` lead; the same for records with the same results, and for no others. */
  follow({ headerFrom, envelopeFrom, envelopeTo, disposition, dkimAligned, spfAligned, reasons, dkim, spf }: AggregateRow): Step {
    let step = this.to(headerFrom).to(envelopeFrom).to(envelopeTo).to(disposition).to(dkimAligned).to(spfAligned).to(reasons.length).to(dkim.length);
    for (const { type, comment } of reasons) step = step.to(type).to(comment);
    for (const { domain, selector, result } of dkim) step = step.to(domain).to(selector).to(result);
    for (const { domain, scope, result } of spf) step = step.to(domain).to(scope).to(result);
    return step;
  }

  to(value: string | number | null): Step {
    let step = this.#next.get(value);
    if (!step) this.#next.set(value, step = new Step());
    return step;
  }
}

/** What is hashed of a tuple. */
function keyOf({ headerFrom, envelopeFrom, envelopeTo, disposition, dkimAligned, spfAligned, reasons, dkim, spf }: AggregateRow): string {
  let key = `${reasons.length} ${dkim.length} ${said(headerFrom)}${said(envelopeFrom)}${said(envelopeTo)}${said(disposition)}${said(dkimAligned)}${said(spfAligned)}`;
  for (const { type, comment } of reasons) key += said(type) + said(comment);
  for (const { domain, selector, result } of dkim) key += said(domain) + said(selector) + said(result);
  for (const { domain, scope, result } of spf) key += said(domain) + said(scope) + said(result);
  return key;
}

/** A value so that those that follow each other cannot be taken for others. */
function said(value: string | null): string {
  return value === null ? '- ' : `${value.length}:${value} `;
}

/** What reporters say in words of their own differs from record to record and is left out, but for the reasons. */
function tupleOf({ headerFrom, envelopeFrom, envelopeTo, disposition, dkimAligned, spfAligned, reasons, dkim, spf }: AggregateRow): Tuple {
  return {
    headerFrom, envelopeFrom, envelopeTo, disposition, dkimAligned: dkimAligned === 'pass', spfAligned: spfAligned === 'pass',
    reasons: reasons.map(({ type, comment }) => ({ type, comment: comment?.slice(0, MAX_COMMENT_CHARACTERS) ?? null })),
    dkim: dkim.map(({ domain, selector, result }) => ({ domain, selector, result })),
    spf: spf.map(({ domain, scope, result }) => ({ domain, scope, result })),
  };
}
