import { parentPort } from 'node:worker_threads';
import { parsePage } from '../page/parse-page.ts';
import { judgeRows } from './judge-site.ts';
import type { Asked, FromThread, Task, ToThread } from './messages.ts';
import { readPage } from './read-page.ts';
import { readRendered } from './read-rendered.ts';
import type { SiteRows } from './tasks.ts';

const port = parentPort!;
const tell = (said: FromThread): void => port.postMessage(said, []);
let answered: (rows: unknown) => void = () => {};

function ask(asked: Asked): Promise<unknown> {
  return new Promise(resolve => {
    answered = resolve;
    tell({ asked });
  });
}

const rows: SiteRows = {
  pages: after => ask({ rows: 'pages', after }) as ReturnType<SiteRows['pages']>,
  addresses: after => ask({ rows: 'addresses', after }) as ReturnType<SiteRows['addresses']>,
  sitemapEntries: after => ask({ rows: 'sitemapEntries', after }) as ReturnType<SiteRows['sitemapEntries']>,
  targets: after => ask({ rows: 'targets', after }) as ReturnType<SiteRows['targets']>,
  take: async failures => void await ask({ failures }),
};

async function work(task: Task): Promise<unknown> {
  if ('page' in task) return readPage(task.page, parsePage(task.page.fetched, task.page.settings.extract));
  if ('rendered' in task) return readRendered(task.rendered);
  return 'fetched' in task ? parsePage(task.fetched) : judgeRows(task.site, rows);
}

port.on('message', (message: ToThread) => {
  if ('answer' in message) answered(message.answer);
  // A fault ends the thread, and with it the task.
  else void work(message.task).then(result => tell('site' in message.task ? { result } : { text: JSON.stringify(result) }));
});
