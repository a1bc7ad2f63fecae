export const texts = {
  title: 'Overview',
} as const;
