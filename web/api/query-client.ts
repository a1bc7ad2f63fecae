import { QueryCache, QueryClient, MutationCache } from '@tanstack/react-query';
import { ClientProblem } from '../../src/surfaces/client/index.ts';
import { endsSession, sessionEnded } from './session.ts';

const FRESH_MS = 15_000;
const MOST_RETRIES = 2;

/** Whether asking again may help: never where the service has understood and refused, and after a limit only when it says so. */
function mayRetry(failureCount: number, error: Error): boolean {
  if (!(error instanceof ClientProblem)) return false;
  const { status } = error.failure;
  return failureCount < MOST_RETRIES && (status === 0 || status >= 500);
}

/** What the pages know of the service: kept while the page is open, asked for again when its window regains the focus. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, staleTime: FRESH_MS, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: noticeEnd }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
});

function noticeEnd(error: Error): void {
  if (error instanceof ClientProblem && endsSession(error.problem)) sessionEnded(queryClient);
}
