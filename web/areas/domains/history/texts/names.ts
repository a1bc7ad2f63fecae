/** What the area is called. */
export const names = {
  tab: 'History',
} as const;
