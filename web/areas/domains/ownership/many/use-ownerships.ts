import { useEffect } from 'react';
import { useWholeList } from '../../../../api/queries.ts';
import { toCome, type Started } from './to-come.ts';

const ROWS_A_PAGE = 200;
const POLL_MS = 2000;
/** Many rows take longer to read. */
const POLL_MS_A_ROW = 10;
const GIVE_UP_MS = 15 * 60_000;
const NOTHING: Started = { since: new Map(), published: new Map() };

/** The proofs of all domains that pass the filter, page after page, and which of them have yet to be checked since `started`; they are read again until all have been, those with a published record twice. */
export function useOwnerships(filter: Readonly<Record<string, string>>, started: Started | null) {
  const query = useWholeList('GET /api/domains/ownership', { ...filter, limit: ROWS_A_PAGE });
  const { data, hasNextPage, isPlaceholderData, refetch } = query;
  const rows = data?.pages.flatMap(page => page.data) ?? [];
  const { waiting, againAtMs } = toCome(rows, started ?? NOTHING);
  const isWaiting = waiting.size > 0;
  useEffect(() => {
    if (started === null || (!isWaiting && againAtMs === null)) return undefined;
    const giveUpMs = Math.max(...[...started.since.values()].map(at => Date.parse(at))) + GIVE_UP_MS;
    const timer = setInterval(() => {
      const nowMs = Date.now();
      if (nowMs < giveUpMs && (isWaiting || nowMs >= againAtMs!)) void refetch();
    }, POLL_MS + rows.length * POLL_MS_A_ROW);
    return () => clearInterval(timer);
  }, [isWaiting, againAtMs, started, rows.length, refetch]);
  return { query, rows, waiting, isWhole: data !== undefined && !hasNextPage && !isPlaceholderData };
}
