import { useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import type { ReadRoute } from '../../../../api/client.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import type { Run, RunUpdate } from '../../../../api/run.ts';

/** The scan of the domain that is shown, on all of its pages. */
export interface Scan {
  /** The run that waits or is under way; null where there is none. */
  runId: string | null;
  startedAt: string | null;
  /** What it has told so far. */
  updates: readonly RunUpdate[];
  /** The run that ended last while the pages were open. */
  ended: Run | null;
  error: Error | null;
  isStarting: boolean;
  start: () => void;
}

const ScanContext = createContext<Scan | null>(null);
export const ScanProvider = ScanContext;

/** The scan of the domain on whose pages this is used. */
export function useScan(): Scan {
  return useContext(ScanContext)!;
}

/** What a scan makes stale. */
const refreshed: readonly ReadRoute[] = [
  'GET /api/domains/{id}', 'GET /api/domains/{id}/overview', 'GET /api/domains/{id}/last-check', 'GET /api/domains/{id}/history', 'GET /api/domains/{id}/email-security',
  'GET /api/domains/{id}/setup', 'GET /api/domains/{id}/subdomains', 'GET /api/domains', 'GET /api/domains/summary', 'GET /api/domain-events',
];

/** Follows the scan of the domain, no matter who began it; `Follower` must stand on the page. */
export function useScanOf(id: string): Scan & { follow: { onUpdates: (updates: readonly RunUpdate[]) => void; onEnd: (run: Run) => void } } {
  const queries = useQueryClient();
  const overview = useGet('GET /api/domains/{id}/overview', { id });
  const send = useSend('POST /api/domains/{id}/scan');
  const [run, setRun] = useState<{ id: string; at: string } | null>(null);
  const [updates, setUpdates] = useState<readonly RunUpdate[]>([]);
  const [ended, setEnded] = useState<Run | null>(null);
  const found = overview.data?.data.run ?? null;
  const foundId = found !== null && found.id !== ended?.id ? found.id : null;
  const foundAt = found?.createdAt ?? null;
  useEffect(() => {
    if (foundId !== null && foundAt !== null) setRun({ id: foundId, at: foundAt });
  }, [foundId, foundAt]);
  const onEnd = useCallback((run: Run) => {
    setEnded(run);
    void Promise.all(refreshed.map(route => queries.invalidateQueries({ queryKey: [route] }))).then(() => {
      setRun(null);
      setUpdates([]);
    });
  }, [queries]);
  const start = (): void => {
    setEnded(null);
    send.mutate({ id }, { onSuccess: ({ data }) => setRun({ id: data.id, at: data.createdAt }) });
  };
  return { runId: run?.id ?? null, startedAt: run?.at ?? null, updates, ended, error: send.error, isStarting: send.isPending, start, follow: { onUpdates: setUpdates, onEnd } };
}
