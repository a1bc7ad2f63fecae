import type { Dns, Failure, Lookup, ProbeReply, RecordType } from '../../core/lookup.ts';
import type { RegistryReply } from '../../core/outside/probes.ts';
import type { AuditContext } from './audit.ts';

/** What stands at each name, `*` in front for all below it; a name that is not among them does not exist, and `failed` makes every lookup of it fail. */
export type Zone = Readonly<Record<string, 'failed' | Partial<Record<RecordType, readonly unknown[]>>>>;

export const servfail: Failure = { outcome: 'failed', kind: 'servfail', cause: 'SERVFAIL from 192.0.2.53' };

/** What the registry says of names; of others it cannot be asked. */
export type Registry = Readonly<Record<string, 'registered' | 'absent'>>;

/** A snapshot over `zone` and a registry, and the questions that the DNS was asked, each once. */
export function zoneDns(zone: Zone, registry: Registry = {}): AuditContext & { asked: Set<string> } {
  const asked = new Set<string>();
  const lookup = async (name: string, type: RecordType): Promise<Lookup<readonly never[]>> => {
    asked.add(`${type} ${name}`);
    const records = zone[name] ?? wildcardOf(zone, name);
    if (records === 'failed') return servfail;
    if (!records) return { outcome: 'absent', nxdomain: true, via: [] };
    const value = records[type] as readonly never[] | undefined;
    return value ? { outcome: 'found', value, via: [], ttlSeconds: 300 } : { outcome: 'absent', nxdomain: false, via: [] };
  };
  const probe: Dns['probe'] = async server => ({ ...servfail, server, transport: 'udp' }) satisfies ProbeReply;
  return { dns: { lookup, probe } as unknown as Dns, registry: { find: async name => replyOf(registry[name]) }, signal: new AbortController().signal, asked };
}

/** The closest wildcard above a name that does not exist (RFC 4592 §2.2). */
function wildcardOf(zone: Zone, name: string): Zone[string] | undefined {
  const labels = name.split('.');
  return labels.map((_, at) => zone[`*.${labels.slice(at + 1).join('.')}`]).find(records => records !== undefined);
}

function replyOf(state: Registry[string] | undefined): RegistryReply {
  if (state === undefined) return { outcome: 'failed', source: 'rdap', cause: 'no RDAP server' };
  const from = { source: 'rdap', server: 'rdap.example' } as const;
  return state === 'absent' ? { outcome: 'absent', ...from } : { outcome: 'answered', ...from, text: '{"objectClassName":"domain","ldhName":"a.example"}' };
}
