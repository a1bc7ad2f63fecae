/** What a scan says of something, next to the scan before. `notTested`: this scan could not tell. */
export const changes = ['new', 'unchanged', 'changed', 'resolved', 'reopened', 'notTested'] as const;
export type Change = (typeof changes)[number];

/** A fault as it is remembered. */
export interface Remembered {
  fingerprint: string;
  state: 'open' | 'resolved';
  address: string;
  stage: string;
  /** Whatever makes it another fault to people: severity and title. */
  appearance: string;
}

export interface Seen {
  fingerprint: string;
  appearance: string;
}

/** What was completed: without the stage that finds a fault at its address, nothing may be said of its end. */
export interface Completed {
  /** Whether the stage was completed at the address in this scan. */
  at(stage: string, address: string): boolean;
  /** Whether the address is known to be the domain's no more: all names were resolved, and none leads to it. */
  gone(address: string): boolean;
}

/** What becomes of each fault that is remembered or seen, by its fingerprint. */
export function compareFindings(remembered: readonly Remembered[], seen: readonly Seen[], completed: Completed): Map<string, Change> {
  const now = new Map(seen.map(fault => [fault.fingerprint, fault]));
  const before = new Map(remembered.map(fault => [fault.fingerprint, fault]));
  const changes = new Map<string, Change>();
  for (const { fingerprint, appearance } of seen) {
    const was = before.get(fingerprint);
    changes.set(fingerprint, was === undefined ? 'new' : was.state === 'resolved' ? 'reopened' : was.appearance === appearance ? 'unchanged' : 'changed');
  }
  for (const fault of remembered) {
    if (now.has(fault.fingerprint) || fault.state === 'resolved') continue;
    changes.set(fault.fingerprint, completed.gone(fault.address) || completed.at(fault.stage, fault.address) ? 'resolved' : 'notTested');
  }
  return changes;
}

/** An open port as two scans are compared. */
export interface PortSeen {
  address: string;
  port: number;
  transport: string;
  /** What answers, as people see it. */
  appearance: string;
}

/** What became of each port that either scan found open, by `address:port/transport`. */
export function comparePorts(before: readonly PortSeen[], after: readonly PortSeen[], completed: Completed): { port: PortSeen; change: Exclude<Change, 'reopened'> }[] {
  const was = new Map(before.map(port => [keyOf(port), port]));
  const now = new Map(after.map(port => [keyOf(port), port]));
  const present = after.map(port => {
    const old = was.get(keyOf(port));
    return { port, change: old === undefined ? 'new' : old.appearance === port.appearance ? 'unchanged' : 'changed' } as const;
  });
  const absent = before.filter(port => !now.has(keyOf(port)))
    .map(port => ({ port, change: completed.gone(port.address) || completed.at(port.transport === 'udp' ? 'services' : 'ports', port.address) ? 'resolved' : 'notTested' } as const));
  return [...present, ...absent].toSorted((a, b) => (a.port.address < b.port.address ? -1 : a.port.address > b.port.address ? 1 : a.port.port - b.port.port));
}

function keyOf({ address, port, transport }: PortSeen): string {
  return `${address} ${port}/${transport}`;
}
