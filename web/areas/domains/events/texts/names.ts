/** What the area is called. */
export const names = {
  events: 'Events',
} as const;
