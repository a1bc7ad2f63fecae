/** What the area is called. */
export const names = {
  notifications: 'Notifications',
} as const;
