import type { NewId } from '../../../../core/ids.ts';
import type { Db, NewJob } from '../../../../store/index.ts';
import { canonical, hashOf, type Value } from '../../../domains/events/index.ts';
import { accept, insertEvent, keyOf, loadScene, updateEvent, type IpEventRow } from '../store/events.ts';
import type { TargetRow } from '../store/targets.ts';
import type { IpTargetsTexts } from '../texts.ts';
import { noticeOf } from './notice.ts';
import { judge, read, subjectNames, wrongFromTheStart, type IpChange, type Seen, type SubjectName } from './subjects.ts';

interface Observing {
  tx: Db;
  newId: NewId;
  texts: IpTargetsTexts;
  target: TargetRow;
  now: number;
}

/** Compares what a scan saw with what is accepted; gives the notifications to send. The target is locked. */
export async function observe(observing: Observing, all: readonly Seen[]): Promise<NewJob[]> {
  const scene = await loadScene(observing.tx, observing.target.id);
  const notices: NewJob[] = [];
  for (const seen of all) {
    for (const subject of subjectNames) {
      const key = keyOf({ address: seen.address, subject });
      const event = scene.events.get(key);
      const stored = scene.baselines.get(key)?.value;
      const accepted = stored === undefined ? (wrongFromTheStart.has(subject) ? [] : null) : JSON.parse(stored) as Value;
      const value = read(subject, seen, event ? JSON.parse(event.after) as Value : accepted ?? []);
      if (value === null) continue;
      // The first value is accepted as it is.
      if (accepted === null) await accept(observing.tx, { targetId: observing.target.id, address: seen.address, subject }, value, observing.now);
      else notices.push(...await compare(observing, { subject, seen, value, accepted, event }));
    }
  }
  return notices;
}

async function compare(observing: Observing, { subject, seen, value, accepted, event }: { subject: SubjectName; seen: Seen; value: Value; accepted: Value; event: IpEventRow | undefined }): Promise<NewJob[]> {
  const { tx, target, now } = observing;
  if (event && event.after_hash === hashOf(value)) {
    await updateEvent(tx, event.id, { last_seen_at: now });
    return [];
  }
  if (hashOf(value) === hashOf(accepted)) return event ? [await close(observing, event, 'reverted')] : [];
  const change = judge(subject, accepted, value, seen);
  if (change !== null) return [...(event ? [await close(observing, event, 'superseded')] : []), await open(observing, { address: seen.address, subject, accepted, value, change })];
  await accept(tx, { targetId: target.id, address: seen.address, subject }, value, now);
  return event ? [await close(observing, event, 'reverted')] : [];
}

async function close({ tx, texts, now }: Observing, event: IpEventRow, state: 'reverted' | 'superseded'): Promise<NewJob> {
  const closed = await updateEvent(tx, event.id, { state, closed_at: now, next_alarm_at: null });
  return noticeOf(texts, closed, 'resolved');
}

async function open({ tx, newId, texts, target, now }: Observing, { address, subject, accepted, value, change }: { address: string; subject: SubjectName; accepted: Value; value: Value; change: IpChange }): Promise<NewJob> {
  const after = canonical(value);
  const event = await insertEvent(tx, {
    id: newId('ipe'), account_id: target.account_id, target_id: target.id, address, subject, ...change, state: 'open', before: JSON.stringify(accepted), after: JSON.stringify(after), after_hash: hashOf(after),
    created_at: now, last_seen_at: now, decided_at: null, decided_by: null, reason: null, next_alarm_at: null, closed_at: null,
  });
  return noticeOf(texts, event, 'opened');
}
