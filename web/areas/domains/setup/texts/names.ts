/** What the area is called. */
export const names = {
  tab: 'Set-up',
} as const;
