import type { WatchRow } from '../shapes.ts';

/** What one sweep checks. Each tier has those before it in it. `hot`: candidates that do harm now; `daily`: all candidates, and the likeliest quarter of the other names; `all`: everything. */
export type Tier = 'hot' | 'daily' | 'all';

const HOUR_MS = 3_600_000;
export const everyMs: Readonly<Record<Tier, number>> = { hot: HOUR_MS, daily: 24 * HOUR_MS, all: 7 * 24 * HOUR_MS };

/** How many of the likeliest names the tier asks for. */
export function namesOf(tier: Tier, names: number): number {
  return tier === 'all' ? names : tier === 'daily' ? Math.ceil(names / 4) : 0;
}

/** The widest tier whose time has come. */
export function tierDue({ daily_at, weekly_at }: Pick<WatchRow, 'daily_at' | 'weekly_at'>, now: number): Tier {
  return weekly_at <= now ? 'all' : daily_at <= now ? 'daily' : 'hot';
}
