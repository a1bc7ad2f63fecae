import type { Email } from '../../../../core/outside/mail.ts';
import type { IpTargetsServices } from '../services.ts';
import { changeTarget, findTarget, lockTarget } from '../store/targets.ts';
import { freeNetwork, keepNetwork } from '../store/network-mails.ts';
import type { Contact } from './contact.ts';

interface AgreementMail {
  accountId: string;
  targetId: string;
  contact: Contact;
  email: Email;
}

/** Sends the e-mail and keeps what became of it: only one that the mail server took spends the 30 days of the network. Throws what the mail server said, for the operator. */
export async function sendAgreementMail({ mailer, store, clock }: Pick<IpTargetsServices, 'mailer' | 'store' | 'clock'>, { accountId, targetId, contact, email }: AgreementMail): Promise<void> {
  const fault = await mailer.send(email).then(() => null, (error: unknown) => ({ error, cause: causeOf(error as { responseCode?: number }) }));
  await store.transaction(async tx => {
    const now = clock.now();
    await (fault === null ? keepNetwork(tx, contact.network, now) : freeNetwork(tx, contact.network, contact.sentAt));
    const row = await lockTarget(tx, targetId) ? await findTarget(tx, accountId, targetId) : null;
    const kept = row?.contact ? JSON.parse(row.contact) as Contact : null;
    // Deleted meanwhile, asked for again, or answered already.
    if (kept === null || kept.codeHash !== contact.codeHash) return;
    await changeTarget(tx, targetId, { contact: JSON.stringify({ ...kept, ...(fault === null ? { mail: 'delivered', sentAt: now } : { mail: 'failed', cause: fault.cause }) } satisfies Contact) });
  });
  if (fault !== null) throw fault.error;
}

/** What else the error says is about the operator's own server. */
function causeOf({ responseCode }: { responseCode?: number }): string {
  return responseCode === undefined ? 'The mail server of this service could not be reached.' : `The mail server answered ${responseCode}.`;
}
