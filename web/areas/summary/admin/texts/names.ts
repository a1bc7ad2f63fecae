/** What the area is called. */
export const names = {
  admin: 'Operator',
} as const;
