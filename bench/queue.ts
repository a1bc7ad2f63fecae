// Jobs a second, added and drained by 1, 2 and 4 workers, and the fairness of the line, beside pg-boss in the same run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePostgresql } from '../test/databases.ts';
import { ours, peer, type Hand, type Line } from './queue-load.ts';

const JOBS = Number(process.env['DSS_BENCH_JOBS'] ?? 10_000);
const WORKERS = [1, 2, 4];
const ACCOUNTS = Array.from({ length: 20 }, (_, at) => `acc_bench${at}`);
const BATCH = 100;
/** Of the account that comes first with many, and of each that comes after it with few. */
const [MANY, FEW] = [2000, 10];
const GOAL = 5000;

/** Prints jobs a second one by one ("burst") and a hundred at a time ("batched"), and how long those wait who come with few. */
export async function bench(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dss-bench-'));
  const { url, remove } = await makePostgresql();
  const other = await makePostgresql();
  try {
    const lines = [await ours('SQLite', dataDir, null, ACCOUNTS), await ours('PostgreSQL', dataDir, url, ACCOUNTS), peer(other.url!)];
    for (const line of lines) {
      if (line) await measureLine(line);
      else console.log('  pg-boss could not be installed: no registry answers');
    }
  } finally {
    await remove();
    await other.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureLine(line: Line): Promise<void> {
  let best = 0;
  for (const workers of WORKERS) {
    const hands = await Promise.all(Array.from({ length: workers }, () => line.hand()));
    for (const [how, size, jobs] of [['burst', 1, JOBS / 10], ['batched', BATCH, JOBS]] as const) {
      const added = await perSecond(jobs, () => together(hands, (hand, at) => fill(hand, at, jobs / workers, size)));
      const drained = await perSecond(jobs, () => drain(hands, size, jobs));
      console.log(`  ${line.name}, ${how}, ${workers} workers: added ${Math.round(added)} a second, drained ${Math.round(drained)} a second`);
      best = Math.max(best, drained);
    }
    await together(hands, hand => hand.close());
  }
  if (line.name === 'PostgreSQL') goal('PostgreSQL, drained at best, jobs a second', Math.round(best));
  await measureFairness(line);
}

async function fill(hand: Hand, at: number, jobs: number, size: number): Promise<void> {
  for (let done = 0, turn = at; done < jobs; done += size, turn++) await hand.add(ACCOUNTS[turn % ACCOUNTS.length]!, size);
}

/** All take until everything is done; throws when something was lost or done twice. */
async function drain(hands: readonly Hand[], size: number, jobs: number): Promise<void> {
  let done = 0;
  await together(hands, async hand => {
    while (done < jobs) done += (await hand.work(size)).length;
  });
  if (done !== jobs) throw new Error(`${done} of ${jobs} jobs were done.`);
}

/** One account adds many jobs, then others add a few each: how far into the line the last of those few is done, in jobs. */
async function measureFairness(line: Line): Promise<void> {
  const hand = await line.hand();
  const [first, ...rest] = ACCOUNTS;
  await hand.add(first!, MANY);
  for (const account of rest) await hand.add(account, FEW);
  const order: string[] = [];
  while (order.length < MANY + FEW * rest.length) order.push(...await hand.work(10));
  await hand.close();
  const last = order.findLastIndex(account => account !== first) + 1;
  console.log(`  ${line.name}: ${rest.length} accounts with ${FEW} jobs behind one with ${MANY}: theirs are done after ${last} jobs (${FEW * ACCOUNTS.length} where all take turns, ${order.length} where nobody does)`);
}

async function together(hands: readonly Hand[], work: (hand: Hand, at: number) => Promise<unknown>): Promise<void> {
  await Promise.all(hands.map(work));
}

async function perSecond(jobs: number, work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return jobs / (performance.now() - startedMs) * 1000;
}

function goal(what: string, figure: number): void {
  console.log(`${figure >= GOAL ? '✓' : '✗'} ${what}: ${figure} (at least ${GOAL})`);
  if (figure < GOAL) process.exitCode = 1;
}
