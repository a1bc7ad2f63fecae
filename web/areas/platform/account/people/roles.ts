import type { Role } from '../../../../api/session.ts';

export type { Role };

/** All roles; each may also do what the ones before it may. */
export const roles: readonly Role[] = ['viewer', 'member', 'admin', 'owner'];
