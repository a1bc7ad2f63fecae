import { setImmediate as otherWork } from 'node:timers/promises';
import type { Tuple } from './shapes.ts';
import { apportion, weekOf, type DayShare } from './days.ts';
import type { Fact } from './facts.ts';
import { addSource, type Sources } from './sources.ts';

/** What counts of a tuple. */
export type TupleFlags = Pick<Tuple, 'disposition' | 'dkimAligned' | 'spfAligned'> & { overridden: boolean };

/** A version of a report, as far as it is counted. */
export interface Counted {
  facts: readonly Fact[];
  flagsOf(tuple: number): TupleFlags;
  shares: readonly DayShare[];
  trusted: boolean;
  organization: string;
  badRecords: number;
}

/** What a report counts as, whatever it says. */
export type Weight = Pick<Counted, 'shares' | 'trusted' | 'organization' | 'badRecords'>;

/** The counts of messages, in the order of `messageCounts`. */
export const messageCounts = ['messages', 'records', 'passed', 'dkim', 'spf', 'aligned', 'quarantined', 'rejected', 'overridden'] as const;

/** What is to be added to each rollup of a domain, by the values of its key. */
export class Rollups {
  readonly day = new Sums(messageCounts.length + 2);
  readonly senderDay = new Sums(messageCounts.length);
  readonly reporterDay = new Sums(3);
  /** Messages, passed. */
  readonly senderWeek = new Sums(2);
  readonly reporterWeek = new Sums(3);
  readonly detailDay = new Sums(2);
  /** By sender. */
  readonly sources = new Map<number, Sources>();

  /** Adds a version of a report, or takes it away again where `sign` is -1. */
  count({ facts, flagsOf, ...weight }: Counted, sign: 1 | -1): void {
    const details = new Details();
    details.add(facts, flagsOf);
    // Anybody can make up addresses in the name of a reporter.
    if (weight.trusted) addSources(this.sources, facts, weight.shares, sign);
    this.sum(details, weight, sign);
  }

  /** The same of a report whose facts were added up, and whose sources are stored, already. */
  sum(details: Details, weight: Weight, sign: 1 | -1): void {
    this.#addReport(weight, sign);
    for (const portion of details.portions()) this.#addDetails(portion, weight, sign);
  }

  /** The same with a turn for other work after each portion. */
  async sumInTurns(details: Details, weight: Weight, sign: 1 | -1): Promise<void> {
    this.#addReport(weight, sign);
    for (const portion of details.portions()) {
      this.#addDetails(portion, weight, sign);
      await otherWork();
    }
  }

  #addReport({ shares, trusted, organization, badRecords }: Weight, sign: 1 | -1): void {
    const first = shares[0]!.day;
    const trust = trusted ? 1 : 0;
    this.day.add([first, trust], [sign, sign * badRecords]);
    this.reporterDay.add([first, trust, organization], [sign]);
    this.reporterWeek.add([weekOf(first), trust, organization], [sign]);
  }

  #addDetails(details: ReadonlyMap<number, ReadonlyMap<number, Detail>>, { shares, trusted, organization }: Weight, sign: 1 | -1): void {
    const trust = trusted ? 1 : 0;
    const totals = shares.map(noCounts);
    for (const [sender, ofSender] of details) {
      const sums = shares.map(noCounts);
      for (const [tuple, { flags, ...detail }] of ofSender) {
        const [messages, records] = [apportion(detail.messages, shares), apportion(detail.records, shares)];
        for (const [at, { day }] of shares.entries()) {
          const counts = countsOf(flags, sign * messages[at]!, sign * records[at]!);
          this.detailDay.add([day, trust, sender, tuple], counts.slice(0, 2));
          addTo(sums[at]!, counts);
        }
      }
      for (const [at, { day }] of shares.entries()) {
        const [messages, , passed] = sums[at]!;
        this.senderDay.add([day, trust, sender], sums[at]!);
        this.senderWeek.add([weekOf(day), trust, sender], [messages!, passed!]);
        addTo(totals[at]!, sums[at]!);
      }
    }
    for (const [at, { day }] of shares.entries()) {
      const [messages, , passed] = totals[at]!;
      this.day.add([day, trust], [0, 0, ...totals[at]!]);
      this.reporterDay.add([day, trust, organization], [0, messages!, passed!]);
      this.reporterWeek.add([weekOf(day), trust, organization], [0, messages!, passed!]);
    }
  }
}

/** What all facts of one sender with the same results add up to. */
interface Detail {
  flags: TupleFlags;
  messages: number;
  records: number;
}

const DETAILS_A_PORTION = 2000;

/** The facts of a report added up by sender and tuple. */
export class Details {
  readonly bySender = new Map<number, Map<number, Detail>>();

  add(facts: readonly Fact[], flagsOf: Counted['flagsOf']): void {
    for (const { tuple, sender, messages, records } of facts) {
      const detail = this.#detailOf(sender, tuple, flagsOf);
      detail.messages += messages;
      detail.records += records;
    }
  }

  /** Everything, some thousand details at a time: the sums of their rollups are the rollups of all. */
  * portions(): Generator<ReadonlyMap<number, ReadonlyMap<number, Detail>>> {
    let [portion, count] = [new Map<number, Map<number, Detail>>(), 0];
    for (const [sender, ofSender] of this.bySender) {
      let own: Map<number, Detail> | null = null;
      for (const [tuple, detail] of ofSender) {
        if (count === DETAILS_A_PORTION) {
          yield portion;
          [portion, count, own] = [new Map(), 0, null];
        }
        if (own === null) portion.set(sender, own = new Map());
        own.set(tuple, detail);
        count++;
      }
    }
    yield portion;
  }

  #detailOf(sender: number, tuple: number, flagsOf: Counted['flagsOf']): Detail {
    let ofSender = this.bySender.get(sender);
    if (!ofSender) this.bySender.set(sender, ofSender = new Map());
    let detail = ofSender.get(tuple);
    if (!detail) ofSender.set(tuple, detail = { flags: flagsOf(tuple), messages: 0, records: 0 });
    return detail;
  }
}

/** Adds where the messages of facts came from to what is known of each sender. */
export function addSources(bySender: Map<number, Sources>, facts: readonly Fact[], shares: readonly DayShare[], sign: 1 | -1): void {
  const [first, last] = [shares[0]!.day, shares.at(-1)!.day];
  for (const { ip, sender, messages } of facts) {
    let sources = bySender.get(sender);
    if (!sources) bySender.set(sender, sources = new Map());
    addSource(sources, ip, sign * messages, first, last);
  }
}

function passes({ dkimAligned, spfAligned }: TupleFlags): boolean {
  return dkimAligned || spfAligned;
}

function countsOf(flags: TupleFlags, messages: number, records: number): number[] {
  const where = (is: boolean): number => (is ? messages : 0);
  const { disposition, dkimAligned, spfAligned, overridden } = flags;
  const passed = passes(flags);
  return [
    messages, records, where(passed), where(dkimAligned), where(spfAligned), where(dkimAligned && spfAligned),
    where(disposition === 'quarantine'), where(disposition === 'reject'), where(overridden && !passed),
  ];
}

/** Sums by key. */
class Sums {
  readonly #rows = new Map<string, { key: (string | number)[]; counts: number[] }>();
  readonly #width: number;

  constructor(width: number) {
    this.#width = width;
  }

  add(key: (string | number)[], counts: readonly number[]): void {
    const text = key.join('\n');
    let row = this.#rows.get(text);
    if (!row) this.#rows.set(text, row = { key, counts: Array.from({ length: this.#width }, () => 0) });
    addTo(row.counts, counts);
  }

  /** Rows of key and counts, without those that change nothing. */
  rows(): (string | number)[][] {
    return [...this.#rows.values()].filter(({ counts }) => counts.some(count => count !== 0)).map(({ key, counts }) => [...key, ...counts]);
  }
}

function noCounts(): number[] {
  return messageCounts.map(() => 0);
}

function addTo(sums: number[], counts: readonly number[]): void {
  for (let at = 0; at < counts.length; at++) sums[at]! += counts[at]!;
}
