import { systemClock as clock } from '../core/clock.ts';
import type { SearchData } from '../core/outside/search-data.ts';
import { createSearchData } from '../wire/search-data.ts';
import { composeDoor, type Outside } from './compose.ts';
import type { Config } from './config.ts';

/** Who tells owners of websites what is found and clicked, at public addresses or at the mirror that the operator named. */
export function composeSearchData({ DSS_SEARCH_DATA: from }: Pick<Config, 'DSS_SEARCH_DATA'>, outside: Outside): SearchData {
  return createSearchData({ door: composeDoor({ ...outside, allow: [] }).door, clock, from });
}
