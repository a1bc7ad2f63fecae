import { createHash } from 'node:crypto';
import type { NewId } from '../../../../core/ids.ts';
import { severities, type Severity } from '../../../../core/finding.ts';
import { toUnicode } from '../../../../core/domain-name.ts';
import type { Speak } from '../../../../core/texts.ts';
import type { Db, NewJob, Queue } from '../../../../store/index.ts';
import type { Details, Registration } from '../details.ts';
import { distances } from '../score/weights.ts';
import type { Similarity } from '../score/score.ts';
import type { LookalikeEventRow, LookalikeRow } from '../shapes.ts';
import { candidateChangesOf, type CandidateChange } from '../state/lifecycle.ts';
import { GAP_MS, nothing, observe, type Facts, type Observation, type Pending } from '../state/observe.ts';
import { isNotified, severityOf } from '../state/severity.ts';
import { titleOf, type CandidateState, type LookalikeEventKind, type Review } from '../state/words.ts';
import { alertOfLookalikes, isWrong } from './alerts.ts';
import type { WatchedBrand } from './brand.ts';
import { candidatesNamed } from './candidates.ts';
import { probeSoon } from './probe-soon.ts';
import { newCandidate } from './new-candidate.ts';
import { scored } from './scored.ts';
import { tables } from '../tables.ts';
import { lookalikesTexts, type LookalikesTexts } from '../texts.ts';
import { lockDomain } from '../../../domains/inventory/index.ts';
import { textsOfAccount } from '../../../platform/account/index.ts';
import { notificationJob } from '../../../platform/notifications/index.ts';

/** What keeping needs. */
export interface Reservation {
  newId: NewId;
  queue: Queue;
  speak: Speak;
}

/** What was learnt of one candidate. What is left out was not checked, or could not be. */
export interface Learnt {
  name: string;
  seen?: Observation;
  details?: Details;
  registry?: { askedAt: number; registration: Registration | null };
  similarity?: Similarity;
  /** Of a name that is not kept yet; without it such a name is passed over. */
  named?: { kind: string; sources: number; /** Whether it is known that nobody had registered it. */ wasFree: boolean };
}

/** The threat from which a candidate is checked again within the hour. */
export const HOT_THREAT = 40;
const HOT_MS = 3_600_000;
/** When a second probe follows the first. */
export const CONFIRM_MS = 2 * GAP_MS;

/**
 * Keeps what was learnt at `at`, judges anew, and tells what happened, all in `tx`: rows are written only where something is not as it was,
 * and the same learnt again changes nothing.
 */
export async function keep(tx: Db, { newId, queue, speak }: Reservation, brand: WatchedBrand, learnt: readonly Learnt[], at: number): Promise<void> {
  if (learnt.length === 0 || !await lockDomain(tx, brand.domainId)) return;
  const rows = await candidatesNamed(tx, brand.domainId, learnt.map(({ name }) => name));
  const texts = await textsOfAccount({ db: tx, speak }, lookalikesTexts, brand.accountId);
  const jobs: NewJob[] = [];
  let [waits, isHot, alerts] = [false, false, false];
  for (const one of learnt) {
    const known = rows.get(one.name);
    const before = known ?? (one.named && begin(newId, brand, one.name, one.named, at));
    if (!before) continue;
    const { after: judged, happened } = judge(before, one, brand, at);
    // What was learnt without a probe brings none nearer, and puts none off.
    const after = { ...judged, probe_at: known && one.seen === undefined ? known.probe_at : nextProbe(before, judged, at) };
    if (!known || !isSame(known, after)) await write(tx, known, { ...after, version: before.version + 1, changed_at: at });
    else if (known.probe_at !== after.probe_at) await tables(tx).updateTable('lookalike').set({ probe_at: after.probe_at }).where('id', '=', known.id).execute();
    const events = happened.map(change => eventOf(newId, brand, before, after, change, at));
    if (events.length > 0) {
      await tables(tx).insertInto('lookalike_event').values(events).onConflict(conflict => conflict.columns(['domain_id', 'dedupe_key']).doNothing()).execute();
      jobs.push(...noticeOf(texts, brand, after, events));
    }
    alerts ||= isWrong(before.state) || isWrong(after.state);
    waits ||= after.probe_at !== null;
    isHot ||= after.threat >= HOT_THREAT && before.threat < HOT_THREAT;
  }
  if (alerts) await alertOfLookalikes(tx, { newId, texts }, brand, at);
  if (isHot) await probeWithinTheHour(tx, brand.domainId, at);
  if (waits) await probeSoon(tx, queue, brand, at);
  await queue.add(tx, brand.accountId, jobs);
}

function begin(newId: NewId, brand: WatchedBrand, name: string, { kind, sources, wasFree }: NonNullable<Learnt['named']>, at: number): LookalikeRow {
  const row = newCandidate(newId, brand, { name, kind, sources }, at);
  return wasFree ? { ...row, facts: JSON.stringify(nothing) } : row;
}

/** The candidate after what was learnt, and what has happened to it. */
function judge(before: LookalikeRow, { seen = {}, details, registry, similarity }: Learnt, brand: WatchedBrand, at: number): { after: LookalikeRow; happened: CandidateChange[] } {
  const known = { facts: JSON.parse(before.facts) as Facts, pending: before.pending === null ? {} : JSON.parse(before.pending) as Pending };
  const { facts, pending, changes } = observe(known, seen, at);
  const status = { facts: known.facts, state: before.state as CandidateState, review: before.review as Review, takenDownAt: before.taken_down_at, reEmergedAt: before.reemerged_at };
  const { candidateChanges, past } = candidateChangesOf(status, facts, changes, at);
  const moved = JSON.stringify(facts.addresses) !== JSON.stringify(known.facts.addresses);
  const { certificate, ...shown } = merged(JSON.parse(before.details) as Details, details, moved);
  const isRegistered = (facts.registered?.length ?? 0) > 0;
  // Who registers a name anew may be somebody else.
  const reset = changes.some(({ subject }) => subject === 'registered') ? { registration: null, registry_asked_at: null, similarity: null } : {};
  const after = scored({
    ...before, ...reset,
    facts: JSON.stringify(facts), pending: Object.keys(pending).length === 0 ? null : JSON.stringify(pending),
    details: JSON.stringify(certificate && !isRegistered ? { ...shown, certificate } : shown),
    taken_down_at: past.takenDownAt, reemerged_at: past.reEmergedAt,
    ...(registry ? { registry_asked_at: registry.askedAt, ...(registry.registration ? { registration: JSON.stringify(registry.registration) } : {}) } : {}),
    ...(similarity ? { similarity: JSON.stringify(similarity) } : {}),
  }, brand, at);
  const more: [LookalikeEventKind, boolean][] = [
    ['certificateIssued', certificate !== undefined && isRegistered],
    ['contentSimilar', isSimilar(similarity) && !isSimilar(before.similarity === null ? undefined : JSON.parse(before.similarity) as Similarity)],
    ['impersonating', after.state === 'impersonating' && before.state !== 'impersonating'],
  ];
  return { after, happened: [...candidateChanges, ...more.filter(([, is]) => is).map(([kind]) => ({ kind, before: [], after: [] }))] };
}

/** What is shown stays while the facts do: addresses take turns, and a page that is as before was seen before. */
function merged(before: Details, { addresses, web }: Details = {}, moved: boolean): Details {
  const isNews = web !== undefined && JSON.stringify({ ...before.web, at: 0 }) !== JSON.stringify({ ...web, at: 0 });
  return { ...before, ...(addresses && (moved || !before.addresses) ? { addresses } : {}), ...(isNews ? { web } : {}) };
}

/** Null where nothing waits for a probe. What nothing can be learnt of is checked ever more rarely. */
function nextProbe(before: LookalikeRow, { facts, pending }: LookalikeRow, at: number): number | null {
  if (pending === null && facts !== '{}') return null;
  return at + (pending === before.pending ? Math.max(CONFIRM_MS, at - before.changed_at) : CONFIRM_MS);
}

function isSimilar(similarity: Similarity | undefined): boolean {
  return similarity !== undefined && ((similarity.tlsh ?? Infinity) <= distances.likeText || (similarity.image ?? Infinity) <= distances.likeImage);
}

function isSame(before: LookalikeRow, after: LookalikeRow): boolean {
  return (Object.keys(after) as (keyof LookalikeRow)[]).every(column => column === 'probe_at' || before[column] === after[column]);
}

async function write(tx: Db, known: LookalikeRow | undefined, { id, ...row }: LookalikeRow): Promise<void> {
  if (known) await tables(tx).updateTable('lookalike').set(row).where('id', '=', id).execute();
  else await tables(tx).insertInto('lookalike').values({ id, ...row }).execute();
}

function eventOf(newId: NewId, brand: WatchedBrand, before: LookalikeRow, after: LookalikeRow, { kind, before: was, after: is }: CandidateChange, at: number): LookalikeEventRow {
  return {
    id: newId('lke'), account_id: brand.accountId, domain_id: brand.domainId, lookalike_id: after.id, name: after.name, kind, severity: severityOf(kind, after),
    title: titleOf(kind, toUnicode(after.name)), before: JSON.stringify(was), after: JSON.stringify(is),
    risk_before: before.risk, risk: after.risk, threat_before: before.threat, threat: after.threat, at,
    dedupe_key: createHash('sha256').update(JSON.stringify([after.id, kind, is, before.version])).digest('hex'),
  };
}

/** What people are notified of after one probe: its most severe event, and the others with it. */
export function noticeOf(texts: LookalikesTexts, brand: WatchedBrand, row: LookalikeRow, events: readonly LookalikeEventRow[]): NewJob[] {
  const notified = events.filter(({ kind }) => isNotified(kind as LookalikeEventKind, row));
  const [gravest] = notified.toReversed().toSorted((a, b) => severities.indexOf(a.severity as Severity) - severities.indexOf(b.severity as Severity));
  if (!gravest) return [];
  const kinds = events.map(({ kind }) => kind as LookalikeEventKind);
  const name = toUnicode(row.name);
  return [notificationJob({
    kind: `lookalike.${gravest.kind}`, severity: gravest.severity as Severity, subjectType: 'lookalike', subjectId: row.id,
    title: texts.titled(toUnicode(brand.domain), texts.happened(gravest.kind as LookalikeEventKind, name)),
    body: [...kinds.map(kind => texts.explained(kind, name)), texts.scores(row.risk, row.threat)].join('\n'),
    data: {
      domainId: brand.domainId, domain: brand.domain, lookalike: row.name, events: kinds, risk: row.risk, threat: row.threat, state: row.state,
      ...(gravest.kind === 'takenDown' ? { occasion: 'resolved' } : {}),
    },
  })];
}

/** Brings the next probe forward where it is further away. */
async function probeWithinTheHour(tx: Db, domainId: string, at: number): Promise<void> {
  const soon = at + HOT_MS;
  await tables(tx).updateTable('lookalike_watch').set(eb => ({
    hot_at: eb.fn.coalesce('hot_at', eb.val(soon)), due_at: eb.case().when('due_at', '>', soon).then(soon).else(eb.ref('due_at')).end(),
  })).where('domain_id', '=', domainId).execute();
}
