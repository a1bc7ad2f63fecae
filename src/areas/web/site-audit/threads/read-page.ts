import { leadsOf } from '../crawl/links.ts';
import { parsePage } from '../page/index.ts';
import { storedPage } from '../store/pages.ts';
import type { PageRead, PageTask } from './tasks.ts';

/** Parses a page once, and gives what is stored of it and the addresses that it leads to. */
export function readPage({ fetched, rank, settings, startedAt }: PageTask): PageRead {
  const facts = parsePage(fetched);
  return { leads: leadsOf(facts, rank, settings, startedAt), stored: storedPage(facts) };
}
