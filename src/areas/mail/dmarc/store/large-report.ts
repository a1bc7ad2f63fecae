import type { Db, Store } from '../../../../store/index.ts';
import { addedUp, addRollups, keepSenders, keepTuples, Used, weightOf } from './aggregate.ts';
import type { DmarcDomain } from './domain-row.ts';
import { deleteFacts, insertFacts, type Fact } from './facts.ts';
import { lookupSenders } from './lookups.ts';
import { Naming } from './naming.ts';
import { Pairs } from './pairs.ts';
import type { ReportRow } from './report-row.ts';
import { addSources, Details, Rollups, type Weight } from './rollups.ts';
import type { KeepMeans, Slice } from './shapes.ts';
import { insertSources, type Sources } from './sources.ts';
import { dropStage, endStage, touchStage, type Stage } from './stages.ts';
import { nameLater, Volumes, wantHosts } from './wanted-hosts.ts';

/** What storing in slices works with. */
export type SliceMeans = KeepMeans & { store: Pick<Store, 'db' | 'transaction'> };

/** The facts of a report that are stored slice by slice, each in a short transaction of its own, and count all at once by `count`. */
export class LargeReport {
  readonly stage: Stage;
  readonly weight: Weight;
  readonly #means: SliceMeans;
  readonly #domain: DmarcDomain;
  readonly #beginAt: number;
  readonly #pairs: Pairs;
  readonly #details = new Details();
  readonly #rollups = new Rollups();
  readonly #volumes = new Volumes();
  readonly #stored = { tuples: new Set<number>(), senders: new Set<number>() };
  #parts = 0;
  #newKey = false;
  #spfOpen = false;

  /** In a stage that was begun. */
  constructor(means: SliceMeans, domain: DmarcDomain, no: number, report: Parameters<typeof weightOf>[0]) {
    this.stage = { domainNo: domain.no, no };
    this.#means = means;
    this.#domain = domain;
    this.#beginAt = report.begin_at;
    this.weight = weightOf(report);
    this.#pairs = new Pairs(this.weight.shares.length);
  }

  /** Names the senders of a slice and stores it; gives its facts, in the order of its rows. Throws `StageLost`. */
  async add({ tuples, rows }: Slice): Promise<readonly Fact[]> {
    const { db } = this.#means.store;
    const lookups = await lookupSenders(db, this.#means, this.#domain, [...new Set(rows.map(({ ip }) => ip))]);
    const naming = new Naming(this.#domain.name, tuples.map(({ tuple }) => tuple), lookups);
    const used = new Used(naming, tuples);
    const facts = used.factsOf(rows, row => row.tuple, this.#pairs);
    const unknown = new Set(naming.unknown);
    if (this.weight.trusted) for (const { ip, messages } of rows) if (unknown.has(ip)) this.#volumes.add(ip, messages);
    this.#newKey ||= naming.newKey;
    this.#spfOpen ||= lookups.spfOpen;
    await this.#store(facts, used);
    this.#details.add(facts, used.flagsOf);
    return facts;
  }

  /** Takes back what the version before has counted; what it has stored goes with `count`. */
  async takeBack(before: ReportRow): Promise<void> {
    const [{ store }, weight] = [this.#means, weightOf(before)];
    const details = await addedUp(store.db, before, async facts => {
      if (weight.trusted) await store.transaction(tx => this.#storeSources(tx, facts, weight, -1));
    });
    await this.#rollups.sumInTurns(details, weight, -1);
  }

  /** Counts what was stored, in the place of the version before; in the turn on the domain that has found that one unchanged. */
  async count(tx: Db, before: ReportRow | null): Promise<void> {
    await this.#rollups.sumInTurns(this.#details, this.weight, 1);
    await endStage(tx, this.stage);
    if (before) await deleteFacts(tx, this.#domain.no, before.facts_no);
    await addRollups(tx, [{ domainNo: this.#domain.no, rollups: this.#rollups }], before !== null);
  }

  /** Adds the jobs that find out what was not known of its senders. */
  async nameLater(tx: Db, accountId: string, reportNo: number): Promise<void> {
    const wanted = await wantHosts(tx, this.#means, this.#domain.no, this.#volumes);
    const reports = this.weight.trusted && (wanted.length > 0 || this.#newKey || this.#spfOpen) ? [reportNo] : [];
    await nameLater(tx, this.#means, accountId, { domainNo: this.#domain.no, wanted, spfOpen: this.#spfOpen, reports });
  }

  /** Removes what was stored. */
  drop(): Promise<void> {
    return this.#means.store.transaction(tx => dropStage(tx, this.stage));
  }

  async #store(facts: readonly Fact[], used: Used): Promise<void> {
    const { domainNo, no: factsNo } = this.stage;
    const tuples = used.tuples.filter(({ no }) => !this.#stored.tuples.has(no));
    const senders = used.senders.filter(({ no }) => !this.#stored.senders.has(no));
    await this.#means.store.transaction(async tx => {
      await touchStage(tx, this.stage, this.#means.clock.now());
      await keepTuples(tx, domainNo, tuples);
      await keepSenders(tx, senders.map(sender => ({ domainNo, ...sender })), this.weight.trusted ? 'asFound' : 'unlessKnown');
      await insertFacts(tx, [{ domainNo, factsNo, partsBefore: this.#parts, beginAt: this.#beginAt, facts }]);
      // Anybody can make up addresses in the name of a reporter.
      if (this.weight.trusted) await this.#storeSources(tx, facts, this.weight, 1);
    });
    this.#parts++;
    for (const { no } of tuples) this.#stored.tuples.add(no);
    for (const { no } of senders) this.#stored.senders.add(no);
  }

  async #storeSources(tx: Db, facts: readonly Fact[], { shares }: Weight, sign: 1 | -1): Promise<void> {
    const bySender = new Map<number, Sources>();
    addSources(bySender, facts, shares, sign);
    await insertSources(tx, Array.from(bySender, ([senderNo, sources]) => ({ domainNo: this.stage.domainNo, senderNo, sources })), { stage: this.stage.no });
  }
}
