import type { Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';

const MAIL_EVERY_MS = 30 * 86_400_000;
/** Longer than the mail server may take; whoever dies while it sends holds the network no longer. */
const CLAIM_MS = 10 * 60_000;

/**
 * Claims the contact of a network for one e-mail; gives from when on it may be asked (epoch milliseconds) where somebody is writing to it or has within 30 days.
 * One statement, so that of several who ask at once one does.
 */
export async function claimNetwork(tx: Db, network: string, now: number): Promise<number | null> {
  const { numInsertedOrUpdatedRows } = await tables(tx).insertInto('ip_network_mail').values({ network, sent_at: claimedAt(now) })
    .onConflict(conflict => conflict.column('network').doUpdateSet({ sent_at: claimedAt(now) }).where('ip_network_mail.sent_at', '<=', now - MAIL_EVERY_MS)).executeTakeFirst();
  if (Number(numInsertedOrUpdatedRows ?? 0) > 0) return null;
  const { sent_at } = await tables(tx).selectFrom('ip_network_mail').select('sent_at').where('network', '=', network).executeTakeFirstOrThrow();
  return sent_at + MAIL_EVERY_MS;
}

/** The mail server took the e-mail: nobody else writes to the network for 30 days. */
export async function keepNetwork(tx: Db, network: string, sentAt: number): Promise<void> {
  await tables(tx).insertInto('ip_network_mail').values({ network, sent_at: sentAt }).onConflict(conflict => conflict.column('network').doUpdateSet({ sent_at: sentAt })).execute();
}

/** Gives the claim of `claimedAtMs` up, unless somebody else has claimed the network since. */
export async function freeNetwork(tx: Db, network: string, claimedAtMs: number): Promise<void> {
  await tables(tx).deleteFrom('ip_network_mail').where('network', '=', network).where('sent_at', '=', claimedAt(claimedAtMs)).execute();
}

/** A claim is as an e-mail of which the 30 days end soon. */
function claimedAt(now: number): number {
  return now - MAIL_EVERY_MS + CLAIM_MS;
}
