import { z } from 'zod';
import type { Connector } from './connector.ts';
import { itemsOf, membersOf, Name } from './reading.ts';

const Result = z.object({ url: z.string().max(2000), title: Name });

/** SearXNG: https://docs.searxng.org/dev/search_api.html */
export const searxng: Connector = {
  id: 'searxng',
  name: 'SearXNG',
  usdPerRequest: 0,
  price: 'Free, on your own server',
  limit: { perSecond: 0.5, burst: 2 },
  terms: {
    stores: 'everything',
    says: 'What the search engines that it asks allow. They limit a server that asks often.',
    attribution: null,
    url: 'https://docs.searxng.org/',
    readOn: '2026-11-21',
  },
  local: null,
  web: {
    rankKind: 'metasearch',
    says: 'The order in which SearXNG puts the results of the search engines it asks; it is that of none of them alone.',
    maxResults: 20,
    request: ({ keyword, language, country }) => ({ path: `search?${String(new URLSearchParams({ q: keyword, format: 'json', language: `${language}-${country}`, pageno: '1' }))}` }),
    read(reply) {
      const { results, answers, infoboxes, unresponsive_engines: silent } = membersOf(reply);
      const found = itemsOf(results, Result);
      // No engine answered it: that nothing was found is not known.
      if (!Array.isArray(results) || (found.length === 0 && Array.isArray(silent) && silent.length > 0)) return { outcome: 'refused', cause: 'none of its search engines answered', fatal: false };
      const has = (list: unknown): boolean => Array.isArray(list) && list.length > 0;
      return { outcome: 'ranked', results: found, features: [...(has(answers) ? ['answerBox'] : []), ...(has(infoboxes) ? ['knowledgePanel'] : [])], localPack: [] };
    },
  },
};
