import { holds, useSession } from './session.ts';

/** Whether who is signed in may change things that belong to the account; a viewer only looks. */
export function useMayChange(): boolean {
  return holds(useSession()?.role ?? null, 'member');
}
