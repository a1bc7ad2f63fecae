import { defineTexts } from '../../../../language/index.ts';

/** How often a domain is audited by itself. */
export const texts = defineTexts('web/audit-schedules/schedules', ({ plural }) => ({
  repeat: 'Repeat', never: 'Only now', what: 'The schedule', end: 'End schedule',
  every: (days: number) => (days === 1 ? 'Daily' : days === 7 ? 'Weekly' : `Every ${plural(days, { one: 'day', other: 'days' })}`),
  next: 'next audit',
}));
