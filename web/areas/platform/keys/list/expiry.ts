const DAY_MS = 86_400_000;

export const expiries = ['days30', 'days90', 'days365', 'date', 'never'] as const;
export type Expiry = (typeof expiries)[number];

const days: Readonly<Partial<Record<Expiry, number>>> = { days30: 30, days90: 90, days365: 365 };

/** The moment at which a key ends that is made at `now`, as ISO 8601; undefined for never. A day counts to its end, in UTC. */
export function endOf(expiry: Expiry, date: string, now: number): string | undefined {
  if (expiry === 'never') return undefined;
  const at = expiry === 'date' ? Date.parse(`${date}T00:00:00Z`) + DAY_MS : now + days[expiry]! * DAY_MS;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
