/** What the area is called. */
export const names = {
  tab: 'E-mail',
} as const;
