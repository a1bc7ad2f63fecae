import type { SpfNode } from '../../../../checks/spf/tree.ts';
import type { Db } from '../../../../store/index.ts';
import { createSenderLookups, type SenderLookups } from '../senders/lookups.ts';
import { learntOf } from './learnt.ts';
import type { KeepMeans } from './shapes.ts';

/** What is known of these addresses without asking anybody; `domain_id` is the domain of the inventory whose SPF tree counts. */
export function lookUpSenders(db: Db, { clock, networkOf }: Pick<KeepMeans, 'clock' | 'networkOf'>, { no, name, domain_id }: { no: number; name: string; domain_id: string | null }, ips: readonly string[]): Promise<SenderLookups> {
  return createSenderLookups({ clock, networkOf, spfTreeOf: () => spfTreeOf(db, domain_id), learntOf: () => learntOf(db, no, clock.now()) })(db, name, ips);
}

/** The SPF tree of the last look at the domain: null where it has no record, undefined where nobody has looked. */
export async function spfTreeOf(db: Db, domainId: string | null): Promise<SpfNode | null | undefined> {
  if (domainId === null) return undefined;
  const last = await db.selectFrom('snapshot')
    .innerJoin('snapshot_set', join => join.onRef('snapshot_set.domain_id', '=', 'snapshot.domain_id').onRef('snapshot_set.hash', '=', 'snapshot.set_hash'))
    .select('parts').where('snapshot.domain_id', '=', domainId).orderBy('at', 'desc').limit(1).executeTakeFirst();
  const hash = last && (JSON.parse(last.parts) as { records: { spf?: string } }).records.spf;
  if (hash === undefined) return undefined;
  const part = await db.selectFrom('snapshot_part').select('body').where('domain_id', '=', domainId).where('hash', '=', hash).executeTakeFirst();
  return part && (JSON.parse(part.body) as { tree: SpfNode | null }).tree;
}
