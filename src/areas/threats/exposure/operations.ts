import { known } from '../../../core/access.ts';
import { bySeverity } from '../../../core/finding.ts';
import { operationIn } from '../../../core/operation.ts';
import type { Db } from '../../../store/index.ts';
import { domain } from '../../domains/inventory/index.ts';
import { ownedBy, requireOwnership } from '../../domains/ownership/index.ts';
import { refundAllowance } from '../../platform/account/index.ts';
import { accepted, RunReply, runOfKey, startRun } from '../../platform/runs/index.ts';
import { completedIn, evidentPorts } from './completed.ts';
import { vulnScan } from './run.ts';
import type { ExposureServices } from './services.ts';
import { DomainIdPath, LatestReply, PortsReply, presentFinding, presentHosts, presentScan, StartInput } from './shapes.ts';
import { findingsOfDomain } from './store/findings.ts';
import { contentsOf, finishedScans } from './store/scans.ts';
import { watchExposure } from './store/watch.ts';

const EXAMPLE = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';

const start = operationIn<ExposureServices>()({
  id: 'exposure.start',
  summary: 'Scan the hosts of a domain',
  description: 'Starts a vulnerability scan: finds the hosts of the domain, their open ports, services and versions and what their websites expose, and judges it. Needs proof of ownership. '
    + 'On addresses that nobody has confirmed, only ports 80, 443 and published mail ports are tested. It counts as one manual scan; if a scan of the domain is queued or running, that one is returned. '
    + 'From then on the domain is scanned every week, on the Enterprise plan every day.',
  method: 'POST',
  path: '/api/vuln-scan/start',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'manualScans',
  status: 202,
  idempotent: true,
  owns: { domainId: domain },
  input: StartInput,
  output: RunReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'A thousand ports of each confirmed address' }, { input: { domainId: EXAMPLE, profile: 'quick', targets: ['www.example.org'] }, says: 'One host, quickly' }],
  audit: { none: 'The entry names the proof and the rates, and is written by the handler.' },
  run: async (call, services, { domainId, profile, targets = null }) => {
    const { caller, owned: { domainId: { name } }, now } = call, { db, counters, manners } = services;
    const { account } = known(caller);
    await requireOwnership(db, account.id, domainId, now);
    const { run, started } = await startRun(db, services, {
      accountId: account.id, kind: vulnScan, subject: { type: 'domain', id: domainId, label: name }, input: { profile, targets }, trigger: 'manual',
      allowance: { name: 'manualScans', spentAt: now }, dedupeKey: domainId,
    });
    if (started) {
      await watchExposure(db, { accountId: account.id, domainId, profile, plan: account.plan }, now);
      const { connectsPerSecond, dialoguesPerSecond, requestsPerSecond, openAtOnce } = manners;
      call.note({ action: 'domain.exposure_scan_started', resource: { type: 'domain', id: domainId }, details: { run: run.id, profile, targets, proof: await ownedBy(db, account.id, name, now), connectsPerSecond, dialoguesPerSecond, requestsPerSecond, openAtOnce } });
    } else await refundAllowance(counters, { accountId: account.id, allowance: 'manualScans', spentAt: now }, db);
    return accepted(call, services, run);
  },
});

const latest = operationIn<ExposureServices>()({
  id: 'exposure.latest',
  summary: 'Show the latest scan of the hosts of a domain',
  description: 'The latest finished vulnerability scan: first what changed since the previous one (new, changed, resolved, reopened), then its figures, stages and all open findings. '
    + 'What was not tested is reported as such, and is never counted as safe.',
  method: 'GET',
  path: '/api/vuln-scan/latest/{domainId}',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { domainId: domain },
  input: DomainIdPath,
  output: LatestReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'By the id of the domain' }],
  run: async ({ now }, { db }, { domainId }) => {
    const [scan, before] = await finishedScans(db, domainId, 2);
    const underWay = await underWayOf(db, domainId);
    if (!scan) return { success: true as const, data: null, underWay };
    const findings = (await findingsOfDomain(db, domainId)).map(row => ({ row, shown: presentFinding(row, now) }));
    const changed = findings.filter(({ row }) => row.changed_in === scan.id && !['unchanged', 'notTested'].includes(row.change));
    const record = presentScan(scan, await contentsOf(db, scan.id));
    return {
      success: true as const, underWay,
      data: {
        difference: { previousScanId: before?.id ?? null, counts: record.summary.changes, findings: changed.map(({ shown }) => shown).toSorted(bySeverity) },
        scan: record,
        findings: findings.filter(({ row }) => row.state === 'open').map(({ shown }) => shown).toSorted(bySeverity),
      },
    };
  },
});

const ports = operationIn<ExposureServices>()({
  id: 'exposure.ports',
  summary: 'List the hosts and open ports of a domain',
  description: 'Every address of the domain and its subdomains, with its open ports, the service, TLS and first page on each, and what changed since the previous scan. '
    + 'For each address it says how far it may be scanned, and why.',
  method: 'GET',
  path: '/api/scan/ports/{domainId}',
  access: { scope: 'vulnscan' },
  plan: 'pro',
  allowance: 'none',
  owns: { domainId: domain },
  input: DomainIdPath,
  output: PortsReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'By the id of the domain' }],
  run: async (_call, { db }, { domainId }) => {
    const [scan, before] = await finishedScans(db, domainId, 2);
    const underWay = await underWayOf(db, domainId);
    if (!scan) return { success: true as const, data: null, underWay };
    const seen = await contentsOf(db, scan.id);
    const contents = { ...seen, ports: evidentPorts(seen) };
    const earlier = before ? evidentPorts(await contentsOf(db, before.id)) : [];
    return { success: true as const, underWay, data: { scan: presentScan(scan, contents), previousScanId: before?.id ?? null, hosts: presentHosts(contents, earlier, completedIn(contents)) } };
  },
});

async function underWayOf(db: Db, domainId: string): Promise<{ runId: string; status: 'queued' | 'running' } | null> {
  const run = await runOfKey(db, vulnScan.kind, domainId);
  return run && (run.status === 'queued' || run.status === 'running') ? { runId: run.id, status: run.status } : null;
}

export const scanOperations = [start, latest, ports] as const;
