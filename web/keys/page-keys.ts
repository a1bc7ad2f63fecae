import { useLayoutEffect, useRef } from 'react';
import type { PageKey } from './match.ts';

const declared = new Set<{ readonly current: readonly PageKey[] }>();

/** Declares keys for as long as the component is shown. */
export function usePageKeys(keys: readonly PageKey[]): void {
  const latest = useRef(keys);
  useLayoutEffect(() => { latest.current = keys; });
  useLayoutEffect(() => {
    declared.add(latest);
    return () => void declared.delete(latest);
  }, []);
}

/** The keys of what is shown now. */
export function pageKeys(): readonly PageKey[] {
  return [...declared].flatMap(({ current }) => current);
}
