import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../core/clock.ts';
import type { NewId } from '../core/ids.ts';
import type { Email } from '../core/outside/mail.ts';

export interface MailFolderOptions {
  folder: string;
  from: string;
  log(line: string): void;
  clock: Clock;
  newId: NewId;
}

/** Keeps each e-mail as a file that only the owner of the process can read, for operators who have set up no mail server. */
export function createMailFolder({ folder, from, log, clock, newId }: MailFolderOptions): (mail: Email) => Promise<void> {
  return async ({ to, subject, text, replyTo, unsubscribeUrl }) => {
    const time = new Date(clock.now()).toISOString();
    const file = join(folder, `${time.replaceAll(/[:.]/g, '-')}-${newId('msg')}.eml`);
    const headers = [['From', from], ['To', to], ...(replyTo === undefined ? [] : [['Reply-To', replyTo]]), ['Subject', subject], ['Date', time],
      ...(unsubscribeUrl === undefined ? [] : [['List-Unsubscribe', `<${unsubscribeUrl}>`]])];
    // Lines as they are, so that a link can be copied out of the file.
    const message = `${headers.map(([name, value]) => `${name}: ${value!.replaceAll(/[\r\n]+/g, ' ')}\n`).join('')}\n${text}`;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // The folder may be there already, made by somebody less careful.
    await chmod(folder, 0o700);
    await writeFile(file, message, { mode: 0o600, flag: 'wx' });
    log(`Mail is not configured (DSS_SMTP_URL): an e-mail to ${to.replaceAll(/[^\x21-\x7e]/g, '?')} lies in ${file}`);
  };
}
