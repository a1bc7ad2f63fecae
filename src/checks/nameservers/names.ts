import { delegatedNames, type NameserversFacts } from './collect.ts';

/** The nameservers, each once, by name: those of the zone, or where it tells none those that the zone above names. */
export function nameserversOf({ look, delegation }: NameserversFacts): string[] {
  return look.outcome === 'found' ? [...new Set(look.value)].toSorted() : delegatedNames(delegation);
}
