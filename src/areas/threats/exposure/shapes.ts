import { z } from 'zod';
import { DomainReference } from '../../../core/domain-reference.ts';
import { severities, type Finding as FindingOf } from '../../../core/finding.ts';
import { Finding } from '../../../core/findings/shape.ts';
import { isoOf } from '../../domains/inventory/index.ts';
import { changes, comparePorts, type Change, type Completed, type PortSeen } from './judgement/difference.ts';
import type { ScanSummary } from './judge-scan.ts';
import type { HttpSeen } from './stages/http.ts';
import type { ServiceSeen } from './services/index.ts';
import { stageNames, stepOutcomes } from './stages/stage.ts';
import type { TlsSeen } from './stages/tls.ts';
import { isExcepted, type Exception, type FindingRow } from './store/findings.ts';
import type { HostRow, PortRow, ScanContents, ScanRow, StepRow } from './store/scans.ts';
import { profiles, scopesOfHosts } from './targets/scope.ts';

const Moment = z.iso.datetime();

export const DomainIdPath = z.strictObject({ domainId: DomainReference.describe('Name or id of the domain') });

export const StartInput = z.strictObject({
  domainId: DomainReference.describe('Name or id of the domain, whose ownership must be proven'),
  profile: z.enum(profiles).default('standard').describe('`quick`: 100 ports, `standard`: 1,000, `deep`: all 65,535; on addresses that are not confirmed always 80, 443 and published mail ports alone'),
  targets: z.array(z.string().trim().toLowerCase().min(1).max(253)).min(1).max(64).optional().describe('Names or addresses of the domain; left out, all that are known'),
});

const Counts = z.object(Object.fromEntries(changes.map(change => [change, z.number().int()])) as Record<Change, z.ZodNumber>).meta({ id: 'ExposureChanges' });

const Summary = z.object({
  hosts: z.number().int(), openPorts: z.number().int(),
  notTested: z.number().int().describe('Steps of which nothing, or not everything, could be learnt; they say nothing of safety'),
  findings: z.object(Object.fromEntries(severities.map(severity => [severity, z.number().int()])) as Record<(typeof severities)[number], z.ZodNumber>),
  changes: Counts,
}).meta({ id: 'ExposureSummary' });

const Stage = z.object({
  stage: z.enum(stageNames), outcome: z.enum(stepOutcomes).describe('`done` everywhere, `partial`, or `notTested`'),
  addresses: z.number().int(), causes: z.array(z.string()).describe('Why not all was tested, each cause once'),
}).meta({ id: 'ExposureStage' });

const Tls = z.object({
  protocol: z.string(), cipher: z.string(), group: z.string().nullable(), serverName: z.string().nullable(), subject: z.string(), issuer: z.string(), names: z.array(z.string()),
  validUntil: Moment, refused: z.string().nullable().describe('Why a client would refuse the certificate'),
}).meta({ id: 'ExposedTls' });

const Http = z.object({
  url: z.string(), status: z.number().int(), title: z.string().nullable(), server: z.string().nullable(), poweredBy: z.string().nullable(), location: z.string().nullable(),
}).meta({ id: 'ExposedPage' });

const Service = z.object({
  protocol: z.string().nullable().describe('By IANA\'s name, such as `ssh`; null where nothing that came is known'), name: z.string().nullable(), tls: z.enum(['none', 'direct', 'starttls']),
  product: z.string().nullable(), vendor: z.string().nullable(), version: z.string().nullable(),
  distributionPackage: z.object({ distribution: z.string(), version: z.string() }).nullable().describe('The package of a Linux distribution, where the service shows it'),
  cpe23: z.array(z.string()), confidence: z.enum(['certain', 'likely', 'guess']),
  evidence: z.array(z.object({ from: z.string(), text: z.string() })).describe('What the service sent, shortened and redacted'),
  withoutPassword: z.object({ asked: z.string() }).nullable().describe('The harmless question that it answered without a password'),
}).meta({ id: 'ExposedService' });

const Port = z.object({
  port: z.number().int(), transport: z.enum(['tcp', 'udp']),
  state: z.enum(['open', 'closed']).describe('`closed`: it was open in the scan before'),
  verified: z.boolean().describe('Whether it took a second connection; otherwise it is inconclusive'),
  rttMs: z.number().int().nullable().describe('Of a round trip, in milliseconds'), service: Service.nullable().describe('What answers; null where that was not tested'), tls: Tls.nullable(), http: Http.nullable(),
  change: z.enum(['new', 'unchanged', 'changed', 'resolved', 'notTested']).describe('Against the scan before; `notTested`: it was open then, and this scan could not say'),
}).meta({ id: 'ExposedPort' });

const Host = z.object({
  address: z.string(), family: z.union([z.literal(4), z.literal(6)]), names: z.array(z.string()),
  scope: z.enum(scopesOfHosts).describe('`full`: the ports of the profile; `web`: 80, 443 and published mail ports; `none`: nothing was sent'),
  reason: z.string().nullable().describe('Why it is not `full`'),
  edge: z.string().nullable().describe('The content delivery network or platform whose machine this is'),
  wildcard: z.boolean().describe('It takes connections on whatever port: open ports then say nothing by themselves'),
  rttMs: z.number().int().nullable().describe('Of a round trip, in milliseconds'),
  tested: z.boolean().describe('Whether the ports of its scope were all tested'),
  ports: z.array(Port),
}).meta({ id: 'ExposedHost' });

const ScanRecord = z.object({
  scanId: z.string(), profile: z.enum(profiles), state: z.enum(['completed', 'partial']), startedAt: Moment, finishedAt: Moment,
  proof: z.string().describe('The domain by whose proof of ownership it was allowed'),
  summary: Summary, stages: z.array(Stage),
}).meta({ id: 'ExposureScan' });

const ExceptionRecord = z.object({ reason: z.string(), by: z.string(), at: Moment, until: Moment.nullable() }).meta({ id: 'ExposureException' });

export const ExposureFinding = Finding.extend({
  id: z.string().describe('Of this finding at this place'),
  kind: z.string().describe('Id in the catalogue of findings'),
  address: z.string(), port: z.number().int().nullable(),
  verified: z.enum(['verified', 'inconclusive']).describe('Whether it was seen twice, with a control on the same host'),
  status: z.enum(['open', 'resolved']), change: z.enum(changes),
  firstSeenAt: Moment, lastSeenAt: Moment, resolvedAt: Moment.nullable(), exception: ExceptionRecord.nullable(),
}).meta({ id: 'ExposureFinding' });

const UnderWay = z.object({ runId: z.string(), status: z.enum(['queued', 'running']) }).meta({ id: 'ExposureUnderWay' });

export const LatestReply = z.object({
  success: z.literal(true),
  data: z.object({
    difference: z.object({ previousScanId: z.string().nullable(), counts: Counts, findings: z.array(ExposureFinding).describe('Those that are new, changed, resolved or reopened') }),
    scan: ScanRecord,
    findings: z.array(ExposureFinding).describe('All that are open, most severe first'),
  }).meta({ id: 'LatestExposure' }).nullable().describe('Null where no scan has come to its end yet'),
  underWay: UnderWay.nullable(),
});

export const PortsReply = z.object({
  success: z.literal(true),
  data: z.object({ scan: ScanRecord, previousScanId: z.string().nullable(), hosts: z.array(Host) }).meta({ id: 'ExposedHosts' }).nullable().describe('Null where no scan has come to its end yet'),
  underWay: UnderWay.nullable(),
});

/** A scan that came to its end. */
export function presentScan(scan: ScanRow, { steps }: ScanContents): z.output<typeof ScanRecord> {
  return {
    scanId: scan.id, profile: scan.profile as never, state: scan.state as never, startedAt: isoOf(scan.started_at)!, finishedAt: isoOf(scan.finished_at)!, proof: scan.proof,
    summary: JSON.parse(scan.summary!) as ScanSummary,
    stages: stageNames.map(stage => presentStage(stage, steps.filter(step => step.stage === stage))),
  };
}

function presentStage(stage: (typeof stageNames)[number], steps: readonly StepRow[]): z.output<typeof Stage> {
  const outcomes = new Set(steps.map(({ outcome }) => outcome));
  const causes = [...new Set(steps.flatMap(({ cause }) => cause ?? []))];
  const outcome = outcomes.size === 0 || (outcomes.size === 1 && outcomes.has('notTested')) ? 'notTested' : outcomes.size === 1 && outcomes.has('done') ? 'done' : 'partial';
  return { stage, outcome, addresses: steps.length, causes };
}

/** The hosts of a scan with their ports, next to the scan before. */
export function presentHosts(contents: ScanContents, before: readonly PortRow[], completed: Completed): z.output<typeof Host>[] {
  const compared = comparePorts(before.map(seenOf), contents.ports.map(seenOf), completed);
  const rows = new Map([...before, ...contents.ports].map(row => [keyOf(row), row]));
  const open = new Set(contents.ports.map(keyOf));
  const ports = Map.groupBy(compared, ({ port }) => port.address);
  return contents.hosts.map(host => ({
    ...presentHost(host, contents.steps),
    ports: (ports.get(host.address) ?? []).map(({ port, change }) => presentPort(rows.get(keyOf(port))!, open.has(keyOf(port)), change)),
  }));
}

function presentHost(host: HostRow, steps: readonly StepRow[]): Omit<z.output<typeof Host>, 'ports'> {
  const { names } = JSON.parse(host.names) as { names: string[] };
  return {
    address: host.address, family: host.address.includes(':') ? 6 : 4, names, scope: host.scope as never, reason: host.reason, edge: host.edge, wildcard: host.wildcard === 1, rttMs: host.rtt_ms,
    tested: steps.some(({ stage, address, outcome }) => stage === 'ports' && address === host.address && outcome === 'done'),
  };
}

function presentPort(row: PortRow, isOpen: boolean, change: Exclude<Change, 'reopened'>): z.output<typeof Port> {
  const tls = row.tls === null ? null : JSON.parse(row.tls) as TlsSeen;
  return {
    port: row.port, transport: row.transport as never, state: isOpen || change === 'notTested' ? 'open' : 'closed', verified: row.verified === 1, rttMs: row.rtt_ms, change, service: presentService(row.service),
    tls: tls && { protocol: tls.protocol, cipher: tls.cipher, group: tls.group, serverName: tls.serverName, subject: tls.subject, issuer: tls.issuer, names: [...tls.names], validUntil: isoOf(tls.notAfter)!, refused: tls.refused },
    http: row.http === null ? null : JSON.parse(row.http) as HttpSeen,
  };
}

function presentService(kept: string | null): z.output<typeof Service> | null {
  if (kept === null) return null;
  const { protocol, name, tls, product, vendor, version, distributionPackage, cpe23, confidence, evidence, withoutPassword } = JSON.parse(kept) as ServiceSeen;
  return { protocol, name, tls, product, vendor, version, distributionPackage, cpe23: [...cpe23], confidence, evidence: [...evidence], withoutPassword: withoutPassword && { asked: withoutPassword.asked } };
}

/** What people would call another port: not the length of a round trip. */
function seenOf({ address, port, transport, service, tls, http }: PortRow): PortSeen {
  const answers = presentService(service);
  const [certificate, page] = [tls === null ? null : JSON.parse(tls) as TlsSeen, http === null ? null : JSON.parse(http) as HttpSeen];
  return { address, port, transport, appearance: JSON.stringify([answers && [answers.protocol, answers.product, answers.version], certificate && [certificate.protocol, certificate.subject, certificate.issuer], page && [page.status, page.title, page.server, page.poweredBy]]) };
}

function keyOf({ address, port, transport }: Pick<PortRow, 'address' | 'port' | 'transport'>): string {
  return `${address} ${port}/${transport}`;
}

/** A finding as it stands at `now`. */
export function presentFinding(row: FindingRow, now: number): z.output<typeof ExposureFinding> {
  const finding = JSON.parse(row.finding) as FindingOf;
  const exception = isExcepted(row, now) ? JSON.parse(row.exception!) as Exception : null;
  return {
    ...finding, id: row.id, kind: finding.id, address: row.address, port: row.port, verified: row.verified as never, status: row.state as never, change: row.change as never,
    firstSeenAt: isoOf(row.first_seen_at)!, lastSeenAt: isoOf(row.last_seen_at)!, resolvedAt: isoOf(row.resolved_at),
    exception: exception && { reason: exception.reason, by: exception.by, at: isoOf(exception.at)!, until: isoOf(row.excepted_until) },
  };
}
