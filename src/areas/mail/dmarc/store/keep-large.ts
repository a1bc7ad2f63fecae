import type { Db } from '../../../../store/index.ts';
import { uncountedBy } from './counting.ts';
import { turnsOn, type Turn } from './domain-row.ts';
import { holdReports } from './held.ts';
import { identify, keptAs, outcomeOf, rowOf, saveReports, settle, type Settled } from './keep.ts';
import { LargeReport, type SliceMeans } from './large-report.ts';
import type { KeepOutcome, Slice, ToKeep } from './shapes.ts';
import { beginStage, StageLost } from './stages.ts';

/** Begins to keep a report whose rows come in slices, or tells what became of it where they are not needed; `toKeep` has none of them. */
export async function beginLarge(means: SliceMeans, accountId: string, toKeep: ToKeep): Promise<KeepOutcome | LargeToKeep> {
  const { store, clock } = means;
  return store.transaction(async tx => {
    const turn = await turnOn(tx, accountId, toKeep, clock.now());
    if (!turn) return holdOne(tx, accountId, toKeep, clock.now());
    const [settled] = await settle(tx, [identify(toKeep, turn)]) as [Settled];
    const outcome = await outcomeOf(tx, settled, clock.now());
    if (outcome) return outcome;
    await beginStage(tx, { domainNo: turn.domain.no, no: settled.no }, toKeep.message, clock.now());
    return new LargeToKeep(means, accountId, settled);
  });
}

/** A report whose rows come in slices; nothing of it counts before `keep`. */
export class LargeToKeep {
  readonly #means: SliceMeans;
  readonly #accountId: string;
  readonly #settled: Settled;
  readonly #report: LargeReport;
  #rows = 0;

  constructor(means: SliceMeans, accountId: string, settled: Settled) {
    this.#means = means;
    this.#accountId = accountId;
    this.#settled = settled;
    this.#report = new LargeReport(means, settled.turn.domain, settled.no, rowOf(settled, null));
  }

  /** Throws `StageLost`. */
  async add(slice: Slice): Promise<void> {
    this.#rows += (await this.#report.add(slice)).length;
  }

  /** Keeps and counts the report, with what `also` does in the same transaction; it hears how many rows were stored. Throws `StageLost` where another version has come meanwhile. */
  async keep(also: (tx: Db, rows: number) => Promise<void>): Promise<KeepOutcome> {
    const [{ store, clock }, { toKeep, before }] = [this.#means, this.#settled];
    if (before) await this.#report.takeBack(before);
    const kept = await store.transaction(async (tx): Promise<KeepOutcome | null> => {
      const turn = await turnOn(tx, this.#accountId, toKeep, clock.now());
      if (!turn) return null;
      const [settled] = await settle(tx, [{ ...this.#settled, uncounted: uncountedBy(toKeep), turn }]) as [Settled];
      if (!countsLike(settled, this.#settled)) throw new StageLost();
      const row = rowOf(settled, null);
      await saveReports(tx, [row]);
      await this.#report.count(tx, before);
      await this.#report.nameLater(tx, this.#accountId, row.no);
      await also(tx, this.#rows);
      return keptAs(settled);
    });
    if (kept) return kept;
    await this.drop();
    return store.transaction(tx => holdOne(tx, this.#accountId, toKeep, clock.now()));
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

/** Whether a report still takes the same place as when it was begun: of a version that counts as it did then. */
function countsLike({ key, uncounted, before }: Settled, begun: Settled): boolean {
  return key === begun.key && uncounted === begun.uncounted && before?.facts_no === begun.before?.facts_no && before?.uncounted === begun.before?.uncounted;
}
