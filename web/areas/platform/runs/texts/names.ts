/** What the area is called. */
export const names = {
  runs: 'Runs',
} as const;
