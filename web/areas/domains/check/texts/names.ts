/** What the search offers. */
export const names = {
  checkNow: (domain: string) => `Check ${domain} now`,
} as const;
