import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Clock } from '../core/clock.ts';
import type { NewId } from '../core/ids.ts';

export interface MailFolderOptions {
  folder: string;
  log(line: string): void;
  clock: Clock;
  newId: NewId;
}

/** Keeps each letter as a file that only the owner of the process can read, for operators who have set up no mail server. */
export function createMailFolder({ folder, log, clock, newId }: MailFolderOptions): (to: string, mail: SendMailOptions) => Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (to, mail) => {
    const { message } = await transport.sendMail(mail);
    const time = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
    const file = join(folder, `${time}-${newId('msg')}.eml`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // The folder may be there already, made by somebody less careful.
    await chmod(folder, 0o700);
    await writeFile(file, message as Buffer, { mode: 0o600, flag: 'wx' });
    log(`Mail is not configured (DSS_SMTP_URL): a letter to ${to.replaceAll(/[^\x21-\x7e]/g, '?')} lies in ${file}`);
  };
}
