import type { Letter, Mailer } from '../../../core/outside/mail.ts';
import type { Counters } from '../../../store/index.ts';
import { mayWrite } from './attempts.ts';

/** Sends `letter` unless its recipient got five in this hour; beyond that it is dropped without a word. */
export async function sendLetter({ mailer, counters }: { mailer: Mailer; counters: Counters }, letter: Letter, now: number): Promise<void> {
  if (await mayWrite(counters, letter.to, now)) await mailer.send(letter);
}

/** Asks to confirm an e-mail address. */
export function verificationLetter(to: string, link: string): Letter {
  return letter(to, 'Confirm your e-mail address', [
    'Please confirm that this is your e-mail address by opening this link within one hour:',
    link,
    'If you did not ask for this, ignore this letter.',
  ]);
}

/** Lets a person choose a new password. */
export function resetLetter(to: string, link: string): Letter {
  return letter(to, 'Choose a new password', [
    'Open this link within one hour to choose a new password:',
    link,
    'If you did not ask for this, ignore this letter: your password stays as it is.',
  ]);
}

/** Invites a person to an account. Its name may be a stranger's choice: nothing in it becomes a link. */
export function invitationLetter(to: string, accountName: string, link: string): Letter {
  const name = accountName.replaceAll(/[:/@]|\.(?=\S)/g, ' ');
  return letter(to, 'You are invited', [
    `You are invited to the account "${name}" of the Domain Security Service. Open this link within 7 days to join:`,
    link,
    'If you do not know who invites you, ignore this letter.',
  ]);
}

function letter(to: string, subject: string, paragraphs: readonly string[]): Letter {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` };
}
