import { parsePage } from '../page/parse-page.ts';
import { judgeRows } from './judge-site.ts';
import { readPage } from './read-page.ts';
import { readRendered } from './read-rendered.ts';
import type { AuditThreads } from './tasks.ts';

/** Does it all on the thread of the test: no thread has to start. */
export const here: AuditThreads = {
  read: task => Promise.resolve(readPage(task, parsePage(task.fetched, task.settings.extract))),
  readRendered: task => Promise.resolve(readRendered(task)),
  parse: fetched => Promise.resolve(parsePage(fetched)),
  judge: (site, rows) => judgeRows(site, rows),
};
