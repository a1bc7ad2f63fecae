import { leadsOf } from '../crawl/links.ts';
import type { PageFacts } from '../page/index.ts';
import { storedPage } from '../store/stored-page.ts';
import { targetsOf } from '../targets/find.ts';
import type { PageRead, PageTask } from './tasks.ts';

/** What is stored of a page whose facts are known, and the addresses that it leads to. */
export function readPage({ rank, settings, startedAt }: PageTask, facts: PageFacts): PageRead {
  return { leads: leadsOf(facts, rank, settings, startedAt), stored: storedPage(facts), targets: targetsOf(facts, settings, startedAt) };
}
