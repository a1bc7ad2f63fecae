import { createHash, type Hash } from 'node:crypto';
import type { AggregateReport, AggregateRow, Reading, RecordResults } from '../parse/shapes.ts';
import { decisionOf } from './decision.ts';
import { numberOf } from './identity.ts';
import { MAX_COUNTS } from './pairs.ts';
import type { Collected, CollectedRow, CollectedTuple, Tuple } from './shapes.ts';
import { sessionsOf } from './tls-sessions.ts';

const MAX_COMMENT_CHARACTERS = 200;
/** About what one report may take in memory: some 800,000 addresses with the few results that domains have, several times the largest known. */
const MAX_REPORT_BYTES = 128 << 20;
const LOOKBACK = 64;
const ROW_BYTES = 160;
const TUPLE_BYTES = 800;
const MAX_OBJECTS = 1000;

/** Gathers the readings of one file into whole reports: records that repeat the results of one address are added up, and those of an address follow one another. */
export class ReportCollector {
  #draft = new Draft();

  /** The report that `reading` completes, or why it is not kept; null for all others. */
  add(reading: Reading): Collected | 'too_varied' | null {
    if (reading.event === 'rows') this.#draft.add(reading.rows);
    if (reading.event !== 'report' && reading.event !== 'refused' && reading.event !== 'unwanted') return null;
    const draft = this.#draft;
    this.#draft = new Draft();
    if (reading.event !== 'report') return null;
    const { report } = reading;
    if (report.kind === 'aggregate') return draft.isFull ? 'too_varied' : draft.finish(report);
    const { part: _, ...said } = report;
    const contentHash = createHash('sha256').update(JSON.stringify(said)).digest('hex');
    return report.kind === 'tls' ? { kind: 'tls', report: { ...report, policies: [] }, sessions: sessionsOf(report), contentHash } : { kind: 'failure', report, contentHash };
  }
}

/** The records of one report so far. */
class Draft {
  readonly #hash: Hash = createHash('sha256');
  readonly #tuples: CollectedTuple[] = [];
  /** By content. */
  readonly #indexes = new Map<string, number>();
  /** The parser gives the same object for records that say the same, where they are many. */
  readonly #ofObjects = new Map<RecordResults, number>();
  readonly #rows = new Map<string, CollectedRow[]>();
  #bytes = 0;

  get isFull(): boolean {
    return this.#bytes > MAX_REPORT_BYTES;
  }

  add(rows: readonly AggregateRow[]): void {
    let reported = '';
    for (const { sourceIp: ip, count, results } of rows) {
      if (ip === null || count === null) continue;
      if (this.isFull) return this.#empty();
      let tuple = this.#ofObjects.get(results);
      if (tuple === undefined) {
        const collected = collectedOf(results);
        tuple = this.#indexes.get(collected.content);
        if (tuple === undefined) {
          reported += `${collected.no}\n`;
          tuple = this.#indexNew(this.#tuples.length < MAX_COUNTS ? collected : decisionOf(collected.tuple));
        }
        if (this.#ofObjects.size >= MAX_OBJECTS) this.#ofObjects.clear();
        this.#ofObjects.set(results, tuple);
      }
      reported += `${ip} ${tuple} ${count}\n`;
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
    this.#hash.update(reported);
  }

  /** More results than are counted apart are kept as what was decided. */
  #indexNew(collected: CollectedTuple): number {
    let index = this.#indexes.get(collected.content);
    if (index === undefined) {
      this.#bytes += TUPLE_BYTES + 4 * collected.content.length;
      this.#indexes.set(collected.content, index = this.#tuples.push(collected) - 1);
    }
    return index;
  }

  #empty(): void {
    this.#tuples.length = 0;
    this.#rows.clear();
    this.#indexes.clear();
    this.#ofObjects.clear();
  }

  finish(report: AggregateReport): Collected {
    const { part: _, ...said } = report;
    const contentHash = this.#hash.update(JSON.stringify(said)).digest('hex');
    return { kind: 'aggregate', report, tuples: this.#tuples, rows: [...this.#rows.values()].flat(), contentHash };
  }
}

/** The row of the tuple among the last ones of an address: in all of them it would take long where each record has another result. */
function lately(ofAddress: readonly CollectedRow[], tuple: number): CollectedRow | undefined {
  for (let at = ofAddress.length - 1; at >= 0 && at >= ofAddress.length - LOOKBACK; at--) if (ofAddress[at]!.tuple === tuple) return ofAddress[at];
  return undefined;
}

/** Of results that records share; others are gone with their report. */
const shared = new WeakMap<RecordResults, CollectedTuple>();

function collectedOf(results: RecordResults): CollectedTuple {
  let collected = shared.get(results);
  if (!collected) {
    const tuple = tupleOf(results);
    const content = JSON.stringify(tuple);
    collected = { no: numberOf(content), content, tuple };
    if (Object.isFrozen(results)) shared.set(results, collected);
  }
  return collected;
}

/** What reporters say in words of their own differs from record to record and is left out, but for the reasons. */
function tupleOf({ headerFrom, envelopeFrom, envelopeTo, disposition, dkimAligned, spfAligned, reasons, dkim, spf }: RecordResults): Tuple {
  return {
    headerFrom, envelopeFrom, envelopeTo, disposition, dkimAligned: dkimAligned === 'pass', spfAligned: spfAligned === 'pass',
    reasons: reasons.map(({ type, comment }) => ({ type, comment: comment?.slice(0, MAX_COMMENT_CHARACTERS) ?? null })),
    dkim: dkim.map(({ domain, selector, result }) => ({ domain, selector, result })),
    spf: spf.map(({ domain, scope, result }) => ({ domain, scope, result })),
  };
}
