import type { SearchResult } from '../../../area.ts';
import { useGet } from '../../../api/queries.ts';
import { names } from './texts/names.ts';

const SHOWN = 8;
const MOST_LETTERS = 100;
const ASKED = /\blookalikes?\b( of)?/;
const DOMAIN = /^[^\s/@]+\.[^\s/@]+$/;

/** With the word "lookalikes" the lookalikes of the domains that match the rest; the first ones of a domain that was typed. */
export function useLookalikeSearch(query: string): readonly SearchResult[] {
  const isAsked = ASKED.test(query);
  const wanted = query.replace(ASKED, '').trim();
  const { data } = useGet('GET /api/domains', { limit: SHOWN, ...(wanted === '' ? {} : { search: wanted.slice(0, MOST_LETTERS) }) }, { enabled: isAsked });
  const found = isAsked ? data?.data ?? [] : [];
  return [
    { group: names.domains, entries: found.map(({ id, unicodeName, grade }) => ({ key: `lookalikes-${id}`, label: names.of(unicodeName), grade, to: '/domains/$id/lookalikes', params: { id } })) },
    { entries: DOMAIN.test(wanted) ? [{ key: 'lookalikes', label: names.searchNow(wanted), icon: 'search', to: '/lookalike-check', search: { domain: wanted } }] : [] },
  ];
}
