import type { Email, Mailer } from '../../../core/outside/mail.ts';
import type { Counters } from '../../../store/index.ts';
import { maySendEmail } from './attempts.ts';

/** Sends `mail` unless its recipient got five in this hour; beyond that it is dropped silently. */
export async function sendEmail({ mailer, counters }: { mailer: Mailer; counters: Counters }, mail: Email, now: number): Promise<void> {
  if (await maySendEmail(counters, mail.to, now)) await mailer.send(mail);
}

/** Asks to confirm an e-mail address. */
export function verificationEmail(to: string, link: string): Email {
  return email(to, 'Confirm your e-mail address', [
    'Please confirm that this is your e-mail address by opening this link within one hour:',
    link,
    'If you did not request this, ignore this e-mail.',
  ]);
}

/** Lets a person choose a new password. */
export function resetEmail(to: string, link: string): Email {
  return email(to, 'Choose a new password', [
    'Open this link within one hour to choose a new password:',
    link,
    'If you did not request this, ignore this e-mail: your password stays as it is.',
  ]);
}

/** Invites a person to an account. Its name may be a stranger's choice: nothing in it becomes a link. */
export function invitationEmail(to: string, accountName: string, link: string): Email {
  const name = accountName.replaceAll(/[:/@]|\.(?=\S)/g, ' ');
  return email(to, 'You are invited', [
    `You are invited to the account "${name}" of the Domain Security Service. Open this link within 7 days to join:`,
    link,
    'If you do not know who invited you, ignore this e-mail.',
  ]);
}

function email(to: string, subject: string, paragraphs: readonly string[]): Email {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` };
}
