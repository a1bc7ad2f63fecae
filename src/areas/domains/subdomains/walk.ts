import { isWithin } from '../../../core/domain-name.ts';
import type { Authority, Dns, ProbeReply } from '../../../core/lookup.ts';

/** What a walk through a zone came to; `cause` says why it ended early. */
export interface Walk {
  outcome: 'whole' | 'part' | 'impossible';
  names: string[];
  cause: string | null;
}

const MAX_STEPS = 1000;
const TRIES = 2;

/**
 * Follows the NSEC records of a signed zone from `domain` through all names below it (RFC 4034 §4.1.1). Impossible where the zone
 * proves absence otherwise, by NSEC3 or by records made up for each question (RFC 9824).
 */
export async function walkZone(domain: string, server: Authority, dns: Pick<Dns, 'probe'>, signal: AbortSignal): Promise<Walk> {
  const names: string[] = [];
  const seen = new Set<string>();
  for (let at = domain; seen.size < MAX_STEPS;) {
    seen.add(at);
    const next = await nextAfter(at, server, dns);
    if (signal.aborted) return { outcome: 'part', names, cause: 'the time was up' };
    if ('cause' in next) return { outcome: names.length === 0 ? 'impossible' : 'part', names, cause: next.cause };
    if (next.name.includes('\\')) return { outcome: 'impossible', names: [], cause: 'the zone makes up its proofs for each question' };
    // The last name leads back to the first, or on to names outside the domain.
    if (next.name === domain || !isWithin(next.name, domain)) return { outcome: 'whole', names, cause: null };
    if (seen.has(next.name)) return { outcome: 'part', names, cause: 'the zone leads in a circle' };
    names.push(next.name);
    at = next.name;
  }
  return { outcome: 'part', names, cause: `it stopped after ${MAX_STEPS} names` };
}

/** Asks for the NSEC of a name; of one that is delegated, for a name right behind it, which its proof leads to as well. */
async function nextAfter(name: string, server: Authority, dns: Pick<Dns, 'probe'>): Promise<{ name: string } | { cause: string }> {
  const direct = await dns.probe(server, { name, type: 'NSEC', edns: { dnssecOk: true }, tries: TRIES });
  const own = nsecOf(direct, name);
  if (own !== null) return { name: own };
  const behind = await dns.probe(server, { name: name.replace(/^[^.]*/, label => `${label}\\000`), type: 'A', edns: { dnssecOk: true }, tries: TRIES });
  const covering = nsecOf(behind, name);
  if (covering !== null) return { name: covering };
  return { cause: behind.outcome === 'failed' ? behind.cause : 'the zone shows no NSEC record that leads on' };
}

/** The next name after `owner`, as the reply shows it; null where it does not. */
function nsecOf(reply: ProbeReply, owner: string): string | null {
  if (reply.outcome === 'failed') return null;
  const record = [...reply.answers, ...reply.authorities].find(({ type, name }) => type === 'NSEC' && name === owner);
  return record?.data.split(' ')[0] ?? null;
}
