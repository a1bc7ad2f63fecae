import { isDnsFault, type DnsAccount, type DnsZone } from '../../../core/outside/dns-providers.ts';
import type { DomainRow } from '../inventory/index.ts';
import { challengeName, challengeOf } from './proof.ts';
import { withParents } from './store.ts';

/**
 * What became of the record of a domain. `covered`: a domain above it in the same zone gets one, which proves it too; `notServed`: there is a zone, which is not on the
 * Internet; `noZone`: the credentials reach no zone that holds it; `failed`: the provider did not take it, or did not answer.
 */
export const publishOutcomes = ['published', 'alreadyThere', 'covered', 'notServed', 'noZone', 'failed'] as const;

/** What became of one domain. */
export interface PublishRow {
  domainId: string;
  domain: string;
  outcome: (typeof publishOutcomes)[number];
  zone: string | null;
  cause: string | null;
}

type WantedDomain = Pick<DomainRow, 'id' | 'name'>;

interface Means {
  /** The token of the domain; null where it is gone. */
  tokenOf(domain: WantedDomain): Promise<string | null>;
  /** Whether the time is up. */
  isOver(): boolean;
  pause(ms: number): Promise<void>;
}

/** A provider is asked about so many domains in one call. */
const MAX_ASKED = 50;
const TRIES = 4;
const PAUSE_MS = 1000;
const MAX_PAUSE_MS = 5000;

/** The zones of the longest name that hold `name`, of those that are on the Internet where there are any: a zone that nobody serves takes nothing from the one above it. */
export function zonesHolding(name: string, zones: ReadonlyMap<string, readonly DnsZone[]>): readonly DnsZone[] {
  const above = name.split('.').map((_, at, labels) => zones.get(labels.slice(at).join('.')) ?? []);
  const served = above.map(here => here.filter(({ unserved }) => unserved === null));
  return [...served, ...above].find(here => here.length > 0) ?? [];
}

/** Publishes the records of `domains`, in their order; `stopped` says why it ended before the last one, unless that was by its own limits and the next call goes on. */
export async function publishProofs(account: DnsAccount, zones: readonly DnsZone[], domains: readonly WantedDomain[], means: Means): Promise<{ rows: PublishRow[]; stopped: string | null }> {
  const byName = Map.groupBy(zones, ({ name }) => name);
  const holding = new Map(domains.map(({ name }) => [name, zonesHolding(challengeName(name), byName)]));
  const rows: PublishRow[] = [];
  let asked = 0;
  for (const domain of domains) {
    const { id: domainId, name } = domain;
    const [zone, ...others] = holding.get(name)!;
    const add = (outcome: PublishRow['outcome'], cause: string | null = null): void => void rows.push({ domainId, domain: name, outcome, zone: zone?.name ?? null, cause });
    if (!zone) add('noZone');
    else if (zone.unserved !== null) add('notServed', zone.unserved);
    else if (withParents(name).slice(1).some(parent => holding.get(parent)?.[0] === zone)) add('covered');
    else if (others.length > 0) add('failed', `There are ${others.length + 1} zones of this name. Publish the record in the one that the domain is delegated to.`);
    else if (asked === MAX_ASKED || means.isOver()) return { rows, stopped: rows.length > 0 ? null : 'The provider answers too slowly. Try again later.' };
    else {
      asked++;
      const token = await means.tokenOf(domain);
      const result = token === null ? null : await patiently(() => account.addTxt(zone, challengeName(name), challengeOf(token)), means);
      if (result === null) continue;
      if (!isDnsFault(result)) add(result);
      else if (result.fault === 'limited' || result.fault === 'credentials') return { rows, stopped: result.cause };
      else add('failed', result.cause);
    }
  }
  return { rows, stopped: null };
}

/** Tries again a little later where the provider wants fewer requests, as long as it wants no long pause. */
async function patiently(add: () => ReturnType<DnsAccount['addTxt']>, { isOver, pause }: Means): ReturnType<DnsAccount['addTxt']> {
  for (let tries = 1; ; tries++) {
    const result = await add();
    const pauseMs = isDnsFault(result) && result.fault === 'limited' ? result.retryAfterMs ?? PAUSE_MS * tries : null;
    if (pauseMs === null || pauseMs > MAX_PAUSE_MS || tries === TRIES || isOver()) return result;
    await pause(pauseMs);
  }
}
