import { keepPreviousData, queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient, type InfiniteData, type UseInfiniteQueryResult, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OpenClient } from '../../src/surfaces/client/index.ts';
import { client, dataOf, type DataOf, type InputOf, type ListRoute, type ReadRoute, type WriteRoute } from './client.ts';

interface GetOptions {
  /** False asks nothing yet. */
  enabled?: boolean;
  /** Asks again after so long while the page is in view. */
  everyMs?: number;
}

interface Page {
  nextCursor: string | null;
}

/** The types of what goes in and comes out are those of the hooks below. */
const ask = client as unknown as OpenClient;

/** What asks `route`, and under which key its answer is kept; for hooks that ask several times. */
export function getting<R extends ReadRoute>(route: R, input: InputOf<R>) {
  return queryOptions({ queryKey: [route, input], queryFn: async ({ signal }) => dataOf(await ask(route, input, { signal })) as DataOf<R> });
}

/** What `route` answers to `input`; the last answer stays on screen while the next is on its way. */
export function useGet<R extends ReadRoute>(route: R, input: InputOf<R>, { enabled = true, everyMs }: GetOptions = {}): UseQueryResult<DataOf<R>> {
  return useQuery({
    ...getting(route, input),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: everyMs ?? false,
  });
}

/** The pages of a list, one after the other: `fetchNextPage` goes on where the last one ended. */
export function usePages<R extends ListRoute>(route: R, input: InputOf<R>, { everyMs }: Pick<GetOptions, 'everyMs'> = {}): UseInfiniteQueryResult<InfiniteData<DataOf<R>>> {
  return useInfiniteQuery({
    queryKey: [route, input, 'pages'],
    queryFn: async ({ signal, pageParam }) => dataOf(await ask(route, { ...(input as object), ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal })) as DataOf<R>,
    initialPageParam: null as string | null,
    getNextPageParam: page => (page as Page).nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: everyMs ?? false,
  });
}

/** All pages of a list, read one after the other; those that have come are there meanwhile. */
export function useWholeList<R extends ListRoute>(route: R, input: InputOf<R>): UseInfiniteQueryResult<InfiniteData<DataOf<R>>> {
  const query = usePages(route, input);
  const { hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && !isPlaceholderData) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage]);
  return query;
}

/** Sends to `route`; what the routes of `refreshes` have answered is asked for again afterwards. */
export function useSend<R extends WriteRoute>(route: R, refreshes: readonly ReadRoute[] = []): UseMutationResult<DataOf<R>, Error, InputOf<R>> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: InputOf<R>) => dataOf(await ask(route, input)) as DataOf<R>,
    onSuccess: () => Promise.all(refreshes.map(one => queries.invalidateQueries({ queryKey: [one] }))),
  });
}
