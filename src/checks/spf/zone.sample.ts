import type { Dns, Failure, Look, RecordType } from '../../core/lookup.ts';

/** What stands at each name; a name that is not among them does not exist, and `failed` makes every look at it fail. */
export type Zone = Readonly<Record<string, 'failed' | Partial<Record<RecordType, readonly unknown[]>>>>;

export const servfail: Failure = { outcome: 'failed', kind: 'servfail', cause: 'SERVFAIL from 192.0.2.53' };

/** A snapshot over `zone`, and the questions that it was asked, each once. */
export function zoneDns(zone: Zone): { dns: Pick<Dns, 'look'>; asked: Set<string> } {
  const asked = new Set<string>();
  const look = async (name: string, type: RecordType): Promise<Look<readonly never[]>> => {
    asked.add(`${type} ${name}`);
    const records = zone[name];
    if (records === 'failed') return servfail;
    if (!records) return { outcome: 'absent', nxdomain: true, via: [] };
    const value = records[type] as readonly never[] | undefined;
    return value ? { outcome: 'found', value, via: [], ttlSeconds: 300 } : { outcome: 'absent', nxdomain: false, via: [] };
  };
  return { dns: { look }, asked };
}
