export const texts = {
  title: 'Settings',
} as const;
