import type { Failure, Result } from '../../src/surfaces/client/index.ts';
import { client } from './client.ts';

/** What a step of signing in leads to: a session, the second factor, a letter to open first, or a refusal that says why. */
export type SignInStep = { step: 'done' } | { step: 'secondFactor' } | { step: 'letter' } | { step: 'refused'; failure: Failure };

/** A session of the person, as the list shows it. */
export interface OwnSession {
  id: string;
  /** Ends it. */
  token: string;
  createdAt: string;
  updatedAt: string;
  ipAddress: string | null;
  userAgent: string | null;
}

export interface Passkey {
  id: string;
  name: string | null;
  createdAt: string | null;
  /** Whether the device keeps it to itself. */
  deviceType: 'singleDevice' | 'multiDevice';
}

/** The secret of an authenticator as an otpauth address, and the codes for when it is lost. */
export interface SecondFactor {
  totpURI: string;
  backupCodes: string[];
}

/** Signs in by e-mail address and password. */
export async function signIn(email: string, password: string): Promise<SignInStep> {
  const result = await client('POST /api/auth/sign-in/email', { email, password });
  if (!result.ok) return { step: 'refused', failure: result };
  return (result.data as { twoFactorRedirect?: boolean } | null)?.twoFactorRedirect ? { step: 'secondFactor' } : { step: 'done' };
}

/** Makes an account; where the service sends mail, its letter must be opened before the first sign-in, and leads to `verified`. */
export async function signUp(input: { name: string; email: string; password: string }, verified: string): Promise<SignInStep> {
  const result = await client('POST /api/auth/sign-up/email', { ...input, callbackURL: verified });
  if (!result.ok) return { step: 'refused', failure: result };
  return (result.data as { token?: string | null }).token ? { step: 'done' } : { step: 'letter' };
}

/** Ends the session of this browser; answers with the failure where that did not work, else null. */
export async function signOut(): Promise<Failure | null> {
  return failureOf(await client('POST /api/auth/sign-out', {}));
}

/** Whether this browser can make and use passkeys. */
export const passkeysWork = 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Whether passkeys can stand in the suggestions of a field. */
export async function passkeysInField(): Promise<boolean> {
  return passkeysWork && await PublicKeyCredential.isConditionalMediationAvailable();
}

/** Signs in by a passkey; null where the person or `signal` gave it up. */
export async function signInByPasskey(mediation: CredentialMediationRequirement, signal: AbortSignal): Promise<SignInStep | null> {
  const asked = await client('GET /api/auth/passkey/generate-authenticate-options', {}, { signal });
  if (!asked.ok) return asked.problem.code === 'aborted' ? null : { step: 'refused', failure: asked };
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked.data as unknown as PublicKeyCredentialRequestOptionsJSON);
  const credential = await navigator.credentials.get({ publicKey, mediation, signal }).catch(() => null) as PublicKeyCredential | null;
  if (credential === null) return null;
  const result = await client('POST /api/auth/passkey/verify-authentication', { response: { ...credential.toJSON() } });
  return result.ok ? { step: 'done' } : { step: 'refused', failure: result };
}

/** Makes a passkey on this device and keeps it under `name`; `given up` where the person did not go through with it. */
export async function addPasskey(name: string): Promise<Failure | 'given up' | null> {
  const asked = await client('GET /api/auth/passkey/generate-register-options', { name });
  if (!asked.ok) return asked;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked.data as unknown as PublicKeyCredentialCreationOptionsJSON);
  const credential = await navigator.credentials.create({ publicKey }).catch(() => null) as PublicKeyCredential | null;
  if (credential === null) return 'given up';
  return failureOf(await client('POST /api/auth/passkey/verify-registration', { response: { ...credential.toJSON() }, name }));
}

/** Why it did not work; null where it did. */
export function failureOf(result: Result<unknown>): Failure | null {
  return result.ok ? null : result;
}
