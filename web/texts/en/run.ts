export const texts = {
  title: 'Run',
} as const;
