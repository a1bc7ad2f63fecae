import type { SearchResult } from '../../../area.ts';
import { useGet } from '../../../api/queries.ts';
import { names } from './texts/names.ts';

const SHOWN = 5;
const LEAST_LETTERS = 2;
const MOST_LETTERS = 100;

/** What fails now, of all domains, and is called by these words: the most severe first, each with where it is shown. */
export function useFindingSearch(query: string): readonly SearchResult[] {
  const isAsked = query.length >= LEAST_LETTERS;
  const { data, error, isPending, isPlaceholderData } = useGet(
    'GET /api/alerts', { search: query.slice(0, MOST_LETTERS).trim(), state: ['open', 'acknowledged', 'muted'], limit: SHOWN }, { enabled: isAsked },
  );
  if (!isAsked) return [];
  // What was found for other words is not shown for these.
  const found = isPlaceholderData ? undefined : data;
  const entries = (found?.data ?? []).map(({ id, title, subject, url }) => {
    const { pathname, searchParams } = new URL(url, location.origin);
    return { key: id, label: names.finding(title, subject.label), icon: 'alerts' as const, to: pathname, search: Object.fromEntries(searchParams) };
  });
  const group = found !== undefined && found.nextCursor !== null ? names.firstFindings(SHOWN) : names.findings;
  return [{ group, entries, error, isPending: isPending || isPlaceholderData, isAfterPages: true }];
}
