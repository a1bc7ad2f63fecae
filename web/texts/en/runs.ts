export const texts = {
  title: 'Runs',
} as const;
