import type { Finding } from '../../../../core/finding.ts';
import { riskOf } from './risky-ports.ts';
import { portRules } from './rules.ts';

/** What was learnt of one open port. */
export interface PortFacts {
  address: string;
  port: number;
  /** Whether it took two connections. */
  verified: boolean;
  protocol: string | null;
  /** What answers there, for people; null where nothing said so. */
  product: string | null;
  /** The harmless question that was answered without a password; null for none. `repeated`: twice. */
  withoutPassword: { asked: string; repeated: boolean } | null;
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
  stage: 'ports' | 'services' | 'tls' | 'http' | 'components';
  verified: Verified;
  /** Tells it from others of its kind at the same place. */
  about: string;
}

/** What is wrong with the open ports, by their facts alone. */
export function analyzePorts(ports: readonly PortFacts[]): PlacedFinding[] {
  return ports.flatMap(port => [...risks(port), ...tlsFaults(port)]);
}

function risks(facts: PortFacts): PlacedFinding[] {
  const { address, port, protocol, product, verified, withoutPassword } = facts;
  const risk = riskOf(port, protocol);
  const words = { port: String(port), address, service: product ?? risk?.name ?? protocol ?? 'A service' };
  if (withoutPassword) {
    const finding = portRules.without_password.fail([`${address}:${port}`, `answered to: ${withoutPassword.asked}`, ...edgeNote(facts)], { words });
    return [{ finding, address, port, stage: 'services', verified: withoutPassword.repeated ? 'verified' : 'inconclusive', about: protocol ?? '' }];
  }
  if (!risk) return [];
  const evidence = [`${address}:${port}`, protocol === null ? 'by the number of the port; the service said nothing' : `recognised: ${product ?? protocol}`, ...edgeNote(facts)];
  const finding = portRules[risk.risk].fail(evidence, { words: { ...words, service: risk.name } });
  return [{ finding, address, port, stage: 'ports', verified: verified ? 'verified' : 'inconclusive', about: '' }];
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
