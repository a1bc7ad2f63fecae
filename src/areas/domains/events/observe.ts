import type { NewId } from '../../../core/ids.ts';
import type { Speak } from '../../../core/texts.ts';
import type { Queue } from '../../../store/index.ts';
import { textsOfAccount } from '../../platform/account/index.ts';
import { domainScanned } from '../history/index.ts';
import { lockDomain } from '../inventory/index.ts';
import { alertOfEvents } from './alerts.ts';
import { acceptInstead, formerAuthorities } from './accepting.ts';
import { judge } from './diff.ts';
import type { Change } from './change.ts';
import { closeEvent, noteBaseline, openEvent, type Certain, type Comparison } from './opening.ts';
import { isTurn, learn, type Learnt } from './rotation.ts';
import { deadlineNames, stepOf, type DeadlineName } from './steps.ts';
import { accept, countOpen, dropSuspicion, keepLearnt, lastOfChange, loadScene, saveSuspicion, updateEvent, type BaselineRow, type SuspicionRow } from './store.ts';
import { isOfZone, isRemembered, keysOf, read, subjectNames, type SubjectName } from './subjects.ts';
import { eventsTexts } from './texts.ts';
import { hashOf, mergeByKey, type Value } from './value.ts';
import { confirmAt } from './confirming.ts';


const CONFIRM_MS = { critical: 30_000, other: 120_000 } as const;
const RETRY_MS = 300_000;
/** Further scans that must see the same: addresses take turns at many hosts, and the scans come at ever longer intervals. */
const CONFIRMATIONS = { addresses: 4, other: 1 } as const;
/** How long addresses that are known to take turns must stay at a new place. */
const STAY_MS = 86_400_000;
/** A subject that never settles is scanned again this many times, then only in its turn. */
const MAX_ASKED = 10;
/** A changed nameserver explains what else changes in the zone for so long. */
const HOLD_MS = 86_400_000;

type Scene = Awaited<ReturnType<typeof loadScene>>;
type Comparing = Comparison & Scene;

interface Observing {
  queue: Queue;
  newId: NewId;
  speak: Speak;
}

/** Compares every scan of a domain with what is accepted, in the transaction that keeps the scan. */
export const observeScans = domainScanned.heardBy<Observing>(async (tx, { queue, newId, speak }, seen) => {
  if (!await lockDomain(tx, seen.domainId)) return;
  const texts = await textsOfAccount({ db: tx, speak }, eventsTexts, seen.accountId);
  const comparison: Comparing = { tx, seen, newId, texts, jobs: [], counts: false, ...await loadScene(tx, seen.domainId) };
  if (comparison.baselines.size === 0) {
    await begin(comparison);
  } else {
    for (const subject of subjectNames) await compare(comparison, subject);
    for (const deadline of deadlineNames) await remind(comparison, deadline);
  }
  if (comparison.counts) await countOpen(tx, seen.domainId, seen.at);
  if (comparison.counts || comparison.events.size > 0) await alertOfEvents(tx, { newId, texts }, seen.accountId, { id: seen.domainId, name: seen.name }, seen.at);
  await queue.add(tx, seen.accountId, [...comparison.jobs, ...furtherScan(comparison)]);
});

/** Accepts all that the first scan saw; a scan that saw nothing does not count. */
async function begin(comparison: Comparison): Promise<void> {
  const { tx, seen: { domainId, result, at } } = comparison;
  const values = subjectNames.map(subject => [subject, read(subject, result)] as const).filter(([, value]) => value !== null);
  for (const [subject, value] of values) await accept(tx, domainId, subject, value!, at);
  if (values.length > 0) await noteBaseline(comparison, values.map(([subject]) => subject));
}

async function compare(comparison: Comparing, subject: SubjectName): Promise<void> {
  const { tx, seen: { domainId, result, at }, baselines } = comparison;
  const value = read(subject, result);
  if (value === null) return putOff(comparison, subject);
  const row = baselines.get(subject);
  if (!row) return void baselines.set(subject, await accept(tx, domainId, subject, value, at));

  const { accepted, seen, reported, isPartial } = await merge(comparison, row, subject, value);
  const event = comparison.events.get(subject);
  const learnt = subject === 'dns.a' ? await learnTurns(comparison, row, accepted, seen) : null;
  if (hashOf(seen) === hashOf(accepted) || isTurn(learnt, seen)) return isPartial && !event && mayAsk(comparison, subject) ? putOff(comparison, subject) : isBack(comparison, subject);
  if (event && reported && hashOf(reported) === hashOf(seen)) {
    await trust(comparison, subject);
    if (!isRemembered(subject, result)) await updateEvent(tx, event.id, { last_seen_at: at });
    return;
  }
  const verdict = judge(subject, accepted, seen, { result, accepted: other => valueOf(baselines.get(other)), former: formerAuthorities(row) });
  if (verdict === 'keep') return trust(comparison, subject);
  if (verdict === 'follow') {
    baselines.set(subject, await acceptInstead(tx, row, seen, at));
    return isBack(comparison, subject);
  }
  if (!(isOfZone(subject) && isExplained(comparison, subject))) {
    await suspect(comparison, { subject, before: accepted, after: seen, change: verdict }, confirmationOf(subject, verdict, learnt));
  }
}

/** What is accepted, what was seen and what is reported, all of the same selectors, names and servers. */
async function merge({ tx, baselines, events, seen: { at, result } }: Comparing, row: BaselineRow, subject: SubjectName, value: Value): Promise<ReturnType<typeof mergeByKey>> {
  const former = JSON.parse(row.value) as Value;
  const event = events.get(subject);
  const reported = event ? JSON.parse(event.after) as Value : null;
  const keys = keysOf(subject, result);
  if (!keys) return { accepted: former, seen: value, reported, isPartial: false };
  const merged = mergeByKey(former, value, keys, reported);
  if (hashOf(merged.accepted) !== row.hash) {
    baselines.set(subject, await accept(tx, row.domain_id, subject, merged.accepted, at, row.learnt === null ? null : JSON.parse(row.learnt) as object));
  }
  return merged;
}

/** Learns from one more scan of addresses; what was denied is never learnt. */
async function learnTurns({ tx, events, seen: { at } }: Comparing, row: BaselineRow, accepted: Value, seen: Value): Promise<Learnt | null> {
  const known = row.learnt === null ? null : JSON.parse(row.learnt) as Learnt;
  const learnt = events.get('dns.a')?.state === 'denied' ? known : learn(known, accepted, seen, at);
  if (learnt && learnt !== known) await keepLearnt(tx, row, learnt);
  return learnt;
}

/** The accepted value is there: nothing is suspected any more, and an event of the subject has gone by itself. */
async function isBack(comparison: Comparing, subject: string): Promise<void> {
  await trust(comparison, subject);
  const event = comparison.events.get(subject);
  if (event) await closeEvent(comparison, event, 'reverted');
  comparison.events.delete(subject);
}

async function trust({ tx, suspicions, seen: { domainId } }: Comparing, subject: string): Promise<void> {
  if (suspicions.delete(subject)) await dropSuspicion(tx, domainId, subject);
}

/** One cause, one event: while the nameservers are others than accepted, what the zone says is theirs. */
function isExplained({ suspicions, events, seen: { at } }: Comparing, subject: SubjectName): boolean {
  const causes = subject === 'delegation' ? ['dns.ns'] : ['dns.ns', 'delegation'];
  return causes.some(cause => suspicions.has(cause) || (events.get(cause)?.created_at ?? 0) > at - HOLD_MS);
}

/** How long after the first scan the second one is due, and how many further scans a change needs. */
interface Confirmation {
  delayMs: number;
  scans: number;
}

function confirmationOf(subject: SubjectName, { severity }: Change, learnt: Learnt | null): Confirmation {
  if (learnt?.rotates) return { delayMs: STAY_MS, scans: 1 };
  if (subject === 'dns.a') return { delayMs: CONFIRM_MS.other, scans: CONFIRMATIONS.addresses };
  return { delayMs: severity === 'critical' ? CONFIRM_MS.critical : CONFIRM_MS.other, scans: CONFIRMATIONS.other };
}

/** A change is certain when as many further scans as it needs have seen the same. */
async function suspect(comparison: Comparing, suspected: Omit<Certain, 'firstSeenAt'> & { subject: SubjectName }, { delayMs, scans: needed }: Confirmation): Promise<void> {
  const { domainId, at } = comparison.seen;
  const { subject } = suspected;
  const [hash, row] = [hashOf(suspected.after), comparison.suspicions.get(subject)];
  const asked = (row?.asked ?? 0) + 1;
  if (row?.hash !== hash) return save(comparison, { domain_id: domainId, subject, hash, scans: 0, asked, first_seen_at: at, confirm_at: at + delayMs });
  if (at < row.confirm_at) return;
  if (isRemembered(subject, comparison.seen.result)) return putOff(comparison, subject);
  const scans = row.scans + 1;
  if (scans < needed) return save(comparison, { ...row, scans, asked, confirm_at: at + delayMs * 2 ** scans });
  await trust(comparison, subject);
  const event = await openEvent(comparison, { ...suspected, firstSeenAt: row.first_seen_at }, comparison.events.get(subject));
  if (event.state === 'open') comparison.events.set(subject, event);
  else comparison.events.delete(subject);
}

/** The scan that was to confirm could not: another one is asked for. */
async function putOff(comparison: Comparing, subject: SubjectName): Promise<void> {
  const row = comparison.suspicions.get(subject);
  if (row && comparison.seen.at >= row.confirm_at) await save(comparison, { ...row, asked: row.asked + 1, confirm_at: comparison.seen.at + RETRY_MS });
}

/** Whether a further scan may still tell what is suspected. */
function mayAsk({ suspicions }: Comparing, subject: SubjectName): boolean {
  const row = suspicions.get(subject);
  return row !== undefined && row.asked < MAX_ASKED;
}

async function save({ tx, suspicions }: Comparing, row: SuspicionRow): Promise<void> {
  suspicions.set(row.subject, row);
  await saveSuspicion(tx, row);
}

/** One event a step; the one before gives way to it, and goes when there is time again. */
async function remind(comparison: Comparing, deadline: DeadlineName): Promise<void> {
  const { tx, seen: { domainId, result, at }, events } = comparison;
  const step = stepOf(deadline, result, at);
  if (step === null) return;
  const event = events.get(deadline);
  if (step === 'none') return event && closeEvent(comparison, event, 'reverted');
  const hash = hashOf(step.value);
  if (event?.after_hash === hash) return;
  if (await lastOfChange(tx, domainId, deadline, hash)) return event && closeEvent(comparison, event, 'superseded');
  await openEvent(comparison, { subject: deadline, change: step.change, before: [], after: step.value, firstSeenAt: at }, event);
}

/** The job for the next scan that a suspicion waits for; none without a suspicion, or where scans do not help. */
function furtherScan({ suspicions, seen: { domainId, at } }: Comparing) {
  const times = [...suspicions.values()].filter(row => row.asked <= MAX_ASKED && row.confirm_at > at).map(row => row.confirm_at);
  if (times.length === 0) return [];
  const runAt = Math.min(...times);
  return [confirmAt(domainId, runAt)];
}

function valueOf(row: BaselineRow | undefined): Value | null {
  return row ? JSON.parse(row.value) as Value : null;
}
