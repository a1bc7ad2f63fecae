import type { Email } from '../../../core/outside/mail.ts';

/** A message of a visitor as an e-mail to the operator; answering it writes to the visitor. */
export function emailTo(to: string, { name, email, message }: { name: string | null; email: string; message: string }): Email {
  const from = name === null ? email : `${name} (${email})`;
  return { to, replyTo: email, subject: 'Message through the contact form', text: `${from} wrote:\n\n${message}\n` };
}
