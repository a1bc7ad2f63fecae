import type { Clock } from '../../../../core/clock.ts';
import type { Db, Queue } from '../../../../store/index.ts';
import { release } from '../store/domain-row.ts';
import { provenMessages } from '../store/held.ts';
import { parseJobOf } from './parse-kind.ts';
import { receiveAgain } from './store.ts';

/** Shows the domains of the account that were proven, and has the messages read that waited for it. */
export async function releaseHeld(tx: Db, { clock, queue }: { clock: Clock; queue: Pick<Queue, 'add'> }, accountId: string): Promise<void> {
  await release(tx, accountId, clock.now());
  const messages = await provenMessages(tx, accountId, clock.now());
  for (const id of messages) await receiveAgain(tx, accountId, id);
  await queue.add(tx, accountId, messages.map(parseJobOf));
}
