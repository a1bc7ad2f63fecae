import { delegatedNames, type NameserversFacts } from './collect.ts';

/** The nameservers, each once, by name: those of the zone, or where it tells none those that the parent zone names. */
export function nameserversOf({ lookup, delegation }: NameserversFacts): string[] {
  return lookup.outcome === 'found' ? [...new Set(lookup.value)].toSorted() : delegatedNames(delegation);
}
