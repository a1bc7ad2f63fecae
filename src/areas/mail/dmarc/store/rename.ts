import type { Db } from '../../../../store/index.ts';
import { dueForLookup } from '../senders/host-names.ts';
import { addRollups, countedBefore, keepSenders, tuplesOf } from './aggregate.ts';
import type { DmarcDomain } from './domain-row.ts';
import { deleteFacts, factsOf, insertFacts, type Fact } from './facts.ts';
import { learnSigned } from './learnt.ts';
import { lookupSenders } from './lookups.ts';
import { nameJob, namingJob } from './naming-job.ts';
import { Naming } from './naming.ts';
import { Rollups } from './rollups.ts';
import type { KeepMeans } from './shapes.ts';
import { spfStatus } from './spf-hosts-job.ts';
import { tables } from '../tables.ts';

/** How often host names are waited for. */
const MAX_WAITS = 30;

/** Names the senders of reports again when everything that was unknown was looked up, or when that takes too long. */
export const nameAgain = nameJob.handledBy<KeepMeans & { db: Db }>(async ({ accountId, payload: { domainNo, reports, waits }, services }) => {
  const { db, clock, queue } = services;
  const waiting = waits < MAX_WAITS
    && ((await spfStatus(db, accountId, domainNo, clock.now())).open || (await dueForLookup(db, await addressesOf(db, domainNo, reports), clock.now())).length > 0);
  return {
    change: async tx => {
      if (waiting) await queue.add(tx, accountId, [namingJob({ domainNo, reports, waits: waits + 1 }, clock.now())]);
      else await renameReports(tx, services, accountId, domainNo, reports);
    },
  };
});

async function addressesOf(db: Db, domainNo: number, reports: readonly number[]): Promise<string[]> {
  const addresses = new Set<string>();
  for (const no of reports) for (const { ip } of await factsOf(db, domainNo, no)) addresses.add(ip);
  return [...addresses];
}

/** Names the senders of reports by what is known now, and moves what was counted for those that have another name. */
export async function renameReports(tx: Db, means: KeepMeans, accountId: string, domainNo: number, reports: readonly number[]): Promise<void> {
  const domain = await tables(tx).updateTable('dmarc_domain').set(eb => ({ last_report: eb.ref('last_report') })).where('no', '=', domainNo).where('account_id', '=', accountId).returningAll().executeTakeFirst();
  if (!domain) return;
  const rollups = new Rollups();
  let renamed = false;
  for (const no of reports) renamed = await renameReport(tx, means, domain, no, rollups) || renamed;
  if (renamed) await addRollups(tx, [{ domainNo, rollups }], true);
}

async function renameReport(tx: Db, means: KeepMeans, domain: DmarcDomain, no: number, rollups: Rollups): Promise<boolean> {
  const report = await tables(tx).selectFrom('dmarc_report').selectAll().where('domain_no', '=', domain.no).where('no', '=', no).executeTakeFirst();
  if (report?.facts_kept !== 1) return false;
  const before = await countedBefore(tx, report);
  if (!before.trusted) return false;
  const numbers = await tuplesOf(tx, domain.no, before.facts.map(({ tuple }) => tuple));
  const indexes = new Map(numbers.map(([number], at) => [number, at]));
  const rows = before.facts.map(({ ip, tuple, messages, records }) => ({ ip, tuple: indexes.get(tuple)!, messages, records }));
  await learnSigned(tx, means, domain, numbers.map(([, tuple]) => tuple), rows, before.shares.at(-1)!.day);
  const lookups = await lookupSenders(tx, means, domain, [...new Set(rows.map(({ ip }) => ip))]);
  const naming = new Naming(domain.name, numbers.map(([, tuple]) => tuple), lookups);
  const facts = before.facts.map((fact, at): Fact => ({ ...fact, sender: naming.of(fact.ip, rows[at]!.tuple).no }));
  await keepSenders(tx, naming.senders.map(sender => ({ domainNo: domain.no, ...sender })));
  if (facts.every(({ sender }, at) => sender === before.facts[at]!.sender)) return false;
  await deleteFacts(tx, domain.no, no);
  await insertFacts(tx, [{ domainNo: domain.no, reportNo: no, beginAt: report.begin_at, facts }]);
  rollups.count(before, -1);
  rollups.count({ ...before, facts }, 1);
  return true;
}
