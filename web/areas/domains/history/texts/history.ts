import { defineTexts } from '../../../../language/index.ts';

/** What was seen of a domain, and how two scans differ. */
export const texts = defineTexts('domains/history/history', () => ({
  what: 'The history',
  neverTitle: 'There is no history yet',
  never: 'Each look at the domain is kept here, with what changed.',
  onlyTitle: 'Nothing has changed so far',
  only: 'Only looks that saw a change',
  lead: 'Choose two looks to see what differs between them.',
  label: 'Looks at the domain',
  columns: { at: 'Seen', grade: 'Grade', score: 'Score', changed: 'What changed', compare: 'Compare' },
  first: 'First look',
  same: 'Nothing',
  withBefore: 'With the one before',
  name: (at: string) => `the look of ${at}`,
  difference: 'The difference',
  between: (from: string, to: string) => `What changed from ${from} to ${to}`,
  last: 'the last look',
  score: (before: number | null, after: number | null) => `Score ${before ?? 'unknown'} to ${after ?? 'unknown'}`,
  close: 'Close the comparison',
  none: 'The records are the same.',
  kinds: { added: 'Added', removed: 'Removed', changed: 'Changed' },
  appeared: 'New issues',
  ended: 'Issues that ended',
  untold: (records: string) => `One of the two looks could not tell all of ${records}: what was missing there is not told as a change.`,
}));
