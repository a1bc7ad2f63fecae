import type { FetchedPage } from '../page/index.ts';
import type { Failure, PageTask, RenderedTask, SiteTask } from './tasks.ts';

/** What a thread is given to do. */
export type Task = { page: PageTask } | { rendered: RenderedTask } | { fetched: FetchedPage } | { site: SiteTask };
/** What it asks for while it judges a site. */
export type Asked = { rows: 'pages' | 'addresses' | 'sitemapEntries' | 'targets'; after: number } | { failures: readonly Failure[] };
/** What it is sent: a task, or the answer to what it asked. */
export type ToThread = { task: Task } | { answer: unknown };
/** What it sends; of a page a text of JSON, which is copied many times faster than hundreds of objects. */
export type FromThread = { asked: Asked } | { result: unknown } | { text: string };
