import type { Db } from '../../../../store/index.ts';
import { textsOfAccount } from '../../../platform/account/index.ts';
import { troublesFor } from '../../status/index.ts';
import type { Cause } from '../machine/outcome.ts';
import type { Advanced } from '../results/advanced.ts';
import type { ChecksServices } from '../services.ts';
import type { CheckRow } from '../spec.ts';
import { tables } from '../tables.ts';
import { checksTexts, type ChecksTexts } from '../texts.ts';
import { alertOfCheck } from './alert.ts';
import { leaveIncident } from './leave.ts';
import { affectedIn, openIncident, saveIncident, withAffected, withEntry, type IncidentRow } from './store.ts';
import { downNotice, flappingNotice } from './notices.ts';

type Means = Pick<ChecksServices, 'newId' | 'speak' | 'queue'>;

/** What stands for all hosts where this side has failed. */
const OUR_SIDE = '*';

/** Lets incidents, alerts, notifications and kept failures follow from results, in the transaction that keeps them. */
export async function applyTransitions(tx: Db, services: Means, advanced: readonly Advanced[], now: number): Promise<void> {
  await keepFailures(tx, services, advanced);
  await noteOurSide(tx, services, advanced, now);
  const changed = advanced.filter(one => one.transitions.length > 0 || needsIncident(one));
  if (changed.length === 0) return;
  const parents = await downAmong(tx, changed.flatMap(({ row }) => row.parent_id ?? []));
  for (const one of changed) {
    const texts = await textsOfAccount({ db: tx, speak: services.speak }, checksTexts, one.row.account_id);
    await applyOne(tx, services, one, { texts, isMuted: one.row.parent_id !== null && parents.has(one.row.parent_id) }, now);
  }
}

/** Down without an incident: its parent was down, or it was flapping, when it went down. */
function needsIncident({ row, machine, result }: Advanced): boolean {
  return machine.base === 'down' && result.outcome === 'down' && row.incident_id === null && !machine.flapping;
}

async function applyOne(tx: Db, services: Means, one: Advanced, { texts, isMuted }: { texts: ChecksTexts; isMuted: boolean }, now: number): Promise<void> {
  const { row, machine, result, transitions } = one;
  let incident: IncidentRow | null = null;
  if (needsIncident(one) && !isMuted) incident = await join(tx, services, one, texts, now);
  if (transitions.includes('cameUp') && row.incident_id !== null) await leaveIncident(tx, services, row, { texts, kind: 'recovered' }, now);
  if (transitions.includes('beganFlapping')) await services.queue.add(tx, row.account_id, [flappingNotice(texts, row)]);
  const isDown = machine.base === 'down' && !isMuted && !machine.flapping;
  const cause = texts.causes[result.cause ?? 'condition'];
  await alertOfCheck(tx, services, row, {
    down: isDown && (incident !== null || row.incident_id !== null) ? { title: texts.down(row.name, cause), detail: one.error ?? texts.seeIncident } : null,
    degraded: one.state === 'degraded' ? texts.degradedDetail(cause) : null, flapping: machine.flapping,
  }, texts, now);
}

/** Joins the open incident of this host and cause, or opens one, of which people are notified once. */
async function join(tx: Db, services: Means, { row, result, error }: Advanced, texts: ChecksTexts, now: number): Promise<IncidentRow> {
  const cause = result.cause ?? 'condition';
  const host = row.host === '' ? row.id : row.host;
  const entry = { at: result.at, text: texts.joined(row.name, error ?? texts.causes[cause]) };
  const affected = { id: row.id, name: row.name, from: result.at, until: null };
  const there = await openIncident(tx, row.account_id, host, cause);
  const incident = there
    ? await saveIncident(tx, there.id, { checks: withAffected(affectedIn(there), affected), timeline: withEntry(there, { ...entry, kind: 'joined' }), title: texts.severalDown(row.host, texts.causes[cause]) })
    : await open(tx, services, { row, host, cause, title: texts.down(row.name, texts.causes[cause]), affected, entry: { ...entry, kind: 'opened' } }, texts, now);
  await tables(tx).updateTable('custom_check').set({ incident_id: incident.id }).where('id', '=', row.id).execute();
  return incident;
}

interface Opening {
  row: CheckRow;
  host: string;
  cause: Cause;
  title: string;
  affected: { id: string; name: string; from: number; until: null } | null;
  entry: { at: number; kind: 'opened'; text: string };
}

async function open(tx: Db, services: Means, { row, host, cause, title, affected, entry }: Opening, texts: ChecksTexts, now: number): Promise<IncidentRow> {
  const troubles = await troublesFor(tx, row.account_id, now);
  const reported = troubles.map(({ name, level, since }) => ({ at: since ?? entry.at, kind: 'service' as const, text: texts.service(name, level) }));
  const incident = await tables(tx).insertInto('check_incident').values({
    id: services.newId('cin'), account_id: row.account_id, host, cause, title, started_at: entry.at, resolved_at: null, acknowledged_at: null, acknowledged_by: null, note: null,
    checks: JSON.stringify(affected ? [affected] : []), services: JSON.stringify(troubles), timeline: withEntry({ timeline: '[]' }, entry, ...reported),
  }).returningAll().executeTakeFirstOrThrow();
  await services.queue.add(tx, row.account_id, [downNotice(texts, row.id, { id: incident.id, title, cause, what: [entry.text, ...reported.map(({ text }) => text)] })]);
  return incident;
}

/** One incident of an account says that this side has failed; it ends with the first result that says otherwise. */
async function noteOurSide(tx: Db, services: Means, advanced: readonly Advanced[], now: number): Promise<void> {
  for (const [accountId, ones] of Map.groupBy(advanced, ({ row }) => row.account_id)) {
    const failing = ones.find(({ result }) => result.cause === 'ourSide');
    const isOver = ones.some(({ result }) => result.outcome === 'up' || result.outcome === 'degraded') && !failing;
    const there = failing || isOver ? await openIncident(tx, accountId, OUR_SIDE, 'ourSide') : undefined;
    const texts = (failing && !there) || (isOver && there) ? await textsOfAccount({ db: tx, speak: services.speak }, checksTexts, accountId) : null;
    if (failing && !there) {
      await open(tx, services, { row: failing.row, host: OUR_SIDE, cause: 'ourSide', title: texts!.ourSide, affected: null, entry: { at: failing.result.at, kind: 'opened', text: texts!.ourSideDetail } }, texts!, now);
    } else if (isOver && there) await saveIncident(tx, there.id, { resolved_at: now, timeline: withEntry(there, { at: now, kind: 'resolved', text: texts!.resolved }) });
  }
}

const HOURLY_MS = 3_600_000;

/** Of an outage, what the first failures were like, and one an hour. */
async function keepFailures(tx: Db, { newId }: Means, advanced: readonly Advanced[]): Promise<void> {
  const kept = advanced.filter(({ row, before, result, seen }) => seen !== null && result.outcome === 'down' && (before.base !== 'down' || result.at % HOURLY_MS < row.interval_seconds * 1000));
  if (kept.length === 0) return;
  await tables(tx).insertInto('check_failure').values(kept.map(({ row, result, seen }) => ({ id: newId('chf'), account_id: row.account_id, check_id: row.id, at: result.at, seen: JSON.stringify(seen) }))).execute();
}

/** Those of the checks that are down, or may be. */
async function downAmong(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tables(tx).selectFrom('custom_check').select('id').where('id', 'in', ids).where('enabled', '=', 1).where('state', 'in', ['down', 'suspect', 'recovering']).execute();
  return new Set(rows.map(({ id }) => id));
}
