import type { resourceScopes } from '../core/access.ts';

/** One kind of thing that can be wrong and that people act on, such as a denied change that is still there. */
export interface AlertKind {
  /** What is wrong, as one sentence: for the reference, and for those who filter by it. */
  says: string;
  /** The scope that a key needs to see its alerts. */
  scope: (typeof resourceScopes)[number];
  /** Its causes are failed findings: each account chooses from which severity on these are alerts. */
  finding?: true;
}

/** Kinds by their names, which all areas share; they stand in the database and never change. */
export type AlertKinds = Readonly<Record<string, AlertKind>>;

/** The kinds of alerts that one area raises. */
export interface AreaAlerts<Of extends AlertKinds = AlertKinds> {
  area: string;
  of: Of;
}

/** `defineAlerts('status', { 'status.down': { scope: 'status', says: '…' } })` states what an area raises, for `alerts` of its declaration and for `settleAlerts`. */
export function defineAlerts<const Of extends AlertKinds>(area: string, of: Of): AreaAlerts<Of> {
  return { area, of };
}

/** A kind with the area that raises it. */
export interface KnownAlertKind extends AlertKind {
  area: string;
}

/** The kinds of all these areas. Throws for a name that two have. */
export function alertKindsIn(areas: readonly { alerts?: AreaAlerts }[]): ReadonlyMap<string, KnownAlertKind> {
  const all = areas.flatMap(({ alerts }) => (alerts ? Object.entries(alerts.of).map(([kind, of]) => [kind, { ...of, area: alerts.area }] as const) : []));
  const known = new Map(all);
  if (known.size < all.length) throw new TypeError('Two areas declare the same kind of alert.');
  return known;
}
