export const texts = {
  title: 'Events',
} as const;
