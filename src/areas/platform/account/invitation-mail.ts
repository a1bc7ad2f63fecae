import { z } from 'zod';
import type { Email, Mailer } from '../../../core/outside/mail.ts';
import type { Store } from '../../../store/index.ts';
import { tables } from './tables.ts';

/** As those of notifications: `delivered` only when the mail server took it. */
const states = ['waiting', 'delivered', 'failed', 'notConfigured'] as const;
type State = (typeof states)[number];

export const InvitationDelivery = z.enum(states).nullable()
  .describe('What became of the e-mail: `delivered` once the mail server took it; `failed`: invite again; `notConfigured`: this service has no mail server; null where none was meant to be sent, or nothing was recorded');

/** How an invitation begins. */
export function firstDelivery({ configured }: Pick<Mailer, 'configured'>): State {
  return configured ? 'waiting' : 'notConfigured';
}

/** Sends the e-mail of an invitation after the reply and notes what became of it. Throws what the mail server said, for the operator. */
export async function sendInvitation({ mailer, store }: { mailer: Mailer; store: Store }, table: 'invitation' | 'sign_up_invitation', id: string, mail: Email): Promise<void> {
  const note = (delivery: State) => tables(store.db).updateTable(table).set({ delivery }).where('id', '=', id).execute();
  let status: number | null;
  try {
    status = await mailer.send(mail);
  } catch (error) {
    await note('failed');
    throw error;
  }
  await note(status === null ? 'notConfigured' : 'delivered');
}
