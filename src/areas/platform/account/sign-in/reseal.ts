import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';

/** What the sign-in library encrypted with one of the secrets `from`, encrypted with `to`; null where none of them opens it. */
export async function resealSignIn(data: string, from: readonly string[], to: string): Promise<string | null> {
  for (const key of from) {
    const opened = await symmetricDecrypt({ key, data }).catch(() => null);
    if (opened !== null) return symmetricEncrypt({ key: to, data: opened });
  }
  return null;
}
