/** How fast pages come, and how long it takes at that rate until all that are known have come; null while too few have. */
export function paceOf({ done, total, elapsedMs }: { done: number; total: number; elapsedMs: number }): { pagesPerMinute: number; minutesLeft: number } | null {
  if (done < 5 || elapsedMs <= 0) return null;
  const perMs = done / elapsedMs;
  return { pagesPerMinute: Math.max(1, Math.round(perMs * 60_000)), minutesLeft: Math.floor((total - done) / perMs / 60_000) };
}
