export const texts = {
  title: 'Operator',
} as const;
