import type { Dns, Lookup } from '../../core/lookup.ts';
import type { NameserversFacts } from './collect.ts';
import { contentOf, within } from './contents.ts';

/**
 * The DNS in which a record for mail is there when any server of the zone has it: a resolver that happened to ask one without it must not
 * make it "missing", for the next one finds it. The servers without it are named by `ns.records`. It costs no question.
 */
export function withWitnesses(dns: Dns, domain: string, seeServers: () => Promise<Pick<NameserversFacts, 'servers'>>): Dns {
  return {
    ...dns,
    async lookup(name, type) {
      const lookup = await dns.lookup(name, type);
      const content = contentOf(domain, name, type);
      if (content === null || lookup.outcome === 'failed' || lookup.via.length > 0 || within(content, lookup).outcome === 'found') return lookup;
      const { servers } = await seeServers();
      const replies = servers.flatMap(({ contents }) => contents?.[content] ?? []);
      const having = replies.find(({ authoritative, lookup: own }) => authoritative && own.outcome === 'found' && own.via.length === 0);
      return having ? together(lookup, having.lookup as typeof lookup) : lookup;
    },
  };
}

function together<T>(lookup: Lookup<readonly T[]>, held: Lookup<readonly T[]>): Lookup<readonly T[]> {
  return lookup.outcome === 'found' && held.outcome === 'found' ? { ...lookup, value: [...lookup.value, ...held.value] } : held;
}
