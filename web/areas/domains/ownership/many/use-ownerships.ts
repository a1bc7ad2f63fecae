import { useEffect } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { usePages } from '../../../../api/queries.ts';

export type Ownership = DataOf<'GET /api/domains/ownership'>['data'][number];

const ROWS_A_PAGE = 200;
const POLL_MS = 2000;
/** Many rows take longer to read. */
const POLL_MS_A_ROW = 10;
const GIVE_UP_MS = 15 * 60_000;

/** Whether the domain wants a proof: nothing proves it, or what did can no longer be found. */
export function isMissing({ coveredBy, state }: Ownership): boolean {
  return coveredBy === null || state === 'grace';
}

/** A check of several domains: from when on one has been checked, and which they are. */
export interface Started {
  since: string;
  ids: ReadonlySet<string>;
}

/** The proofs of all domains that pass the filter, page after page, and which of them have yet to be checked since `started`; they are read again until all have been. */
export function useOwnerships(filter: Readonly<Record<string, string>>, started: Started | null) {
  const query = usePages('GET /api/domains/ownership', { ...filter, limit: ROWS_A_PAGE });
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage, refetch } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && !isPlaceholderData) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage]);
  const rows = data?.pages.flatMap(page => page.data) ?? [];
  const waiting = started === null ? [] : rows.filter(row => started.ids.has(row.domainId) && isMissing(row) && (row.checkedAt === null || row.checkedAt < started.since));
  const isWaiting = waiting.length > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => {
      if (Date.now() < Date.parse(started!.since) + GIVE_UP_MS) void refetch();
    }, POLL_MS + rows.length * POLL_MS_A_ROW);
    return () => clearInterval(timer);
  }, [isWaiting, started, rows.length, refetch]);
  return { query, rows, waiting: new Set(waiting.map(({ domainId }) => domainId)), isWhole: data !== undefined && !hasNextPage && !isPlaceholderData };
}
