import type { Email } from '../../../core/outside/mail.ts';
import type { ContactTexts } from './texts.ts';

/** A message of a visitor as an e-mail to the operator; answering it writes to the visitor. */
export function emailTo(texts: ContactTexts, to: string, { name, email, message }: { name: string | null; email: string; message: string }): Email {
  const from = name === null ? email : `${name} (${email})`;
  return { to, replyTo: email, subject: texts.subject, text: `${texts.wrote(from)}\n\n${message}\n` };
}
