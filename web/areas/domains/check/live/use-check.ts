import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client, dataOf } from '../../../../api/client.ts';
import type { Records, Report, ReportRecord } from '../report/types.ts';

export type Depth = Report['depth'];
type Result = NonNullable<Report['result']>;

/** So long a report is shown again without a new check, which would cost another of the day's. */
const KEPT_MS = 30 * 60_000;
const routes = { check: 'GET /api/', checkup: 'GET /api/checkup' } as const;

interface CheckState {
  /** As far as it has come; null before the first answer, and where there was none. */
  report: Report | null;
  error: Error | null;
  isChecking: boolean;
  checkAgain: () => void;
}

/** Checks `domain`: records land one by one, and the result comes last. A check that nobody waits for any more is given up. */
export function useCheck(domain: string, depth: Depth): CheckState {
  const queries = useQueryClient();
  const key = ['check', depth, domain];
  const landedKey = ['check landed', depth, domain];
  const { data: landed = {} } = useQuery<Partial<Records>>({ queryKey: landedKey, queryFn: () => ({}), enabled: false, gcTime: KEPT_MS });
  const { data, error, isFetching, refetch } = useQuery<{ result: Result; at: string }>({
    queryKey: key,
    staleTime: Infinity,
    gcTime: KEPT_MS,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      queries.setQueryData(landedKey, {});
      const result = dataOf(await client.stream(routes[depth], { domain }, {
        signal,
        onEvent: (event, reported) => {
          if (event !== 'record') return;
          const { name, record } = reported as { name: ReportRecord; record: Records[ReportRecord] };
          queries.setQueryData<Partial<Records>>(landedKey, before => ({ ...before, [name]: record }));
        },
      }));
      return { result, at: result.timestamp };
    },
  });
  const report = data
    ? { domain: data.result.domain, depth, at: data.at, records: data.result.records, result: data.result }
    : error ? null : { domain, depth, at: new Date().toISOString(), records: landed, result: null };
  return { report, error, isChecking: isFetching, checkAgain: () => void refetch() };
}
