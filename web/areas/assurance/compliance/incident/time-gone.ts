/** The share of a duty's own time that is gone at `now`, from 0 to below 1; null where there is none to share out: it is over, or the duty is due at once. All in epoch milliseconds. */
export function timeGone(startsAt: number, dueAt: number, now: number): number | null {
  if (dueAt <= startsAt || now >= dueAt) return null;
  return Math.max(0, (now - startsAt) / (dueAt - startsAt));
}
