/** What the area is called. */
export const names = {
  reports: 'E-mail reports',
} as const;
