import type { Severity } from '../../../../core/finding.ts';
import type { NewJob } from '../../../../store/index.ts';
import { without, type Value } from '../../../domains/events/index.ts';
import { notificationJob } from '../../../platform/notifications/index.ts';
import type { IpEventRow } from '../store/events.ts';
import type { IpTargetsTexts } from '../texts.ts';
import type { IpEventKind } from './kinds.ts';

/** Why people hear of an event. */
export type Occasion = 'opened' | 'denied' | 'again' | 'resolved';

const MAX_SHOWN = 10;

/** The page of the dashboard where an event of an address is decided. */
export function pathOfEvent({ target_id, id }: Pick<IpEventRow, 'target_id' | 'id'>): string {
  return `/ip-targets/${target_id}?event=${id}`;
}

/** The job that tells people of the event, and how it ended where it did; to be added in the transaction that changes it. */
export function noticeOf(texts: IpTargetsTexts, event: IpEventRow, occasion: Occasion): NewJob {
  const [before, after] = [JSON.parse(event.before) as Value, JSON.parse(event.after) as Value];
  const [added, removed] = [without(after, before).slice(0, MAX_SHOWN), without(before, after).slice(0, MAX_SHOWN)];
  const { beginning, why } = occasion === 'resolved' ? texts.endings[event.state]! : { beginning: texts.beginnings[occasion], why: texts.kinds[event.kind as IpEventKind] };
  return notificationJob({
    kind: event.kind, severity: event.severity as Severity, subjectType: 'ipEvent', subjectId: event.id, title: `${event.address}: ${beginning}${event.title}`,
    body: [why, ...removed.map(line => `- ${line}`), ...added.map(line => `+ ${line}`)].join('\n'),
    data: { occasion, state: event.state, targetId: event.target_id, address: event.address, path: pathOfEvent(event), added, removed },
  });
}
