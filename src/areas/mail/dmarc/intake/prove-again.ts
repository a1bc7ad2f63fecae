import type { JobHandler } from '../../../job.ts';
import { accessOf, findMailbox } from '../mailboxes/store.ts';
import type { MailboxesServices } from '../mailboxes/services.ts';
import { isProven, type MessageRow } from '../spool/message.ts';
import { parseJobOf } from '../spool/parse-kind.ts';
import { proveJob, proveJobOf } from '../spool/prove-job.ts';
import { blobOf, findMessage, noteSender, receiveAgain } from '../spool/store.ts';
import { noteUnproven } from '../store/recheck.ts';
import { proveSender } from './authentication.ts';

/** Proves the sender of a message by its bytes, and has it parsed again where that is done; tries once more later where the DNS did not answer. */
export const proveAgain: JobHandler<MailboxesServices> = proveJob.handledBy<MailboxesServices>(async ({ accountId, payload, services }) => {
  const { db, spool, queue, clock } = services;
  const row = await findMessage(db, accountId, payload.message);
  if (row?.authenticated !== 'unknown') return;
  const blob = await blobOf(db, row.sha256);
  const bytes = blob === null ? null : await spool.get(blob);
  if (bytes === null) return;
  const sender = await proveSender({ bytes, envelope: null, authservId: await authservIdOf(services, row) }, services);
  return {
    change: async tx => {
      const again = sender.authenticated === 'unknown' ? proveJobOf(row.id, payload.tries, clock.now()) : null;
      if (again) await queue.add(tx, accountId, [again]);
      if (sender.authenticated === 'unknown') return;
      await noteSender(tx, row.id, sender);
      if (!isProven(sender.authenticated)) return noteUnproven(tx, accountId, row.id);
      await receiveAgain(tx, accountId, row.id);
      await queue.add(tx, accountId, [parseJobOf(row.id)]);
    },
  };
});

/** Whose Authentication-Results are trusted in a message. */
async function authservIdOf(services: MailboxesServices, { account_id, mailbox_id, way }: MessageRow): Promise<string | null> {
  if (mailbox_id === null) return services.reportFolders.find(folder => folder.way === way)?.authservId ?? null;
  const mailbox = await findMailbox(services.db, account_id, mailbox_id);
  return (mailbox && accessOf(mailbox, services))?.authservId ?? null;
}
