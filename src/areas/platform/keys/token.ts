import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** 224 random bits; with the check digits they fill 64 hexadecimal characters. */
const RANDOM_BYTES = 28;
const FORM = /^svc_[0-9a-f]{64}$/;
const CHECK_STARTS = 'svc_'.length + 2 * RANDOM_BYTES;

/** A new key: `svc_`, 28 unguessable bytes in hexadecimal and their CRC-32, most significant digit first. */
export function makeKeyToken(randomBytes: (size: number) => Buffer): string {
  const bytes = randomBytes(RANDOM_BYTES);
  return `svc_${bytes.toString('hex')}${crc32(bytes).toString(16).padStart(8, '0')}`;
}

/** The hash under which a key is stored, or null for a text that cannot be a key; never throws. */
export function parseKeyToken(text: string): string | null {
  if (!FORM.test(text)) return null;
  const bytes = Buffer.from(text.slice('svc_'.length, CHECK_STARTS), 'hex');
  return crc32(bytes) === Number.parseInt(text.slice(CHECK_STARTS), 16) ? hashOfToken(text) : null;
}

/** SHA-256, hexadecimal: all that is kept of a key. 224 random bits need neither salt nor stretching. */
export function hashOfToken(token: string): string {
  return hash('sha256', token);
}

/** What stays visible of a key: `svc_` and its first 8 characters. */
export function prefixOfToken(token: string): string {
  return token.slice(0, 'svc_'.length + 8);
}
