import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { client, dataOf, type DataOf } from './client.ts';

/** The person who is signed in, with account, plan and what is left of the allowances. */
export type Session = DataOf<'GET /api/auth/me'>['data'];

const KEY = ['session'] as const;

/** Whether the browser has shown a session when it asked for the page. */
export const mayBeSignedIn = document.documentElement.dataset['visitor'] !== 'unknown';

/** Who is signed in; null where nobody is. A page that came without a session's cookie asks nobody. */
export const sessionQuery = queryOptions({
  queryKey: KEY,
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Session | null> => {
    const result = await client('GET /api/auth/me', {}, { signal });
    return !result.ok && result.status === 401 ? null : dataOf(result).data;
  },
  ...(mayBeSignedIn ? {} : { initialData: null }),
});

/** Who is signed in, or null; the router has asked before any page is shown. */
export function useSession(): Session | null {
  return useQuery(sessionQuery).data ?? null;
}

/** Asks anew who is signed in, after somebody has come or gone; everything that was known before is forgotten. */
export function useSessionChange(): () => Promise<Session | null> {
  const queries = useQueryClient();
  return async () => {
    queries.clear();
    return queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
  };
}

/** The service said that the session is over: the router leads to the sign-in, and back. */
export function sessionEnded(queries: QueryClient): void {
  queries.setQueryData(KEY, null);
}
