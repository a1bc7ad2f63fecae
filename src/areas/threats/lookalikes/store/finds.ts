import type { Reservation } from './keep.ts';
import { namesFound, type Found } from '../streams/shapes.ts';
import type { Db } from '../../../../store/index.ts';
import { nothing, type Pending } from '../state/observe.ts';
import { bitsOf, sources } from '../state/words.ts';
import type { Details } from '../details.ts';
import { loadBrand } from './brand.ts';
import { candidatesNamed } from './candidates.ts';
import { CONFIRM_MS } from './keep.ts';
import { probeSoon } from './probe-soon.ts';
import { newCandidate } from './new-candidate.ts';
import { scored } from './scored.ts';
import { createCandidatePool } from './candidate-pool.ts';
import { tables } from '../tables.ts';
import { lockDomain } from '../../../domains/inventory/index.ts';

const DAY_MS = 86_400_000;
/** Certificates are renewed every few weeks; after so long without one, a new one is news. */
const CERTIFICATE_NEWS_MS = 180 * DAY_MS;
/** Names below suffixes that cost nothing can be made by the thousand. */
const MOST_WAITING = 2000;

/** Keeps what the streams have found as candidates, and has these checked; of those that nobody has judged `mostWaiting` for a domain. What a list of new names says counts as one probe that saw them registered. */
export async function keepFound(tx: Db, { newId, queue }: Reservation, found: readonly Found[], mostWaiting = MOST_WAITING): Promise<void> {
  for (const [domainId, ofDomain] of [...Map.groupBy(found, ({ brandId }) => brandId)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const brand = await lockDomain(tx, domainId) ? await loadBrand(tx, domainId) : null;
    if (!brand) continue;
    const byName = Map.groupBy(ofDomain.filter(({ name, accountId }) => accountId === brand.accountId && !brand.isOwn(name)), ({ name }) => name);
    const known = await candidatesNamed(tx, domainId, [...byName.keys()]);
    const pool = createCandidatePool(tx, domainId, mostWaiting);
    for (const [name, finds] of byName) {
      const bits = bitsOf(sources.filter(source => finds.some(find => find.source === source)));
      const [{ why, at }] = finds as [typeof finds[0]];
      const before = known.get(name) ?? newCandidate(newId, brand, { name, kind: why, sources: 0 }, at);
      const isNew = !known.has(name) && finds.some(({ source }) => source !== 'ct');
      const pending: Pending = { registered: { value: ['registered'], at } };
      const certifiedAt = finds.findLast(({ source }) => source === 'ct')?.at ?? null;
      const isNews = certifiedAt !== null && certifiedAt - (before.certified_at ?? 0) > CERTIFICATE_NEWS_MS;
      const after = scored({
        ...before, sources: before.sources | bits, certified_at: certifiedAt ?? before.certified_at,
        ...(isNew ? { facts: JSON.stringify(nothing), pending: JSON.stringify(pending) } : {}),
        ...(isNews || !known.has(name) ? { probe_at: Math.min(before.probe_at ?? Infinity, at + CONFIRM_MS) } : {}),
        ...(isNews ? { details: JSON.stringify({ ...JSON.parse(before.details) as Details, certificate: true }) } : {}),
      }, brand, at);
      const { id, ...row } = after;
      if (known.has(name)) await tables(tx).updateTable('lookalike').set({ ...row, version: row.version + 1 }).where('id', '=', id).execute();
      else await pool.add(after);
    }
    await pool.tellLeftOut();
    if (byName.size > 0) await probeSoon(tx, queue, brand, ofDomain[0]!.at);
  }
}

export const takeFound = namesFound.heardBy<Reservation>((tx, services, found) => keepFound(tx, services, found));
