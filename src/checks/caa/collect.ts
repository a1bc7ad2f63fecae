import type { Lookup, RecordData } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';

export type CaaRecord = RecordData['CAA'];

/** What each name on the way up holds, the domain itself first and the top-level domain last. */
export interface CaaFacts {
  domain: string;
  levels: readonly { name: string; lookup: Lookup<readonly CaaRecord[]> }[];
}

const MAX_LEVELS = 10;

/** Asks the domain and every name above it at once (RFC 8659 §3); of very deep names only the nearest levels. */
export async function collectCaa({ domain, dns }: CollectContext): Promise<CaaFacts> {
  const labels = domain.split('.');
  const names = labels.map((_, at) => labels.slice(at).join('.'));
  const levels = names.slice(0, MAX_LEVELS).map(async name => ({ name, lookup: await dns.lookup(name, 'CAA') }));
  const tooHigh = names.slice(MAX_LEVELS, MAX_LEVELS + 1).map(name => ({ name, lookup: notAsked }));
  return { domain, levels: [...await Promise.all(levels), ...tooHigh] };
}

const notAsked: Lookup<never> = { outcome: 'failed', kind: 'budget', cause: `not asked, more than ${MAX_LEVELS} levels up` };
