import type { Db } from '../../../../store/index.ts';
import { unanswered } from '../senders/host-names.ts';
import { addRollups, keepSenders, keepTuples, takeBack, tuplesOf, Used, weightOf } from './aggregate.ts';
import { takeNumbers, type DmarcDomain } from './domain-row.ts';
import { deleteFacts, factPartsOf, factsOf, insertFacts, isLarge, type Fact } from './facts.ts';
import { LargeReport, type SliceMeans } from './large-report.ts';
import { learnSigned } from './learnt.ts';
import { lookupSenders } from './lookups.ts';
import { nameJob, namingJob } from './naming-job.ts';
import { Naming } from './naming.ts';
import { Pairs } from './pairs.ts';
import type { ReportRow } from './report-row.ts';
import { Rollups } from './rollups.ts';
import type { CollectedTuple, KeepMeans, Slice } from './shapes.ts';
import { spfStatus } from './spf-hosts-job.ts';
import { beginStage } from './stages.ts';
import { tables } from '../tables.ts';

/** How often host names are waited for. */
const MAX_WAITS = 30;

/** Names the senders of reports again when everything that was asked for was looked up, or when that takes too long. */
export const nameAgain = nameJob.handledBy<SliceMeans>(async ({ accountId, payload: { domainNo, reports, waits, addresses }, services, signal }) => {
  const { store: { db }, clock, queue } = services;
  const waiting = waits < MAX_WAITS && ((await unanswered(db, addresses, clock.now())).length > 0 || (await spfStatus(db, accountId, domainNo, clock.now())).open);
  if (waiting) return { change: async tx => void await queue.add(tx, accountId, [namingJob({ domainNo, reports, waits: waits + 1, addresses }, clock.now())]) };
  const small: number[] = [];
  for (const no of reports) {
    const report = await reportOf(db, domainNo, no);
    if (report && await isLarge(db, domainNo, report.facts_no)) await renameLarge(services, accountId, report, signal);
    else if (report) small.push(no);
  }
  return { change: tx => renameReports(tx, services, accountId, domainNo, small) };
});

/** Names the senders of reports by what is known now, and moves what was counted for those that have another name. */
export async function renameReports(tx: Db, means: KeepMeans, accountId: string, domainNo: number, reports: readonly number[]): Promise<void> {
  const domain = await takeNumbers(tx, accountId, domainNo, reports.length);
  if (!domain) return;
  const rollups = new Rollups();
  let renamed = false;
  for (const [at, no] of reports.entries()) renamed = await renameReport(tx, means, domain, { no, factsNo: domain.last_report - at }, rollups) || renamed;
  if (renamed) await addRollups(tx, [{ domainNo, rollups }], true);
}

async function renameReport(tx: Db, means: KeepMeans, domain: DmarcDomain, { no, factsNo }: { no: number; factsNo: number }, rollups: Rollups): Promise<boolean> {
  const report = await reportOf(tx, domain.no, no);
  if (!report) return false;
  const [before, weight] = [await factsOf(tx, domain.no, report.facts_no), weightOf(report)];
  const { tuples, rows } = await sliceOf(tx, domain.no, before);
  await learnSigned(tx, means, domain, tuples.map(({ tuple }) => tuple), rows, weight.shares.at(-1)!.day);
  const used = new Used(new Naming(domain.name, tuples.map(({ tuple }) => tuple), await lookupSenders(tx, means, domain, addressesOf(rows))), tuples);
  const facts = used.factsOf(rows, row => row.tuple, new Pairs(weight.shares.length));
  await keepSenders(tx, used.senders.map(sender => ({ domainNo: domain.no, ...sender })));
  if (facts.every(({ sender }, at) => sender === before[at]!.sender)) return false;
  await keepTuples(tx, domain.no, used.tuples);
  await takeBack(tx, rollups, report);
  await deleteFacts(tx, domain.no, report.facts_no);
  await insertFacts(tx, [{ domainNo: domain.no, factsNo, beginAt: report.begin_at, facts }]);
  await pointTo(tx, report, factsNo);
  rollups.count({ ...weight, facts, flagsOf: used.flagsOf }, 1);
  return true;
}

/** The same for a report that is stored in slices. */
async function renameLarge(means: SliceMeans, accountId: string, report: ReportRow, signal: AbortSignal): Promise<void> {
  const { store, clock } = means;
  const domain = await store.transaction(async tx => {
    const taken = await takeNumbers(tx, accountId, report.domain_no, 1);
    if (taken) await beginStage(tx, { domainNo: taken.no, no: taken.last_report }, `naming ${report.no}`, clock.now());
    return taken;
  });
  if (!domain) return;
  const renamed = new LargeReport(means, domain, domain.last_report, report);
  const slices = async function* (): AsyncGenerator<{ slice: Slice; facts: readonly Fact[] }> {
    for await (const facts of factPartsOf(store.db, domain.no, report.facts_no)) {
      signal.throwIfAborted();
      yield { slice: await sliceOf(store.db, domain.no, facts), facts };
    }
  };
  const { shares } = renamed.weight;
  for await (const { slice: { tuples, rows } } of slices()) await store.transaction(tx => learnSigned(tx, means, domain, tuples.map(({ tuple }) => tuple), rows, shares.at(-1)!.day));
  let changed = false;
  for await (const { slice, facts } of slices()) {
    const named = await renamed.add(slice);
    changed ||= named.some(({ sender }, at) => sender !== facts[at]!.sender);
  }
  if (!changed) return renamed.drop();
  await renamed.takeBack(report);
  const isStill = await store.transaction(async tx => {
    await takeNumbers(tx, accountId, domain.no, 0);
    if ((await reportOf(tx, domain.no, report.no))?.facts_no !== report.facts_no) return false;
    await pointTo(tx, report, domain.last_report);
    await renamed.count(tx, report);
    return true;
  });
  // Another version has come meanwhile, which is named by what is known now, or it counts no more.
  if (!isStill) await renamed.drop();
}

/** A report that counts and whose facts are kept. */
async function reportOf(db: Db, domainNo: number, no: number): Promise<ReportRow | null> {
  return await tables(db).selectFrom('dmarc_report').selectAll().where('domain_no', '=', domainNo).where('no', '=', no).where('kind', '=', 'aggregate')
    .where('facts_kept', '=', 1).where('uncounted', 'is', null).executeTakeFirst() ?? null;
}

async function pointTo(tx: Db, { domain_no, no }: ReportRow, factsNo: number): Promise<void> {
  await tables(tx).updateTable('dmarc_report').set({ facts_no: factsNo }).where('domain_no', '=', domain_no).where('no', '=', no).execute();
}

/** Facts as rows that can be named again. */
async function sliceOf(db: Db, domainNo: number, facts: readonly Fact[]): Promise<Slice> {
  const tuples = (await tuplesOf(db, domainNo, facts.map(({ tuple }) => tuple))).map(([no, tuple]): CollectedTuple => ({ no, content: JSON.stringify(tuple), tuple }));
  const indexes = new Map(tuples.map(({ no }, at) => [no, at]));
  return { tuples, rows: facts.map(({ ip, tuple, messages, records }) => ({ ip, tuple: indexes.get(tuple)!, messages, records })) };
}

function addressesOf(rows: Slice['rows']): string[] {
  return [...new Set(rows.map(({ ip }) => ip))];
}
