import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Problem } from '../../src/surfaces/client/index.ts';
import { client, dataOf, type DataOf } from './client.ts';

/** The person who is signed in, with account, plan and what is left of the allowances. */
export type Session = DataOf<'GET /api/auth/me'>['data'];

/** What a person may do within the plan. */
export type Role = NonNullable<Session['role']>;

const roles: readonly Role[] = ['viewer', 'member', 'admin', 'owner'];

/** Whether `role` may do what `least` may; null, nobody, may nothing. */
export function holds(role: Role | null, least: Role): boolean {
  return role !== null && roles.indexOf(role) >= roles.indexOf(least);
}

const KEY = ['session'] as const;

/** Whether the browser has shown a session when it asked for the page. */
export const mayBeSignedIn = typeof document !== 'undefined' && document.documentElement.dataset['visitor'] !== 'unknown';

/** Whether somebody was signed in here whose session ended by itself or from elsewhere. */
let ended = false;

/** Whether a session has ended without its person signing out. */
export function sessionHasEnded(): boolean {
  return ended;
}

/** Who is signed in; null where nobody is. A page that came without a session's cookie asks nobody. */
export const sessionQuery = queryOptions({
  queryKey: KEY,
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Session | null> => {
    const result = await client('GET /api/auth/me', {}, { signal });
    if (result.ok || result.status !== 401) return dataOf(result).data;
    ended = result.problem.code === 'session_expired';
    return null;
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
    ended = false;
    queries.clear();
    return queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
  };
}

/** The service said that the session is over: the router leads to the sign-in, and back. */
export function sessionEnded(queries: QueryClient): void {
  ended = true;
  queries.setQueryData(KEY, null);
}

/** Whether a call was refused because nobody is signed in any more; a wrong password is no such thing. */
export function endsSession({ code }: Pick<Problem, 'code'>): boolean {
  return code === 'session_expired' || code === 'missing_credentials';
}
