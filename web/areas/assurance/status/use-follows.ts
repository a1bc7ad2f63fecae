import { usePages } from '../../../api/queries.ts';
import type { Follow } from './types.ts';

/** As many as an account may have. */
const MOST = 200;

/** What the account follows; undefined while that is not known. */
export function useFollows(): readonly Follow[] | undefined {
  return usePages('GET /api/status/follows', { limit: MOST }).data?.pages.flatMap(({ data }) => data);
}
