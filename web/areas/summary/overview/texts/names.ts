/** What the area and its notifications are called. */
export const names = {
  overview: 'Overview',
  notices: { 'report.weekly': 'Weekly reports' },
} as const;
