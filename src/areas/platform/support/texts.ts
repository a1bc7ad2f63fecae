import { defineTexts, type SpokenOf } from '../../../core/texts.ts';

/** What e-mails of support threads say, and the answers that the operator chooses from. */
export const supportTexts = defineTexts('platform/support', () => ({
  subject: (subject: string, thread: string) => `${subject} [${thread}]`,
  /** Everything below the line with the id of the thread is left out of a reply. */
  above: (thread: string) => `Write your reply above this line. [${thread}]`,
  onPage: 'Reply on the page of the thread:',
  wrote: (author: string) => `${author} wrote:`,
  attached: (names: readonly string[]) => `Attached: ${names.join(', ')}. Open the thread to download.`,
  open: 'Open the thread:',
  operator: 'The operator',
  templates: {
    received: 'Thank you for writing. We are looking into it and will answer here.',
    more: 'To find the cause we need to know more: which domain is it about, what did you expect, and what did you see instead?',
    fixed: 'This is fixed. Please try again, and reply here if it still happens.',
    limit: 'This is a limit of your plan. Settings, Plan shows what other plans have.',
  },
}));
export type SupportTexts = SpokenOf<typeof supportTexts>;
