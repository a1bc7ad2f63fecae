import { useQuery } from '@tanstack/react-query';
import type { SearchResult } from '../area.ts';
import { texts } from '../texts/shell.ts';

const FEWEST_LETTERS = 3;

interface Found { page: string; heading: string; path: string }

/** The parts of the documentation that say something of what was typed. */
export function useDocs(query: string): SearchResult {
  const { data = [], error, isLoading } = useQuery({ queryKey: ['docs', query], queryFn: ({ signal }) => find(query, signal), enabled: query.length >= FEWEST_LETTERS, staleTime: Infinity });
  const entries = data.map(({ page, heading, path }) => ({
    key: path, to: '', icon: 'docs' as const, label: heading === page ? page : `${page}: ${heading}`, run: () => window.location.assign(path),
  }));
  return { group: texts.docs, entries, error, isPending: isLoading, isAfterPages: true };
}

async function find(query: string, signal: AbortSignal): Promise<readonly Found[]> {
  const reply = await fetch(`/docs/search.json?${new URLSearchParams({ q: query }).toString()}`, { signal });
  if (!reply.ok) throw new Error(reply.statusText);
  return ((await reply.json()) as { data: readonly Found[] }).data;
}
