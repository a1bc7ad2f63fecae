import { createHash } from 'node:crypto';

const TOKEN_BYTES = 24;

/** A token for a link, 192 bits, and its hash, which alone is stored. */
export function makeLinkToken(randomBytes: (size: number) => Buffer): { token: string; hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

/** SHA-256, hexadecimal. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
