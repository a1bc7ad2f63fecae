import type { RegistryLookup, RegistryReply } from '../core/outside/probes.ts';
import { withDeadline } from './deadline.ts';
import type { Rdap } from './rdap.ts';
import type { Whois } from './whois.ts';

const BUDGET_MS = 5000;
/** Leaves WHOIS a chance when an RDAP server is silent. */
const RDAP_MS = 3500;
/** What a registry is asked for: labels of letters, digits and hyphens, nothing that could end a line or leave a path. */
const NAME = /^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/;

/** RDAP where the top-level domain has it; WHOIS where it has none, and as the second try. */
export function createRegistryLookup({ rdap, whois }: { rdap: Rdap; whois: Whois }): RegistryLookup {
  return {
    async find(registeredDomain, signal) {
      const name = registeredDomain.toLowerCase();
      if (!NAME.test(name)) return { outcome: 'failed', source: 'rdap', cause: 'the name cannot be asked for' };
      return withDeadline(BUDGET_MS, signal, async signal => {
        const first = await withDeadline(RDAP_MS, signal, signal => rdap(name, signal));
        if (first && (first.outcome !== 'failed' || signal.aborted)) return first;
        const second = await whois(name, signal);
        return first && second.outcome === 'failed' ? bothFailed(first, second) : second;
      });
    },
  };
}

function bothFailed(rdap: RegistryReply & { outcome: 'failed' }, whois: RegistryReply & { outcome: 'failed' }): RegistryReply {
  return { outcome: 'failed', source: 'rdap', cause: `RDAP: ${rdap.cause}; WHOIS: ${whois.cause}` };
}
