import { client } from './client.ts';
import type { Failure } from '../../src/surfaces/client/index.ts';

/** What a step of signing in leads to: a session, the second factor, or a refusal that says why. */
export type SignInStep = { step: 'done' } | { step: 'secondFactor' } | { step: 'refused'; failure: Failure };

/** Signs in by e-mail address and password. */
export async function signIn(email: string, password: string): Promise<SignInStep> {
  const result = await client('POST /api/auth/sign-in/email', { email, password });
  if (!result.ok) return { step: 'refused', failure: result };
  return (result.data as { twoFactorRedirect?: boolean } | null)?.twoFactorRedirect ? { step: 'secondFactor' } : { step: 'done' };
}

/** Ends the session of this browser; answers with the failure where that did not work, else null. */
export async function signOut(): Promise<Failure | null> {
  const result = await client('POST /api/auth/sign-out', {});
  return result.ok ? null : result;
}
