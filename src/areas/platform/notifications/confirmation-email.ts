import type { Email } from '../../../core/outside/mail.ts';

/** Asks the reader of an address whether it may get e-mails. The name of the account may be a stranger's choice: nothing in it becomes a link. */
export function confirmationEmail(to: string, accountName: string, link: string): Email {
  const name = accountName.replaceAll(/[:/@]|\.(?=\S)/g, ' ');
  return {
    to, subject: 'Do you want these notifications?',
    text: `${[
      `Somebody of the account "${name}" of the Domain Security Service wants to have notifications about domains sent to this address. Open this link to agree:`,
      link,
      'If you do not want them, ignore this e-mail: no other will follow.',
    ].join('\n\n')}\n`,
  };
}
