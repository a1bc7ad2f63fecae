import type { NewJob } from '../../../store/index.ts';
import type { Severity } from '../../../core/finding.ts';
import type { EventKind } from './kinds.ts';
import type { EventRow } from './shapes.ts';
import type { EventsTexts } from './texts.ts';
import { without, type Value } from './value.ts';
import { notificationJob } from '../../platform/notifications/index.ts';

/** Why people hear of an event. */
export type Occasion = 'opened' | 'denied' | 'again' | 'resolved';

/** The job that tells people of the event, and how it ended where it did; to be added in the transaction that changes it. */
export function noticeOf(texts: EventsTexts, event: EventRow, occasion: Occasion, ending: string = event.state): NewJob {
  const [before, after] = [JSON.parse(event.before) as Value, JSON.parse(event.after) as Value];
  const [added, removed] = [without(after, before), without(before, after)];
  const { beginning, why } = occasion === 'resolved' ? texts.endings[ending]! : { beginning: texts.beginnings[occasion], why: texts.kinds[event.kind as EventKind] };
  return notificationJob({
    kind: event.kind,
    severity: event.severity as Severity,
    subjectType: 'domainEvent',
    subjectId: event.id,
    title: `${event.domain_name}: ${beginning}${event.title}`,
    body: [why, ...shown(removed).map(line => `- ${line}`), ...shown(added).map(line => `+ ${line}`)].join('\n'),
    data: {
      occasion, eventId: event.id, domainId: event.domain_id, domain: event.domain_name, state: event.state, count: event.count,
      added: shown(added), removed: shown(removed),
    },
  });
}

const MAX_SHOWN = 10;

function shown(lines: readonly string[]): string[] {
  return lines.slice(0, MAX_SHOWN);
}
