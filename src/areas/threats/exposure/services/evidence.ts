import type { ServiceEvidence } from './service.ts';

const MAX_CHARACTERS = 256;
const MAIL_ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
/** Challenges, session ids and keys; no version and no name of a program is as long. */
const TOKEN = /[A-Za-z0-9+/_=]{40,}/g;

/** What the service sent, for people: at most 256 characters, control characters escaped, addresses of people and long tokens left out. */
export function evidenceOf(from: string, sent: Uint8Array | string): ServiceEvidence {
  const text = typeof sent === 'string' ? sent : Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength).toString('latin1');
  const readable = text.slice(0, 4 * MAX_CHARACTERS).trimEnd()
    .replaceAll(MAIL_ADDRESS, '<address>').replaceAll(TOKEN, '<token>')
    .replaceAll(/[^\x20-\x7e]/g, escaped);
  return { from, text: readable.slice(0, MAX_CHARACTERS) };
}

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0').slice(-2)}`;
}
