/** The pages of the dashboard: each answers the same document, and its router shows the page. It is checked against this list. */
export const appPaths = [
  '/',
  '/sign-in',
  '/domains',
  '/domains/{id}',
  '/domains/{id}/email',
  '/domains/{id}/history',
  '/domains/{id}/subdomains',
  '/domains/{id}/setup',
  '/events',
  '/runs',
  '/runs/{id}',
  '/notifications',
  '/settings',
  '/settings/{section}',
  '/admin',
  '/admin/{section}',
] as const;
export type AppPath = (typeof appPaths)[number];
