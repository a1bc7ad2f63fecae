import { defineTexts } from '../../../../language/index.ts';

export const texts = defineTexts('assurance/compliance/tasks', ({ plural }) => ({
  title: 'Compliance tasks',
  what: 'The list of tasks',
  back: 'All frameworks',
  answer: (total: number, late: number) => (total === 0 ? 'Nothing has to be done.' : `${plural(total, { one: 'task', other: 'tasks' })}, ${late === 0 ? 'none of them overdue' : plural(late, { one: 'of them overdue', other: 'of them overdue' })}.`),
  emptyFiltered: 'No task matches the filters',
  empty: 'No tasks',
  emptyWhy: 'Open controls with a due date, stale evidence, expiring documents, yearly affirmations and reviews, and reporting duties of incidents appear here.',
  kinds: { control: 'Open control', staleEvidence: 'Stale evidence', document: 'Expiring document', affirmation: 'Yearly affirmation', planReview: 'Yearly review', duty: 'Reporting duty' },
  filters: { kind: 'Kind', overdue: 'Due' },
  overdueOnly: 'Overdue only',
  overdue: 'Overdue',
  open: 'Open',
  due: 'Due',
  noDay: 'Not done yet',
  affirm: 'Record a yearly affirmation',
  affirmWhy: 'Affirm with the authority first, such as in SPRS for CMMC. A reminder comes a year later.',
  fields: { framework: 'Framework', affirmedOn: 'Affirmed on', note: 'Note' },
  save: 'Record',
  failed: 'The affirmation was not recorded.',
}));
