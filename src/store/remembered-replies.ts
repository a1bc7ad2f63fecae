import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { canonicalJson, type Json } from '../core/canonical-json.ts';
import type { Clock } from '../core/clock.ts';
import type { AnyOperation } from '../core/operation.ts';
import type { Reservation, RememberedReply } from '../core/pipeline.ts';
import { Problem } from '../core/problem.ts';
import { REMEMBERED_MS, storeTables, type StoreTables } from './store-tables.ts';
import type { Store } from './store.ts';
import type { Db } from './db.ts';

/** A call that has run longer without a reply is taken for dead. */
const TAKEOVER_MS = 30_000;
const MAX_WAIT_MS = 60_000;
const FIRST_POLL_MS = 50;
const SLOWEST_POLL_MS = 1000;

/** The replies of calls that named a request key. */
export interface RememberedReplies {
  /**
   * Reserves the reply for this call, or gives the one remembered; `mismatch` when the key was used for another
   * request. Waits while another call with the same key runs; throws `Problem` when that takes longer than a minute.
   */
  keep(owner: string, requestKey: string, operation: Pick<AnyOperation, 'id'>, input: unknown, now: number): Promise<Reservation | RememberedReply | 'mismatch'>;
  /** Fills the reservation, committed with `tx`; throws `Problem` when another call has taken it over meanwhile. */
  remember(tx: Db, reservation: Reservation, reply: RememberedReply): Promise<void>;
  /** Releases the reservation for another try. */
  giveUp(reservation: Reservation): Promise<void>;
}

type ReservationRow = Pick<Selectable<StoreTables['remembered_reply']>, 'owner' | 'request_key' | 'fingerprint' | 'token'>;

/** The remembered replies of `store`; `newToken` gives a text that no other call gets. */
export function createRememberedReplies(store: Store, clock: Clock, newToken: () => string, sleep: (ms: number) => Promise<unknown> = wait): RememberedReplies {
  const { db } = store;
  return {
    async keep(owner, requestKey, operation, input, now) {
      const fingerprint = fingerprintOf(operation.id, input);
      const row = { owner, request_key: requestKey, fingerprint, token: newToken() };
      for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 2, SLOWEST_POLL_MS)) {
        const kept = await tryKeep(db, row, clock.now());
        if (kept !== 'running') return kept;
        if (clock.now() - now >= MAX_WAIT_MS) {
          throw new Problem('overloaded', 'Another request with this request_key is still running. Try again later for its reply.', {}, 10);
        }
        await sleep(pollMs);
      }
    },
    async remember(tx, reservation, reply) {
      const { numUpdatedRows } = await storeTables(tx).updateTable('remembered_reply').set({ reply: JSON.stringify(reply) })
        .where('owner', '=', reservation.owner).where('request_key', '=', reservation.requestKey).where('token', '=', reservation.token)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) {
        throw new Problem('overloaded', 'This took so long that another request with the same request_key went on in its place. Try again for its reply.', {}, 1);
      }
    },
    async giveUp(reservation) {
      await storeTables(db).deleteFrom('remembered_reply')
        .where('owner', '=', reservation.owner).where('request_key', '=', reservation.requestKey).where('token', '=', reservation.token).where('reply', 'is', null)
        .execute();
    },
  };
}

/** One try at the reservation: taken for this call, filled, of another request, or `running` in another call. */
async function tryKeep(db: Db, row: ReservationRow, now: number): Promise<Reservation | RememberedReply | 'mismatch' | 'running'> {
  const reservation = { owner: row.owner, requestKey: row.request_key, token: row.token };
  const started = { ...row, started_at: now, reply: null };
  const inserted = await storeTables(db).insertInto('remembered_reply').values(started)
    .onConflict(conflict => conflict.columns(['owner', 'request_key']).doNothing()).returning('token').executeTakeFirst();
  if (inserted) return reservation;

  const found = await storeTables(db).selectFrom('remembered_reply').selectAll().where('owner', '=', row.owner).where('request_key', '=', row.request_key).executeTakeFirst();
  if (!found) return 'running';
  const forgotten = found.started_at <= now - REMEMBERED_MS;
  if (!forgotten && found.fingerprint !== row.fingerprint) return 'mismatch';
  if (!forgotten && found.reply !== null) return JSON.parse(found.reply) as RememberedReply;
  if (found.started_at > now - TAKEOVER_MS) return 'running';
  const { numUpdatedRows } = await storeTables(db).updateTable('remembered_reply').set(started)
    .where('owner', '=', row.owner).where('request_key', '=', row.request_key).where('token', '=', found.token)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? reservation : 'running';
}

function fingerprintOf(operationId: string, input: unknown): string {
  const asJson = JSON.parse(JSON.stringify(input)) as Json;
  return createHash('sha256').update(`${operationId}\n${canonicalJson(asJson)}`).digest('hex');
}
