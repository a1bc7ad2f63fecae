import { hash } from 'node:crypto';
import type { RawRequest } from './listener.ts';

/** Characters of base64url: 132 bits. */
const ETAG_CHARACTERS = 22;

/** A weak tag of `body` (RFC 9110 §8.8.3): the same for each of its codings. */
export function weakEtag(body: string): string {
  return `W/"${hash('sha1', body, 'base64url').slice(0, ETAG_CHARACTERS)}"`;
}

/** Whether the client says that it has what `etag` names (RFC 9110 §13.1.2: weak comparison). */
export function isKnown({ headers }: Pick<RawRequest, 'headers'>, etag: string): boolean {
  const known = headers['if-none-match'];
  return known !== undefined && known.split(',').some(one => one.trim() === '*' || opaque(one.trim()) === opaque(etag));
}

function opaque(etag: string): string {
  return etag.replace(/^W\//, '');
}
