import { severities } from '../../../core/finding.ts';
import { toUnicode } from '../../../core/domain-name.ts';
import type { NewJob } from '../../../store/index.ts';
import { notificationJob } from '../../platform/notifications/index.ts';
import type { NewEvent } from './new-event.ts';
import { titleOf, whatToDo } from './sentences.ts';
import type { DarkwebTexts } from './texts.ts';
import { eventKinds, type EventKind } from './words.ts';

const MAX_LINES = 20;

/** What people can be notified of, by the kinds of events. */
export const noticeKinds: Readonly<Record<EventKind, string>> = { newBreach: 'darkweb.newBreach', newInfectedEmployee: 'darkweb.newInfectedEmployee', ransomClaim: 'darkweb.ransomClaim' };

/** The notifications of the events of a domain, one for each kind, with what to do and without any address. */
export function noticesOf(texts: DarkwebTexts, domain: { id: string; name: string }, events: readonly NewEvent[]): NewJob[] {
  return eventKinds.flatMap(kind => {
    const of = events.filter(event => event.kind === kind).toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
    if (of.length === 0) return [];
    const lines = of.slice(0, MAX_LINES).map(({ incident, added }) => `${texts.language.sentence(titleOf(texts, incident, domain.name))} ${added === null || added === 0 ? '' : `${texts.added(added)} `}${whatToDo(texts, incident)}`);
    const body = [...lines, ...(of.length > lines.length ? [texts.more(of.length - lines.length)] : [])].join('\n');
    return [notificationJob({
      kind: noticeKinds[kind], severity: of[0]!.severity, subjectType: 'domain', subjectId: domain.id, title: texts.events[kind](toUnicode(domain.name)), body,
      data: { path: `/domains/${domain.id}/darkweb`, incidents: of.slice(0, MAX_LINES).map(({ incident }) => incident.id) },
    })];
  });
}
