import { eachAtOnce } from '../../../core/each-at-once.ts';
import { Problem } from '../../../core/problem.ts';
import { defineRun } from '../../run-kind.ts';
import type { Progress, ScanInput, ScanState, ScanWork } from './scan-work.ts';
import { findDomain } from '../../domains/inventory/index.ts';
import { judgeScan, type ScanSummary } from './judge-scan.ts';
import type { ExposureServices } from './services.ts';
import { findPorts } from './stages/ports.ts';
import { seePages } from './stages/http.ts';
import { seeServices } from './stages/services.ts';
import { seeTls } from './stages/tls.ts';
import { seeWeb } from './stages/web.ts';
import { hostStages, type DoHostStage, type HostStage } from './stages/stage.ts';
import { commitComponents } from './components/stage.ts';
import { doHostStage } from './host-stage.ts';
import { findHosts } from './find-hosts.ts';
import { contentsOf, findScan, noteBegun, type ScanRow } from './store/scans.ts';

/** Hosts that are tested at once, each at its own rate. */
const HOSTS_AT_ONCE = 4;

/** Finds the hosts of a proven domain, their open ports, and what answers there. */
export const vulnScan = defineRun<ScanInput>()({ kind: 'vulnScan', scope: 'vulnscan', resultAt: ({ id }) => `/api/vuln-scan/latest/${id}` });

const work: Readonly<Record<HostStage, DoHostStage>> = { ports: findPorts, services: seeServices, tls: seeTls, http: seePages, web: seeWeb };

export const doVulnScan = vulnScan.handledBy<ExposureServices, ScanState>(async run => {
  const { db } = run.services;
  const domain = await findDomain(db, run.accountId, run.subject.id);
  if (!domain) return { status: 'completed', result: null };
  const scan = await findScan(db, run.id) ?? await findHosts(run, domain);
  const { hosts } = await contentsOf(db, scan.id);
  const progress = createProgress(run, 2 + hosts.length * hostStages.length);
  for (const stage of hostStages) {
    const scanOfStage = await beginStage(run, scan.id, stage, progress);
    await eachAtOnce(hosts.map(({ address }) => address), HOSTS_AT_ONCE, (address, stop) => doHostStage({ run, stop, scan: scanOfStage, domain: domain.name, stage, address, work: work[stage], progress }), run.signal);
  }
  await commitComponents(run, scan, domain.id, progress);
  const judged = await judgeScan(run, scan, domain);
  const result: ScanSummary = judged.summary;
  return { status: judged.isWhole ? 'completed' : 'partial', result, change: judged.change };
});

function createProgress(run: ScanWork, total: number): Progress {
  let done = run.state?.done ?? 1;
  return {
    advance: () => void done++,
    commit: (step, change) => run.commit({ state: { done }, progress: { done, total, step } }, change),
  };
}

/** Notes when the stage began, once: a run that is resumed gets no more time for it. */
async function beginStage(run: ScanWork, scanId: string, stage: HostStage, progress: Progress): Promise<ScanRow> {
  const { db, clock } = run.services;
  const scan = await findScan(db, scanId);
  if (!scan) throw new Problem('not_found', 'The domain was deleted while it was scanned.');
  const begun = JSON.parse(scan.begun) as Record<string, number>;
  if (begun[stage] !== undefined) return scan;
  const noted = { ...begun, [stage]: clock.now() };
  await progress.commit(stage, tx => noteBegun(tx, scanId, noted));
  return { ...scan, begun: JSON.stringify(noted) };
}
