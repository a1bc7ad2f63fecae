/** What the area is called. */
export const names = {
  audit: 'Audit log',
} as const;
