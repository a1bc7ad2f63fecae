export const texts = {
  title: 'Notifications',
} as const;
