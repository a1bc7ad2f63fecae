import { createECDH, createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { Party } from './ca.ts';

/** A party whose P-256 key follows from its name: TLSA records can name it before any server runs. */
function fixedParty(name: string): Party {
  const ecdh = createECDH('prime256v1');
  const secret = createHash('sha256').update(name).digest();
  ecdh.setPrivateKey(secret);
  const point = ecdh.getPublicKey().subarray(1);
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const privateKey = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x: part(0), y: part(32), d: secret.toString('base64url') }, format: 'jwk' });
  return { name, privateKey, publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }) };
}

/** The key of every server of the lab. */
export const labServer = fixedParty('lab server');
/** An authority that nobody trusts but by TLSA. */
export const privateAuthority = fixedParty('Lab Private CA');

/** Words for zone lines: what TLSA records with selector 1 and matching type 1 hold of these keys (RFC 6698 §2.1). */
export const keyWords: Readonly<Record<string, string>> = {
  labServerKey: digestOf(labServer),
  privateAuthorityKey: digestOf(privateAuthority),
};

function digestOf({ publicKey }: Party): string {
  return createHash('sha256').update(publicKey).digest('hex');
}
