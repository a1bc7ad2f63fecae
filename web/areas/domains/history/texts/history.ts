import { defineTexts } from '../../../../language/index.ts';

/** What was seen of a domain, and how two scans differ. */
export const texts = defineTexts('domains/history/history', () => ({
  what: 'The history',
  neverTitle: 'There is no history yet',
  never: 'Every scan of the domain is listed here, with what changed.',
  onlyTitle: 'Nothing has changed so far',
  only: 'Only scans with changes',
  lead: 'Choose two scans to compare.',
  label: 'Scans of the domain',
  columns: { at: 'Seen', grade: 'Grade', score: 'Score', changed: 'What changed', compare: 'Compare' },
  first: 'First scan',
  same: 'Nothing',
  withBefore: 'Compare with previous',
  name: (at: string) => `the scan of ${at}`,
  difference: 'The difference',
  between: (from: string, to: string) => `What changed from ${from} to ${to}`,
  last: 'the last scan',
  score: (before: number | null, after: number | null) => `Score ${before ?? 'unknown'} to ${after ?? 'unknown'}`,
  close: 'Close the comparison',
  none: 'The records are the same.',
  kinds: { added: 'Added', removed: 'Removed', changed: 'Changed' },
  appeared: 'New issues',
  ended: 'Resolved issues',
  unknown: (records: string) => `One of the two scans could not fully determine ${records}: missing values there are not reported as changes.`,
}));
