import { defineTexts } from '../../../../language/index.ts';

/** Support threads. */
export const texts = defineTexts('platform/support/support', ({ number, plural }) => ({
  title: 'Support',
  answer: (unread: number) => unread === 0 ? 'Write to the people who run this service. They answer here, and by e-mail where that is set up.' : `${plural(unread, { one: 'thread has', other: 'threads have' })} an answer that you have not read.`,
  what: 'The threads',
  thread: 'The thread',
  empty: 'No threads yet',
  emptyWhy: 'Open a thread for a question, a problem or a request. Findings that you hold to be wrong are reported from the finding itself.',
  emptyFiltered: 'No thread matches the filter',
  filter: 'State',
  states: { open: 'Open', closed: 'Closed' },
  unread: 'Unread',
  lastFrom: { account: 'last message from your account', operator: 'last message from the operator' },
  queue: 'Threads of all accounts',

  create: { action: 'Open a thread', subject: 'Subject', message: 'Message', submit: 'Send', cancel: 'Cancel', sent: 'Sent to the operator', failed: 'Opening the thread' },
  reply: { label: 'Your reply', submit: 'Reply', sent: 'Sent', failed: 'Sending the reply' },
  close: 'Close the thread',
  closed: 'The thread is closed. A reply opens it again.',
  closing: 'Closing the thread',
  operator: 'The operator',
  byMail: 'by e-mail',
  files: 'Attach files',
  filesHint: 'Up to 5 files, 10 MB together',
  tooLarge: 'The files have more than 10 MB together, or are more than 5.',
  download: (name: string, bytes: number) => `${name} (${number(Math.max(1, Math.round(bytes / 1024)))} KB)`,
  viewer: 'Your role is read-only. A member can write to the operator.',

  operatorQueue: {
    title: 'Threads of all accounts',
    answer: (unread: number) => unread === 0 ? 'No thread waits for you.' : `${plural(unread, { one: 'thread has', other: 'threads have' })} a message that you have not read.`,
    lastFrom: { account: 'last message from the account', operator: 'answered' },
    empty: 'No threads',
    emptyWhy: 'What people of the accounts write to the operator appears here.',
    forOperators: 'Only the administrators of this service see the threads of all accounts.',
    template: 'Answer to start from',
    answerAndClose: 'Answer and close',
    submit: 'Answer',
  },
}));
