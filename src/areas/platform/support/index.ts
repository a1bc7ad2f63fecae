import { defineArea } from '../../area.ts';
import { supportJobs } from './mail-out.ts';
import { support } from './migrations/0043-support.ts';
import { supportOperations } from './operations.ts';
import { operatorSupportOperations } from './operator-operations.ts';
import type { SupportServices } from './services.ts';
import { threadsOf } from './store.ts';
import { tables } from './tables.ts';

export { createReplyIntake, type ReplyIntake } from './mail-in.ts';
export type { ReplyTarget } from './reply-address.ts';

/** Where people of an account and the people who run this service write to each other. */
export const supportArea = defineArea<SupportServices>()({
  id: 'support',
  group: 'platform',
  topics: {
    support: 'Support threads: what people of the account and the people who run this service write to each other.',
    support_queue: 'For the operator: the support threads of all accounts.',
  },
  operations: [...supportOperations, ...operatorSupportOperations],
  jobs: supportJobs,
  tables,
  migrations: { '0043-support': support },
  exports: { supportThreads: threadsOf },
  idPrefixes: { thr: 'support thread', sms: 'message of a support thread', att: 'file of a support thread' },
  auditActions: {
    'support_thread.opened': 'Opened a support thread',
    'support_thread.replied': 'Replied in a support thread',
    'support_thread.closed': 'Closed a support thread',
    'support_thread.answered': 'Answered a support thread',
  },
});
