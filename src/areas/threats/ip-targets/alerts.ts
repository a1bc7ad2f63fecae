import type { Severity } from '../../../core/finding.ts';
import type { NewId } from '../../../core/ids.ts';
import type { Db } from '../../../store/index.ts';
import { defineAlerts } from '../../alert.ts';
import { settleAlerts } from '../../platform/alerts/index.ts';
import type { IpEventKind } from './events/kinds.ts';
import { pathOfEvent } from './events/notice.ts';
import { unsettled } from './store/events.ts';
import { addressesOfTargets, proofOf, type TargetRow } from './store/targets.ts';
import type { IpTargetsTexts } from './texts.ts';

/** The alerts of this area. */
export const ipTargetAlerts = defineAlerts('ip-targets', {
  'ipTarget.pending': { scope: 'vulnscan', says: 'A change at an IP target waits to be authorized or denied.' },
  'ipTarget.denied': { scope: 'vulnscan', says: 'A change at an IP target was denied and is still there.' },
  'ipTarget.unproven': { scope: 'vulnscan', says: 'An IP target cannot be shown to be the account\'s any more, and its ports are not scanned.' },
  'ipTarget.missed': { scope: 'vulnscan', says: 'A scheduled scan of an IP target did not happen.' },
});

/** States the alerts of a target by its events that are not settled and by its proof, in the transaction that changed them. */
export async function alertOfTarget(tx: Db, { newId, texts }: { newId: NewId; texts: IpTargetsTexts }, target: TargetRow, now: number): Promise<void> {
  const events = await unsettled(tx, target.id);
  const path = `/ip-targets/${target.id}`;
  await settleAlerts(tx, { newId }, ipTargetAlerts, aboutTarget(target), [
    ...events.map(event => ({
      kind: event.state === 'denied' ? 'ipTarget.denied' as const : 'ipTarget.pending' as const, cause: `${event.address} ${event.subject}`, severity: event.severity as Severity,
      title: `${event.address}: ${event.title}`, detail: texts.kinds[event.kind as IpEventKind], path: pathOfEvent(event), since: event.decided_at ?? event.created_at, notified: true,
    })),
    ...(target.state === 'lost' ? [{ kind: 'ipTarget.unproven' as const, cause: 'proof', severity: 'medium' as const, ...await unprovenText(tx, texts, target), path, notified: true }] : []),
    ...(target.missed === null ? [] : [{ kind: 'ipTarget.missed' as const, cause: 'schedule', severity: 'medium' as const, title: `${target.target} was not scanned as scheduled`, detail: target.missed, path }]),
  ], now);
}

/** What people read of a proof that is lost. */
export async function unprovenText(db: Db, texts: IpTargetsTexts, target: TargetRow): Promise<{ title: string; detail: string }> {
  const rows = (await addressesOfTargets(db, [target.id])).get(target.id) ?? [];
  const cause = rows.map(proofOf).find(({ state }) => state === 'notProven')?.cause ?? '';
  return texts.unproven(target.target, cause);
}

/** Clears the alerts of a target that is being deleted. */
export async function dropAlerts(tx: Db, { newId }: { newId: NewId }, target: TargetRow, now: number): Promise<void> {
  await settleAlerts(tx, { newId }, ipTargetAlerts, aboutTarget(target), [], now);
}

function aboutTarget({ account_id: accountId, id, label, target }: TargetRow) {
  return { accountId, domainId: null, subject: { type: 'ipTarget', id, label: label ?? target } };
}
