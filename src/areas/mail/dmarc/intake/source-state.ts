import type { MessageSource } from '../spool/message.ts';
import type { Arrivals } from '../spool/store.ts';
import type { IntakeOperationsServices } from './services.ts';

/** How far back messages are counted. */
export const SHOWN_DAYS = 30;

export const sourceStates = ['on', 'listening', 'off', 'failing'] as const;
export type SourceState = (typeof sourceStates)[number];

interface Status {
  state: SourceState;
  /** What it takes, or what is wrong. */
  detail: string;
}

/** What is known of a source: of one that others send to, that it is reached shows only when something has come. */
export function statusOf(way: MessageSource, { reportsHost, reportFolders, baseUrl }: Pick<IntakeOperationsServices, 'reportsHost' | 'reportFolders' | 'baseUrl'>, mailboxes: readonly { name: string; cause: string | null }[], { messages, unreadable }: Pick<Arrivals, 'messages' | 'unreadable'>): Status {
  switch (way) {
    case 'upload': return { state: 'on', detail: 'Files can be uploaded.' };
    case 'https': return baseUrl.startsWith('https:')
      ? reached(messages, 'TLS reports can be posted to the URL, and files to the secret URL.')
      : { state: messages > 0 ? 'on' : 'off', detail: 'Reporters post to https only, and the address of this service is not https (DSS_BASE_URL). Files can be posted to the secret URL.' };
    case 'smtp': return reportsHost?.listens
      ? reached(messages, `Mail to the address is taken; the MX record of ${reportsHost.host} must lead here.`)
      : { state: 'off', detail: 'The operator has not turned on the mail listener (DSS_REPORTS_HOST and DSS_SMTP_PORT).' };
    case 'maildir': case 's3': return reportFolders.some(folder => folder.way === way)
      ? { state: 'on', detail: `The operator's folder is polled.${unreadable === 0 ? '' : ` Files that could not be read in ${SHOWN_DAYS} days and were passed over: ${unreadable}. The list of messages names them.`}` }
      : { state: 'off', detail: `The operator has named no folder (${way === 's3' ? 'DSS_REPORTS_S3_URL' : 'DSS_REPORTS_MAILDIR'}).` };
    case 'imap': case 'graph': case 'gmail': {
      const failing = mailboxes.find(({ cause }) => cause !== null);
      if (failing) return { state: 'failing', detail: `${failing.name}: ${failing.cause}` };
      return mailboxes.length > 0 ? { state: 'on', detail: 'Polled every five minutes.' } : { state: 'off', detail: 'No mailbox of this kind was added.' };
    }
  }
}

function reached(messages: number, takes: string): Status {
  return messages > 0 ? { state: 'on', detail: takes } : { state: 'listening', detail: `${takes} Nothing came in ${SHOWN_DAYS} days, so whether it is reached from outside is not known.` };
}
