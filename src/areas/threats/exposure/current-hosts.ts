import { found } from '../../../checks/lookups.ts';
import type { ScanTarget } from '../../../core/outside/scan-target.ts';
import type { CheckSession } from '../../domains/check/index.ts';
import type { DomainRow } from '../../domains/inventory/index.ts';
import { challengeOfDomain, ownedBy } from '../../domains/ownership/index.ts';
import { someKnownNames } from '../../domains/subdomains/index.ts';
import type { ExposureServices } from './services.ts';
import { proveAddress, type AddressProof } from './targets/prove.ts';
import { resolveHosts, type Resolved } from './targets/resolve.ts';

const MAX_NAMES = 500;
/** A session has a budget of 156 questions; each name costs two. */
const NAMES_PER_SESSION = 60;
const SESSION_MS = 30_000;
const PROOF_MS = 20_000;

/** For whom and until when the outside is asked. */
export interface Asking {
  services: Pick<ExposureServices, 'open' | 'db' | 'clock' | 'randomBytes'>;
  accountId: string;
  signal: AbortSignal;
}

/** The names of the domain that are proven with it, and where they lead now. */
export async function currentHosts(asking: Asking, domain: DomainRow): Promise<{ names: string[]; resolved: Resolved }> {
  const names = await namesOf(asking, domain);
  const exchanges = await withSession(asking, async ({ clients: { dns } }) => found(await dns.lookup(domain.name, 'MX')).map(({ exchange }) => exchange));
  return { names, resolved: await resolveAll(asking, names, exchanges) };
}

/** Whether the machine at the target is the domain's own. */
export async function proveHost(asking: Asking, domain: DomainRow, target: ScanTarget, names: readonly string[]): Promise<AddressProof> {
  const challenge = await challengeOfDomain(asking.services.db, asking.services, domain.id);
  return withSession(asking, ({ clients: { dns } }, signal) => proveAddress({ target, dns, domain: domain.name, names, challenge, signal }), PROOF_MS);
}

/** The domain and the names below it that are proven with it. */
async function namesOf({ services: { db, clock }, accountId }: Asking, domain: DomainRow): Promise<string[]> {
  const known = [`www.${domain.name}`, ...await someKnownNames(db, domain.id, MAX_NAMES)];
  const names = [domain.name];
  for (const name of new Set(known)) if (!name.startsWith('*') && await ownedBy(db, accountId, name, clock.now()) !== null) names.push(name);
  return names;
}

async function resolveAll(asking: Asking, names: readonly string[], exchanges: readonly string[]): Promise<Resolved> {
  const all: Resolved[] = [];
  for (let from = 0; from < names.length; from += NAMES_PER_SESSION) {
    all.push(await withSession(asking, ({ clients: { dns } }) => resolveHosts(names.slice(from, from + NAMES_PER_SESSION), exchanges, dns)));
  }
  const hosts = Map.groupBy(all.flatMap(({ hosts }) => hosts), ({ address }) => address);
  return {
    failed: all.flatMap(({ failed }) => failed),
    hosts: [...hosts].map(([address, same]) => ({
      address, names: union(same, ({ names }) => names), mailServers: union(same, ({ mailServers }) => mailServers), via: union(same, ({ via }) => via),
    })).toSorted((a, b) => (a.address < b.address ? -1 : 1)),
  };
}

function union<T>(all: readonly T[], of: (one: T) => readonly string[]): string[] {
  return [...new Set(all.flatMap(of))];
}

async function withSession<T>(asking: Asking, work: (session: CheckSession, signal: AbortSignal) => Promise<T>, timeMs = SESSION_MS): Promise<T> {
  const signal = AbortSignal.any([asking.signal, AbortSignal.timeout(timeMs)]);
  const session = asking.services.open(signal, 'checkup');
  try {
    return await work(session, signal);
  } finally {
    session.close();
  }
}
