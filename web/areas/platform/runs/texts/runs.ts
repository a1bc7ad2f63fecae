import { defineTexts } from '../../../../language/index.ts';

/** The list of runs. */
export const texts = defineTexts('platform/runs/runs', ({ number, plural }) => ({
  sample: [
    ['Running', 'shop.example', 'Website audit · 120 of 500 pages'],
    ['Done', 'shop.example', 'Domain scan · 0.7 s'],
    ['Done', 'old-shop.example', 'Search for lookalikes · 5,000 names'],
  ] as const,
  title: 'Runs',
  what: 'The list of runs',
  answer: (running: number, waiting: number) => running + waiting === 0 ? 'Nothing is running.' : [...(running > 0 ? [`${plural(running, { one: 'run', other: 'runs' })} under way`] : []), ...(waiting > 0 ? [`${waiting} waiting`] : [])].join(', ') + '.',
  filters: { status: 'Status', kind: 'Kind' },
  statuses: { queued: 'Waiting', running: 'Running', paused: 'Paused', completed: 'Done', partial: 'Partially done', failed: 'Failed', cancelled: 'Cancelled' },
  triggers: { manual: 'Manual', schedule: 'Scheduled' },
  columns: { subject: 'About', kind: 'Kind', status: 'Status', trigger: 'Trigger', createdAt: 'Requested', took: 'Took' },
  progress: (done: number, total: number) => total === 0 ? 'Starting' : `${done} of ${total}`,
  ofOne: 'Only runs about one domain',
  all: 'All runs',
  empty: 'No run yet',
  emptyWhy: 'A run is work that takes longer than a reply, such as the scan of a domain of the inventory. Manual runs stay here for 90 days, scheduled ones for 7.',
  emptyFiltered: 'No run matches these filters',
  toDomains: 'See the domains',
  clear: 'Clear all filters',
  seconds: (seconds: number) => seconds < 60 ? `${seconds < 10 ? number(seconds, 1) : Math.round(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`,
  none: '–',
}));
