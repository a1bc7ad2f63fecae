import { sha256Of } from '../../../../core/outside/blobs.ts';
import type { SpoolServices } from './services.ts';
import { MAX_MESSAGE_BYTES, type Arrival } from './message.ts';
import { parseJobOf } from './parse-kind.ts';
import { proveJobOf } from './prove-job.ts';
import { poolOf, quotasOf } from './quota.ts';
import { addMessage, claimContent, type Added } from './store.ts';

/** The same content is being swept away at this very moment; a second later it can be taken in anew. */
export class BeingSwept extends Error {
  override message = 'The same content is just being removed.';
}

/**
 * Takes a message in: when it resolves, the bytes and the row that names them survive a crash, and a worker will parse it. The same
 * bytes again are one message that came twice; it is parsed again where its sender is proven now. Throws where nothing was kept: `OverQuota`, `BeingSwept`, or a fault.
 */
export async function takeIn({ store, spool, queue, counters, plans, newId, clock }: SpoolServices, accountId: string, arrival: Arrival): Promise<Added> {
  const { bytes } = arrival;
  if (bytes.length > MAX_MESSAGE_BYTES) throw new RangeError('The message is larger than is taken.');
  const [sha256, { blob, wrapped }] = [sha256Of(bytes), spool.wrap(bytes)];
  // Named before it is put down, so that nothing lies in the blobs that the sweep does not know.
  await store.transaction(async tx => {
    if (!await claimContent(tx, sha256, blob, clock.now())) throw new BeingSwept();
    await (await quotasOf({ db: tx, counters, plans }, accountId)).spend(tx, poolOf(arrival.way, arrival.sender), bytes.length, clock.now());
  });
  await spool.put(wrapped);
  return store.transaction(async tx => {
    const added = await addMessage(tx, { id: newId('dmm'), accountId, sha256, arrival, now: clock.now() });
    const proving = added.isToParse && arrival.sender.authenticated === 'unknown' ? proveJobOf(added.id, 0, clock.now()) : null;
    if (added.isToParse) await queue.add(tx, accountId, [parseJobOf(added.id), ...(proving ? [proving] : [])]);
    return added;
  });
}
