import type { SpfNode } from '../../../../checks/spf/tree.ts';
import type { Db } from '../../../../store/index.ts';
import { lastSeen } from '../../../domains/history/index.ts';
import { createSenderLookups, type SenderLookups } from '../senders/lookups.ts';
import { learntOf } from './learnt.ts';
import type { KeepMeans } from './shapes.ts';

/** What is known of these addresses without asking anybody; `domain_id` is the domain of the inventory whose SPF tree counts. */
export function lookupSenders(db: Db, { clock, networkOf }: Pick<KeepMeans, 'clock' | 'networkOf'>, { no, name, domain_id }: { no: number; name: string; domain_id: string | null }, ips: readonly string[]): Promise<SenderLookups> {
  return createSenderLookups({ clock, networkOf, spfTreeOf: () => spfTreeOf(db, domain_id), learntOf: () => learntOf(db, no, clock.now()) })(db, name, ips);
}

/** The SPF tree of the last scan of the domain: null where it has no record, undefined where there has been no scan. */
export async function spfTreeOf(db: Db, domainId: string | null): Promise<SpfNode | null | undefined> {
  if (domainId === null) return undefined;
  const spf = await lastSeen(db, domainId, 'spf');
  return spf === undefined ? undefined : (spf as { tree: SpfNode | null }).tree;
}
