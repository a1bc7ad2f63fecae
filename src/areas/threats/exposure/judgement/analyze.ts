import type { Finding } from '../../../../core/finding.ts';
import { judgeService, type ServiceSeen } from '../services/index.ts';
import type { StageName } from '../stages/stage.ts';
import { riskOf } from './risky-ports.ts';
import { portRules } from './rules.ts';

/** What was learnt of one open port. */
export interface PortFacts {
  address: string;
  port: number;
  /** Whether it took two connections. */
  verified: boolean;
  /** What answered there; null where nothing was learnt of it. */
  service: Pick<ServiceSeen, 'protocol' | 'product' | 'evidence' | 'withoutPassword' | 'verified'> | null;
  tls: { protocol: string; expired: boolean; notAfter: number } | null;
  /** The provider whose machine it is; null for none that is known. */
  edge: string | null;
}

/** Whether it was seen twice, with a control on the same host that answered otherwise. */
export type Verified = 'verified' | 'inconclusive';

/** A finding with the place where it was found. */
export interface PlacedFinding {
  finding: Finding;
  address: string;
  port: number | null;
  /** The stage that found it. */
  stage: Exclude<StageName, 'resolve' | 'components'>;
  verified: Verified;
  /** Tells it from others of its kind at the same place. */
  about: string;
}

/** What is wrong with the open ports, by their facts alone. */
export function analyzePorts(ports: readonly PortFacts[]): PlacedFinding[] {
  return ports.flatMap(port => [...risks(port), ...tlsFaults(port)]);
}

/** What the service itself shows goes before what its protocol or the number of its port says. */
function risks(facts: PortFacts): PlacedFinding[] {
  const { address, port, verified, service } = facts;
  const ofService = service === null ? [] : judgeService(service, { host: address, port });
  if (ofService.length > 0) return ofService.map(finding => ({ finding: noted(finding, facts), address, port, stage: 'services', verified: service!.verified ?? 'inconclusive', about: service!.protocol! }));
  const risk = riskOf(port, service?.protocol ?? null);
  if (!risk) return [];
  const evidence = [`${address}:${port}`, service?.protocol ? `recognised: ${service.product ?? service.protocol}` : 'by the number of the port; the service said nothing', ...edgeNote(facts)];
  const finding = portRules[risk.risk].fail(evidence, { words: { port: String(port), address, service: risk.name } });
  return [{ finding, address, port, stage: 'ports', verified: verified ? 'verified' : 'inconclusive', about: '' }];
}

function noted(finding: Finding, facts: PortFacts): Finding {
  return { ...finding, evidence: [`${facts.address}:${facts.port}`, ...finding.evidence, ...edgeNote(facts)] };
}

function tlsFaults(facts: PortFacts): PlacedFinding[] {
  const { address, port, tls } = facts;
  if (!tls) return [];
  const words = { port: String(port), address };
  const at = { address, port, stage: 'tls', verified: 'verified', about: '' } as const;
  return [
    ...(tls.expired ? [{ ...at, finding: portRules.certificate_expired.fail([`${address}:${port}`, `valid until ${new Date(tls.notAfter).toISOString()}`, ...edgeNote(facts)], { words }) }] : []),
    ...(['TLSv1', 'TLSv1.1', 'SSLv3'].includes(tls.protocol)
      ? [{ ...at, finding: portRules.old_tls.fail([`${address}:${port}`, `agreed on ${tls.protocol}`, ...edgeNote(facts)], { words: { ...words, version: tls.protocol } }) }] : []),
  ];
}

function edgeNote({ edge }: PortFacts): string[] {
  return edge === null ? [] : [`This is a machine of ${edge}`];
}

/** The same for the same fault at the same place, whatever its text, severity or evidence. */
export function fingerprintOf({ finding: { id }, address, port, about }: Pick<PlacedFinding, 'address' | 'port' | 'about'> & { finding: Pick<Finding, 'id'> }): string {
  return [id, address, port ?? '', about].join('|');
}
