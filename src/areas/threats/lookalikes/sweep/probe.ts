import type { Db } from '../../../../store/index.ts';
import { lockDomain } from '../../../domains/inventory/index.ts';
import type { LookalikesServices } from '../services.ts';
import type { LookalikeRow } from '../shapes.ts';
import type { WatchedBrand } from '../store/brand.ts';
import { keep, type Learnt, type Reservation } from '../store/keep.ts';
import { similaritiesOf } from '../store/similarity.ts';
import { resolveNames } from './dns.ts';
import { askRegistry, wantsRegistry } from './registry.ts';
import { probeSite } from './website.ts';

const AT_ONCE = 8;
const PROBE_MS = 20_000;

type SweepContext = Pick<LookalikesServices, 'bulkLookup' | 'wildcards' | 'open' | 'clock'> & { signal: AbortSignal };

/** Checks candidates: all in DNS, then at the websites of those that have an address, and asks the registry about those that it has not answered for. */
export async function probeCandidates(rows: readonly LookalikeRow[], brand: WatchedBrand, context: SweepContext): Promise<Learnt[]> {
  const names = rows.map(({ name }) => name);
  const found = await resolveNames(names, context);
  const learnt = names.map((name, at): Learnt => ({ name, ...found[at]! }));
  const waiting = rows.map((row, at) => [row, learnt[at]!] as const).filter(([, { seen }]) => (seen!.registered?.length ?? 0) > 0);
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) Object.assign(next[1], await probeFurther(...next, brand, context));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  context.signal.throwIfAborted();
  return learnt;
}

/** Keeps what probes came to, with what the evidence says by now: somebody may have taken some meanwhile. */
export async function keepProbed(tx: Db, reservation: Reservation, brand: WatchedBrand, learnt: readonly Learnt[], at: number): Promise<void> {
  if (!await lockDomain(tx, brand.domainId)) return;
  const similarities = await similaritiesOf(tx, brand.domainId, learnt.map(({ name }) => name));
  await keep(tx, reservation, brand, learnt.map(one => (similarities.has(one.name) ? { ...one, similarity: similarities.get(one.name)! } : one)), at);
}

async function probeFurther(row: LookalikeRow, { seen, details }: Learnt, brand: WatchedBrand, { open, clock, signal }: SweepContext): Promise<Partial<Learnt>> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]);
  const session = open(ending, 'check');
  try {
    const { web, registry } = session.clients;
    const [site, notified] = await Promise.all([
      seen!.addresses?.length ? probeSite(row.name, seen!.nameservers ?? [], web, brand, ending, clock.now()) : null,
      wantsRegistry(row, clock.now()) ? askRegistry(row.name, registry, ending, clock.now()) : null,
    ]);
    return { seen: { ...seen, ...site?.seen }, details: { ...details, ...site?.details }, ...(notified ? { registry: notified } : {}) };
  } finally {
    session.close();
  }
}
