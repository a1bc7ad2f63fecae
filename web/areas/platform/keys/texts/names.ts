/** What the area is called. */
export const names = {
  keys: 'API keys',
} as const;
