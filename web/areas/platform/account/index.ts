// What later areas may use of accounts.
/** The first page for people who are not signed in. */
export const loadLanding = () => import('./landing/page.tsx');
