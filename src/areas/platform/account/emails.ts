import type { Email, Mailer } from '../../../core/outside/mail.ts';
import type { Counters } from '../../../store/index.ts';
import { maySendEmail } from './attempts.ts';

/** Sends `mail` unless its recipient got five in this hour; beyond that it is dropped silently, so that strangers learn nothing. */
export async function sendEmail({ mailer, counters }: { mailer: Mailer; counters: Counters }, mail: Email, now: number): Promise<void> {
  if (await maySendEmail(counters, mail.to, now)) await mailer.send(mail);
}

/** What an e-mail says that is built round a link. */
export interface LinkTexts {
  subject: string;
  /** What opening the link does. */
  asks: string;
  /** What to do for those who asked for nothing. */
  otherwise: string;
}

/** The e-mail to `to` that has `link` opened. */
export function linkEmail(to: string, { subject, asks, otherwise }: LinkTexts, link: string): Email {
  return { to, subject, text: `${[asks, link, otherwise].join('\n\n')}\n` };
}

/** The name of an account as strangers read it: it may be anybody's choice, so nothing in it becomes a link. */
export function unlinked(accountName: string): string {
  return accountName.replaceAll(/[:/@]|\.(?=\S)/g, ' ');
}
