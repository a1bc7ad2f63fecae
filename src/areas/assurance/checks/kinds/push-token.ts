import { createHash } from 'node:crypto';

/** 128 bits. */
const TOKEN_BYTES = 16;

/** What a push check is called with; nobody guesses it, and only its hash is kept. */
export function newPushToken({ randomBytes }: { randomBytes(size: number): Buffer }): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}

export function pushHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Where a push check is called. */
export function pushUrlOf({ baseUrl }: { baseUrl: string }, token: string): string {
  return `${baseUrl}/api/status/push/${token}`;
}
