/** What the notifications are called. */
export const names = {
  notices: { 'ownership.*': 'Ownership' },
} as const;
