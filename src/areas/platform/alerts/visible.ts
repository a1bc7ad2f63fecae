import { known, type Caller } from '../../../core/access.ts';
import type { Db } from '../../../store/index.ts';
import { findingsFrom } from './settings.ts';
import { presentAlert, type AlertKindMap, type AlertRecord } from './shapes.ts';
import { alertsOf, countAlerts, type Visible } from './store.ts';

/** What the caller may see of the account's alerts: a key those of its scopes, a person all. */
export async function alertsVisible(db: Db, kinds: AlertKindMap, caller: Caller, now: number): Promise<Visible> {
  const who = known(caller);
  const seen = who.kind === 'key' ? new Map([...kinds].filter(([, { scope }]) => who.scopes.includes(scope))) : kinds;
  return { accountId: who.account.id, kinds: seen, findingsFrom: await findingsFrom(db, who.account.id), now };
}

/** What is wrong now for the caller and not muted: the first of it, the most severe first, and how many alerts there are in all. */
export async function currentAlerts(
  { db, alertKinds, baseUrl }: { db: Db; alertKinds: AlertKindMap; baseUrl: string }, caller: Caller, now: number, most: number,
): Promise<{ alerts: AlertRecord[]; count: number }> {
  const visible = await alertsVisible(db, alertKinds, caller, now);
  const [rows, { total }] = [await alertsOf(db, visible, {}, null, most), await countAlerts(db, visible, {})];
  return { alerts: rows.map(row => presentAlert(row, alertKinds, baseUrl, now)), count: total };
}
