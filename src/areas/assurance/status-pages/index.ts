import { defineArea } from '../../area.ts';
import { statusPages } from './migrations/0129-status-pages.ts';
import { statusPagesOperations } from './operations.ts';
import type { StatusPagesServices } from './services.ts';
import { exportedPages } from './store.ts';
import { tables } from './tables.ts';

/** Status pages that the account publishes about its checks. */
export const statusPagesArea = defineArea<StatusPagesServices>()({
  id: 'status-pages',
  group: 'assurance',
  topics: { status_pages: 'Status pages that you publish: the state of chosen custom checks for people without an account.' },
  operations: statusPagesOperations,
  tables,
  migrations: { '0129-status-pages': statusPages },
  exports: { statusPages: exportedPages },
  idPrefixes: { stp: 'published status page' },
  auditActions: {
    'status_page.created': 'Created a status page',
    'status_page.changed': 'Changed a status page',
    'status_page.deleted': 'Deleted a status page',
  },
});
