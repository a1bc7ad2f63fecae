import { severities, type Severity } from '../../../core/finding.ts';
import type { Db } from '../../../store/index.ts';
import { lockDomain, type DomainRow } from '../../domains/inventory/index.ts';
import { alertOfExposure } from './alerts.ts';
import { completedIn, evidentPorts } from './completed.ts';
import { analyzePorts, type PlacedFinding, type PortFacts } from './judgement/analyze.ts';
import type { Change } from './judgement/difference.ts';
import type { ScanWork } from './scan-work.ts';
import type { ServiceSeen } from './services/index.ts';
import type { TlsSeen } from './stages/tls.ts';
import { findingsOfDomain, isExcepted, keepFindings } from './store/findings.ts';
import { contentsOf, endScan, type PortRow, type ScanContents, type ScanRow } from './store/scans.ts';
import { scanHappened } from './store/watch.ts';
import type { JudgeWeb, WebFacts } from './web/find.ts';

/** Figures of a scan. `notTested`: steps of which nothing or not everything could be learnt. */
export interface ScanSummary {
  hosts: number;
  openPorts: number;
  notTested: number;
  findings: Record<Severity, number>;
  changes: Record<Change, number>;
}

interface Judged {
  summary: ScanSummary;
  isWhole: boolean;
  change(tx: Db): Promise<void>;
}

/** Judges what the scan has found; its end, the findings and the alerts are one change. */
export async function judgeScan(run: ScanWork, scan: ScanRow, domain: DomainRow): Promise<Judged> {
  const { services } = run;
  const now = services.clock.now();
  const seen = await contentsOf(services.db, scan.id);
  const contents = { ...seen, ports: evidentPorts(seen) };
  const found = [...analyzePorts(contents.ports.map(port => factsOf(port, contents, now))), ...websitesIn(contents, services.websites.judge)];
  // A host that may not be scanned is reported as such, and is no fault of the scan.
  const ruledOut = new Set(contents.hosts.filter(({ scope }) => scope === 'none').map(({ address }) => address));
  const untested = contents.steps.filter(({ outcome, address }) => outcome !== 'done' && !ruledOut.has(address));
  const summary: ScanSummary = {
    hosts: contents.hosts.length, openPorts: contents.ports.length, notTested: untested.length, findings: { critical: 0, high: 0, medium: 0, low: 0, info: 0 },
    changes: { new: 0, unchanged: 0, changed: 0, resolved: 0, reopened: 0, notTested: 0 },
  };
  return {
    summary, isWhole: untested.length === 0,
    async change(tx) {
      if (!await lockDomain(tx, domain.id)) return;
      Object.assign(summary.changes, await keepFindings(tx, services, { id: scan.id, accountId: run.accountId, domainId: domain.id }, found, completedIn(contents), now));
      const open = (await findingsOfDomain(tx, domain.id)).filter(row => row.state === 'open' && !isExcepted(row, now));
      for (const severity of severities) summary.findings[severity] = open.filter(row => row.severity === severity).length;
      await endScan(tx, scan, { state: untested.length === 0 ? 'completed' : 'partial', summary, now });
      await scanHappened(tx, domain.id);
      await alertOfExposure(tx, services, { accountId: run.accountId, domain }, now);
    },
  };
}

function factsOf(port: PortRow, { hosts }: ScanContents, now: number): PortFacts {
  const tls = port.tls === null ? null : JSON.parse(port.tls) as TlsSeen;
  return {
    address: port.address, port: port.port, verified: port.verified === 1, service: port.service === null ? null : JSON.parse(port.service) as ServiceSeen,
    tls: tls && { protocol: tls.protocol, expired: tls.notAfter < now, notAfter: tls.notAfter },
    edge: edgeAt(port, hosts),
  };
}

function websitesIn({ ports, hosts }: ScanContents, judge: JudgeWeb): PlacedFinding[] {
  return ports.flatMap(port => (port.web === null ? [] : judge(JSON.parse(port.web) as WebFacts, { address: port.address, port: port.port, edge: edgeAt(port, hosts) })));
}

function edgeAt({ address }: PortRow, hosts: ScanContents['hosts']): string | null {
  return hosts.find(host => host.address === address)?.edge ?? null;
}
