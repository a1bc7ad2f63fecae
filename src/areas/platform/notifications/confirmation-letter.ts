import type { Letter } from '../../../core/outside/mail.ts';

/** Asks the reader of an address whether letters may come. The name of the account may be a stranger's choice: nothing in it becomes a link. */
export function confirmationLetter(to: string, accountName: string, link: string): Letter {
  const name = accountName.replaceAll(/[:/@]|\.(?=\S)/g, ' ');
  return {
    to, subject: 'Do you want these notifications?',
    text: `${[
      `Somebody of the account "${name}" of the Domain Security Service wants to have notifications about domains sent to this address. Open this link to agree:`,
      link,
      'If you do not want them, ignore this letter: no other will come.',
    ].join('\n\n')}\n`,
  };
}
