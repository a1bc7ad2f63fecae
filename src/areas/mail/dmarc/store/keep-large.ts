import type { Db } from '../../../../store/index.ts';
import { turnsOn, type Turn } from './domain-row.ts';
import { holdReports } from './held.ts';
import { keyOf } from './identity.ts';
import { rowOf, saveReports, settledBy } from './keep.ts';
import { LargeReport, type SliceMeans } from './large-report.ts';
import type { ReportRow } from './report-row.ts';
import type { KeepOutcome, Slice, ToKeep } from './shapes.ts';
import { beginStage, StageLost } from './stages.ts';
import { tables } from '../tables.ts';

/** Begins to keep a report whose rows come in slices, or tells what became of it where they are not needed; `toKeep` has none of them. */
export async function beginLarge(means: SliceMeans, accountId: string, toKeep: ToKeep): Promise<KeepOutcome | LargeToKeep> {
  const { store, clock } = means;
  const key = keyOf(toKeep.reading, toKeep.authenticated !== 'none');
  return store.transaction(async tx => {
    const turn = await turnOn(tx, accountId, toKeep, clock.now());
    if (!turn) return holdOne(tx, accountId, toKeep, clock.now());
    const before = await versionOf(tx, turn, key);
    const settled = before && await settledBy(tx, before, toKeep, clock.now());
    if (settled) return settled;
    await beginStage(tx, { domainNo: turn.domain.no, no: turn.next }, toKeep.message, clock.now());
    return new LargeToKeep(means, accountId, toKeep, { turn, key, before });
  });
}

/** A report whose rows come in slices; nothing of it counts before `keep`. */
export class LargeToKeep {
  readonly #means: SliceMeans;
  readonly #accountId: string;
  readonly #toKeep: ToKeep;
  readonly #no: number;
  readonly #key: string;
  readonly #before: ReportRow | null;
  readonly #report: LargeReport;
  #rows = 0;

  constructor(means: SliceMeans, accountId: string, toKeep: ToKeep, { turn, key, before }: { turn: Turn; key: string; before: ReportRow | null }) {
    this.#means = means;
    this.#accountId = accountId;
    this.#toKeep = toKeep;
    this.#no = turn.next;
    this.#key = key;
    this.#before = before;
    this.#report = new LargeReport(means, turn.domain, turn.next, rowOf(toKeep));
  }

  /** Throws `StageLost`. */
  async add(slice: Slice): Promise<void> {
    this.#rows += (await this.#report.add(slice)).length;
  }

  /** Keeps and counts the report, with what `also` does in the same transaction; it hears how many rows were stored. Throws `StageLost` where another version has come meanwhile. */
  async keep(also: (tx: Db, rows: number) => Promise<void>): Promise<KeepOutcome> {
    const [{ store, clock }, before] = [this.#means, this.#before];
    if (before) await this.#report.takeBack(before);
    const kept = await store.transaction(async (tx): Promise<KeepOutcome | null> => {
      const turn = await turnOn(tx, this.#accountId, this.#toKeep, clock.now());
      if (!turn) return null;
      if ((await versionOf(tx, turn, this.#key))?.facts_no !== before?.facts_no) throw new StageLost();
      const no = before?.no ?? this.#no;
      await saveReports(tx, [{ ...rowOf(this.#toKeep), domain_no: turn.domain.no, no, facts_no: this.#no, key: this.#key, content: null, versions: (before?.versions ?? 0) + 1, facts_kept: 1 }]);
      await this.#report.count(tx, before);
      await this.#report.nameLater(tx, this.#accountId, no);
      await also(tx, this.#rows);
      return before ? 'superseded' : 'kept';
    });
    if (kept) return kept;
    await this.drop();
    return store.transaction(tx => holdOne(tx, this.#accountId, this.#toKeep, clock.now()));
  }

  /** Removes what was stored. */
  drop(): Promise<void> {
    return this.#report.drop();
  }
}

async function turnOn(tx: Db, accountId: string, { reading: { report: { domain } } }: ToKeep, now: number): Promise<Turn | null> {
  const turn = (await turnsOn(tx, accountId, [domain], now)).get(domain);
  return turn ?? null;
}

async function holdOne(tx: Db, accountId: string, { message, reading: { kind, report: { domain, organization } } }: ToKeep, now: number): Promise<KeepOutcome> {
  const [outcome] = await holdReports(tx, accountId, [{ message, kind, domain, organization }], now);
  return outcome!;
}

async function versionOf(tx: Db, { domain }: Turn, key: string): Promise<ReportRow | null> {
  return await tables(tx).selectFrom('dmarc_report').selectAll().where('domain_no', '=', domain.no).where('key', '=', key).executeTakeFirst() ?? null;
}
