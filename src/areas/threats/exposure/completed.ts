import type { Completed } from './judgement/difference.ts';
import type { PortRow, ScanContents } from './store/scans.ts';
import type { ServiceSeen } from './services/index.ts';

/** What the scan completed: of the rest nothing is said. */
export function completedIn({ hosts, steps }: Pick<ScanContents, 'hosts' | 'steps'>): Completed {
  const done = new Set(steps.filter(({ outcome }) => outcome === 'done').map(({ stage, address }) => `${stage} ${address}`));
  const known = new Set(hosts.map(({ address }) => address));
  return {
    at: (stage, address) => done.has(`${stage} ${address}`),
    gone: address => done.has('resolve ') && !known.has(address),
  };
}

/** The ports that are open by evidence: at an address that takes connections on whatever port, only those where a protocol was recognised. */
export function evidentPorts({ hosts, ports }: Pick<ScanContents, 'hosts' | 'ports'>): PortRow[] {
  const wildcards = new Set(hosts.filter(({ wildcard }) => wildcard === 1).map(({ address }) => address));
  return ports.filter(({ address, service }) => !wildcards.has(address) || (service !== null && (JSON.parse(service) as ServiceSeen).protocol !== null));
}
