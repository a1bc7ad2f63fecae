import { ownedBy } from '../../domains/ownership/index.ts';
import type { Progress, ScanWork } from './scan-work.ts';
import type { DoHostStage, HostOutcome, HostStage } from './stages/stage.ts';
import { holderOf, leaseAddress } from './store/lease.ts';
import { readOptOuts } from './store/opt-outs.ts';
import { addStep, hostOf, hasStep, portsAt, type HostRow, type ScanRow } from './store/scans.ts';
import type { Manners } from './services.ts';
import { edgeOf } from './targets/edges.ts';
import type { Profile } from './targets/scope.ts';

const MINUTE_MS = 60_000;
/** How long a stage may take in all, by profile. */
const STAGE_MS: Readonly<Record<Profile, number>> = { quick: 10 * MINUTE_MS, standard: 30 * MINUTE_MS, deep: 90 * MINUTE_MS };

interface HostStageWork {
  run: ScanWork;
  /** Fires when the run ends, or a fault at another address ends it. */
  stop: AbortSignal;
  scan: ScanRow;
  domain: string;
  stage: HostStage;
  address: string;
  work: DoHostStage;
  progress: Progress;
}

/** Does a stage at an address unless that was committed before, and commits what it found; nothing is sent to an address that may not be scanned any more. */
export async function doHostStage(given: HostStageWork): Promise<void> {
  const { run, scan, stage, address, progress } = given;
  const { db, clock } = run.services;
  if (await hasStep(db, scan.id, stage, address)) return;
  const host = await hostOf(db, scan.id, address);
  if (!host) return;
  const outcome = await refusalOf(given, host) ?? await doWithLease(given, host);
  progress.advance();
  await progress.commit(stage, async tx => {
    await outcome.save(tx);
    await addStep(tx, { scanId: scan.id, address }, stage, outcome, clock.now());
  });
}

/** Why no packet is sent to the address, judged again before each stage; null where it may be scanned. */
async function refusalOf({ run, domain }: HostStageWork, host: HostRow): Promise<HostOutcome | null> {
  const { db, clock } = run.services;
  const { names } = JSON.parse(host.names) as { names: string[] };
  if (host.scope === 'none') return notTested(host.reason ?? 'The address may not be scanned.');
  if (await ownedBy(db, run.accountId, domain, clock.now()) === null) return notTested(`The ownership of ${domain} is no longer proven.`);
  const optedOut = (await readOptOuts(db)).find(host.address, names);
  return optedOut === null ? null : notTested(`The operator of this service has excluded ${optedOut} from scans.`);
}

function notTested(cause: string): HostOutcome {
  return { outcome: 'notTested', cause, save: () => Promise.resolve() };
}

async function doWithLease({ run, stop, scan, stage, address, work }: HostStageWork, host: HostRow): Promise<HostOutcome> {
  const { services } = run;
  const { db, store, clock, manners, newId, openTarget, random, websites } = services;
  const target = openTarget(address);
  if (target === null) return notTested('The address must not be reached.');
  const begunAt = (JSON.parse(scan.begun) as Record<string, number>)[stage]!;
  const profile = scan.profile as Profile;
  const over = AbortSignal.timeout(Math.max(1, begunAt + STAGE_MS[profile] - clock.now()));
  const signal = AbortSignal.any([stop, over]);
  const { names, mailServers } = JSON.parse(host.names) as { names: string[]; mailServers: string[] };
  try {
    const lease = await leaseAddress(address, {
      db, clock, signal, perSecond: rateOf(stage, manners),
      holder: holderOf(store.dialect, run.id, newId),
    });
    try {
      const outcome = await work({
        scanId: scan.id, profile, host, names, isMailServer: mailServers.length > 0, edge: host.edge === null ? null : edgeOf(address, []) ?? { name: host.edge, kind: 'platform' },
        target, websites, ports: await portsAt(db, scan.id, address), turn: () => lease.turn(), parallel: manners.openAtOnce, random, signal: AbortSignal.any([signal, lease.signal]),
      });
      stop.throwIfAborted();
      return outcome;
    } finally {
      await lease.release();
    }
  } catch (error) {
    if (stop.aborted || !signal.aborted) throw error;
    return notTested('The time of the stage was up, or another scan had the address all the while.');
  }
}

function rateOf(stage: HostStage, { connectsPerSecond, dialoguesPerSecond, requestsPerSecond }: Manners): number {
  return stage === 'ports' ? connectsPerSecond : stage === 'services' ? dialoguesPerSecond : requestsPerSecond;
}
