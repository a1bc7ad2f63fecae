import { byName, defineTexts } from '../language/index.ts';

/** Keys of the pages, and the list of them. */
export const texts = defineTexts('keys', () => ({
  title: 'Keyboard shortcuts',
  also: 'hotkeys keys help',
  page: 'On this page',
  go: 'Go to',
  everywhere: 'Everywhere',
  none: 'This page has no keys of its own.',
  list: 'Show this list',
  search: 'Search',
  names: byName({ ArrowDown: '↓', ArrowUp: '↑', Enter: 'Enter' }),
  orKey: 'or',
  thenKey: 'then',
  off: 'Single keys can be turned off in your profile.',
  toProfile: 'Profile',
  next: 'Next row',
  previous: 'Previous row',
  open: 'Open or close the row',
  select: 'Select the row',
}));
