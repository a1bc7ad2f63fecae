import { eventMeasures, facetsOf, scanMeasures, setFacets } from '../src/areas/domains/inventory/index.ts';
import type { Facets, Fed } from '../src/areas/measure.ts';
import type { Db } from '../src/store/index.ts';

/** The measures of domains that the inventory knows, in one. */
export const knownMeasures = { ...scanMeasures.of, ...eventMeasures.of };
type Known = typeof knownMeasures;

/** Gives a domain these facets, as if an area had fed them. */
export async function feed(db: Db, domainId: string, fed: Fed<Known>, now = 0): Promise<void> {
  await setFacets(db, { area: 'test', of: knownMeasures }, domainId, fed, now);
}

/** What the domain has. */
export async function fedOf(db: Db, domainId: string): Promise<Facets<Known>> {
  return (await facetsOf(db, knownMeasures, [domainId]))(domainId);
}
