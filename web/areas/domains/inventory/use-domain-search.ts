import type { SearchResult } from '../../../area.ts';
import { useGet } from '../../../api/queries.ts';
import { names } from './texts/names.ts';

const SHOWN = 8;
const MOST_LETTERS = 100;

/** The domains of the account whose names match; the first ones where nothing was typed. */
export function useDomainSearch(query: string): readonly SearchResult[] {
  const { data, error, isPending, isPlaceholderData } = useGet('GET /api/domains', { limit: SHOWN, ...(query === '' ? {} : { search: query.slice(0, MOST_LETTERS) }) });
  const entries = (data?.data ?? []).map(({ id, unicodeName, grade }) => ({ key: id, label: unicodeName, grade, to: '/domains/$id', params: { id } }));
  return [{ group: names.domains, entries, error, isPending: isPending || isPlaceholderData }];
}
