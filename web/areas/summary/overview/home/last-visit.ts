const DAY_MS = 86_400_000;
/** A visit lasts as long as the pauses in it are shorter than this. */
const PAUSE_MS = 30 * 60_000;
const FIRST_DAYS = 7;

interface Visits {
  /** When the visit before this one ended, epoch milliseconds; null in the first. */
  before: number | null;
  /** When this one was last seen. */
  seen: number;
}

/** Notes this moment as part of a visit of the account, and gives from when on changes are new to this browser; `isFirst` where it was never here. */
export function noteVisit(accountId: string, now: number, storage: Pick<Storage, 'getItem' | 'setItem'>): { since: string; isFirst: boolean } {
  const key = `dss-visit-${accountId}`;
  const known = read(storage, key);
  const visit: Visits = known === null ? { before: null, seen: now } : { before: now - known.seen > PAUSE_MS ? known.seen : known.before, seen: now };
  try {
    storage.setItem(key, JSON.stringify(visit));
  } catch {
    // A browser that keeps nothing shows the last days each time.
  }
  return { since: new Date(visit.before ?? now - FIRST_DAYS * DAY_MS).toISOString(), isFirst: visit.before === null };
}

function read(storage: Pick<Storage, 'getItem'>, key: string): Visits | null {
  try {
    const { before, seen } = JSON.parse(storage.getItem(key) ?? '') as Partial<Visits>;
    return typeof seen === 'number' && (before === null || typeof before === 'number') ? { before, seen } : null;
  } catch {
    return null;
  }
}
