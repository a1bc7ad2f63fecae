import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client, type DataOf } from './client.ts';
import { useGet } from './queries.ts';

/** A run as the service shows it, with its result once it has ended. */
export type Run = DataOf<'GET /api/runs/{id}'>['data'];

/** What a run told on the way, such as a part of its result. */
export interface RunUpdate {
  id: string;
  name: string;
  data: unknown;
}

const MOST_KEPT = 200;

/** A run while it goes on, with what it has told so far: its events are followed, and taken up again after a break. */
export function useRun(id: string): { query: ReturnType<typeof useGet<'GET /api/runs/{id}'>>; updates: readonly RunUpdate[] } {
  const queries = useQueryClient();
  const [updates, setUpdates] = useState<readonly RunUpdate[]>([]);
  const query = useGet('GET /api/runs/{id}', { id });
  const underWay = query.data !== undefined && !hasEnded(query.data.data);

  useEffect(() => {
    if (!underWay) return undefined;
    const leaving = new AbortController();
    const key = ['GET /api/runs/{id}', { id }];
    const change = (progress: Run['progress']): void => {
      queries.setQueryData<DataOf<'GET /api/runs/{id}'>>(key, before => before && { ...before, data: { ...before.data, status: 'running', progress } });
    };
    void client.runs.wait(id, {
      signal: leaving.signal,
      onProgress: change,
      onEvent: (name, data, eventId) => { if (eventId !== null) setUpdates(before => [...before, { id: eventId, name, data }].slice(-MOST_KEPT)); },
    }).then(() => leaving.signal.aborted ? undefined : queries.invalidateQueries({ queryKey: key }));
    return () => leaving.abort();
  }, [id, underWay, queries]);
  return { query, updates };
}

/** Whether the run has come to its end. */
export function hasEnded({ status }: Pick<Run, 'status'>): boolean {
  return status !== 'queued' && status !== 'running' && status !== 'paused';
}
