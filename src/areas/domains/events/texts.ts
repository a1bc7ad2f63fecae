import { defineTexts, type SpokenOf } from '../../../core/texts.ts';
import { eventKinds, type EventKind } from './kinds.ts';

interface Ending {
  beginning: string;
  why: string;
}

const endings: Readonly<Partial<Record<string, Ending>>> = {
  authorized: { beginning: 'Authorized: ', why: 'Somebody authorized the change.' },
  reverted: { beginning: 'Resolved: ', why: 'It is resolved; nothing to do.' },
  superseded: { beginning: 'Replaced: ', why: 'It has been superseded by another change, which is reported separately unless it was announced.' },
  domainDeleted: { beginning: 'No longer monitored: ', why: 'The domain was deleted from the inventory.' },
};
const kinds: Readonly<Record<EventKind, string>> = eventKinds;

/** What notifications of events say besides the title of the event. */
export const eventsTexts = defineTexts('domains/events', () => ({
  /** What stands before the title. */
  beginnings: { opened: '', denied: 'Denied: ', again: 'Still changed: ' },
  /** How an event ended: its state, or `domainDeleted`. */
  endings,
  /** Why each kind matters. */
  kinds,
}));
export type EventsTexts = SpokenOf<typeof eventsTexts>;
