import { isDnsFault, type DnsAccount, type DnsFault, type DnsZone } from '../../../core/outside/dns-providers.ts';
import type { DomainRow } from '../inventory/index.ts';
import { challengeName, challengeOf } from './proof.ts';
import { withParents } from './store.ts';

/**
 * What became of the record of a domain. `covered`: a domain above it in the same zone has one, which proves it too; `notServed`: there is a zone, which is not on the
 * Internet; `noZone`: the credentials reach no zone that holds it; `unknown`: the answer was lost, it may be there; `failed`: the provider did not take it, or could not be asked.
 */
export const publishOutcomes = ['published', 'alreadyThere', 'covered', 'notServed', 'noZone', 'unknown', 'failed'] as const;

/** What became of one domain. */
export interface PublishRow {
  domainId: string;
  domain: string;
  outcome: (typeof publishOutcomes)[number];
  zone: string | null;
  cause: string | null;
}

export type WantedDomain = Pick<DomainRow, 'id' | 'name'>;

/** What one call came to: `last` is the name up to which all is done; `stopped` says why it ended early, unless that was by its own limits and the next call goes on. */
export interface Publishing {
  rows: PublishRow[];
  last: string | null;
  stopped: string | null;
}

/** How long a provider that wants fewer requests is waited for. */
interface Patience {
  /** Whether the time is up. */
  isOver(): boolean;
  pause(ms: number): Promise<void>;
}

interface Means extends Patience {
  /** The token of the domain; null where it is gone. */
  tokenOf(domain: WantedDomain): Promise<string | null>;
}

/** A provider is asked about so many domains in one call. */
const MAX_ASKED = 50;
const MAX_ROWS = 500;
const TRIES = 4;
const PAUSE_MS = 1000;
const MAX_PAUSE_MS = 5000;

/** The zones of the longest name that hold `name`, of those that are on the Internet where there are any: a zone that nobody serves takes nothing from the one above it. */
export function zonesHolding(name: string, zones: ReadonlyMap<string, readonly DnsZone[]>): readonly DnsZone[] {
  const above = name.split('.').map((_, at, labels) => zones.get(labels.slice(at).join('.')) ?? []);
  const served = above.map(here => here.filter(({ unserved }) => unserved === null));
  return [...served, ...above].find(here => here.length > 0) ?? [];
}

/** Those after the domain called `after`, each before all that are below it. */
export function parentsFirst<Domain extends WantedDomain>(domains: readonly Domain[], after: string | null): Domain[] {
  const start = after === null ? '' : positionOf(after);
  return domains.map(domain => ({ domain, position: positionOf(domain.name) })).filter(({ position }) => position > start).toSorted((a, b) => (a.position < b.position ? -1 : 1)).map(({ domain }) => domain);
}

/** No character of a name sorts before the one between its labels. */
function positionOf(name: string): string {
  return name.split('.').toReversed().join(' ');
}

/** Publishes the records of those of `missing` that come after `after`, parents first. One that is covered needs no record of its own, whichever call its parent was settled in. */
export async function publishProofs(account: DnsAccount, zones: readonly DnsZone[], missing: readonly WantedDomain[], after: string | null, means: Means): Promise<Publishing> {
  const byName = Map.groupBy(zones, ({ name }) => name);
  const wanted = new Map(missing.map(domain => [domain.name, { domain, holding: zonesHolding(challengeName(domain.name), byName) }]));
  const settled = new Map<string, PublishRow | null>();
  const rows = new Set<PublishRow>();
  let [asked, last] = [0, null as string | null];

  for (const { name } of parentsFirst(missing, after)) {
    if (rows.size >= MAX_ROWS) break;
    const row = await settle(name);
    if (row && 'stopped' in row) return { rows: [...rows], last, ...row };
    if (row) rows.add(row);
    last = name;
  }
  return { rows: [...rows], last, stopped: null };

  /** The row of a domain; null where it is gone. A domain of an earlier call is asked about again when one below it depends on it. */
  async function settle(name: string): Promise<PublishRow | { stopped: string | null } | null> {
    const known = settled.get(name);
    if (known !== undefined) return known;
    const { domain, holding: [zone, ...others] } = wanted.get(name)!;
    const add = (outcome: PublishRow['outcome'], cause: string | null = null): PublishRow => {
      const row = { domainId: domain.id, domain: name, outcome, zone: zone?.name ?? null, cause };
      settled.set(name, row);
      return row;
    };
    if (!zone) return add('noZone');
    if (zone.unserved !== null) return add('notServed', zone.unserved);
    const parent = withParents(name).slice(1).find(one => wanted.get(one)?.holding[0] === zone);
    const above = parent === undefined ? null : await settle(parent);
    if (above && 'stopped' in above) return above;
    if (above && covers.has(above.outcome)) return add('covered');
    if (others.length > 0) return add('failed', `There are ${others.length + 1} zones of this name. Publish the record in the one that the domain is delegated to.`);
    if (asked === MAX_ASKED || means.isOver()) return { stopped: last === null ? 'The provider answers too slowly. Try again later.' : null };
    asked++;
    const token = await means.tokenOf(domain);
    const result = token === null ? null : await addedTo(account, zone, [challengeName(name), challengeOf(token)], means);
    if (result === null) {
      settled.set(name, null);
      return null;
    }
    if (isDnsFault(result)) return result.mayBeDone ? add('unknown', result.cause) : result.fault === 'limited' || result.fault === 'credentials' ? { stopped: result.cause } : add('failed', result.cause);
    const row = add(result);
    // Also that of a domain of an earlier call: what was published is said.
    if (result === 'published') rows.add(row);
    return row;
  }
}

/** Where the answer of a write was lost, the provider is asked once more what is there. */
async function addedTo(account: DnsAccount, zone: DnsZone, [name, value]: readonly [string, string], means: Means): ReturnType<DnsAccount['addTxt']> {
  const add = () => patiently(() => account.addTxt(zone, name, value), means);
  const first = await add();
  if (!isDnsFault(first) || !first.mayBeDone) return first;
  return isDnsFault(await add()) ? first : 'published';
}

const covers: ReadonlySet<PublishRow['outcome']> = new Set(['published', 'alreadyThere', 'covered']);

/** Tries again a little later where the provider wants fewer requests, as long as it wants no long pause. */
export async function patiently<T>(ask: () => Promise<T | DnsFault>, { isOver, pause }: Patience): Promise<T | DnsFault> {
  for (let tries = 1; ; tries++) {
    const result = await ask();
    const pauseMs = isDnsFault(result) && result.fault === 'limited' ? result.retryAfterMs ?? PAUSE_MS * tries : null;
    if (pauseMs === null || pauseMs > MAX_PAUSE_MS || tries === TRIES || isOver()) return result;
    await pause(pauseMs);
  }
}
