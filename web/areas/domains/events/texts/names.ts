import { defineTexts } from '../../../../language/index.ts';

/** What the area is called. */
export const names = defineTexts('domains/events/names', () => ({
  events: 'Events',
  eventsAlso: 'changes history dns hijack authorize deny',
}));
