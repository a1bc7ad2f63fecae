import { Cursor } from './cursor.ts';

const MAX_NAME_BYTES = 255;
const MAX_LABEL_BYTES = 63;
/** A name has at most 127 labels, and no sane encoder points more often than once a label. */
const MAX_POINTERS = 127;

/** What each byte of a label looks like as text: lower case, `\.`, `\\`, and `\DDD` for what cannot be shown (RFC 1035 §5.1). */
const TEXT_OF_BYTE: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (character === '.' || character === '\\') return `\\${character}`;
  return byte > 0x20 && byte < 0x7f ? character.toLowerCase() : `\\${String(byte).padStart(3, '0')}`;
});

const TOKEN = /\\\d{3}|\\?[^]/g;

/**
 * The wire form of a name in presentation form, with or without the trailing dot; the root is `''`.
 * Null for an empty label, a label above 63 bytes, a name above 255 (RFC 1035 §2.3.4), a bad escape or a character beyond ASCII.
 */
export function encodeName(name: string): Uint8Array | null {
  if (name === '' || name === '.') return new Uint8Array(1);
  if (name.length > 4 * MAX_NAME_BYTES) return null;
  const wire = new Uint8Array(MAX_NAME_BYTES);
  let label = 0;
  let at = 1;
  for (const [token] of name.matchAll(TOKEN)) {
    const octet = token === '.' ? 0 : octetOf(token);
    if (octet === null || at >= MAX_NAME_BYTES) return null;
    if (token === '.') {
      if (!closeLabel(wire, label, at)) return null;
      label = at++;
    } else wire[at++] = octet;
  }
  if (at === label + 1) return wire.slice(0, at);
  return at < MAX_NAME_BYTES && closeLabel(wire, label, at) ? wire.slice(0, at + 1) : null;
}

/** The one form of a name that `readName` gives, or null where it cannot be encoded. */
export function canonicalName(name: string): string | null {
  const wire = encodeName(name);
  return wire && readName(new Cursor(wire));
}

/** Reads a name, compressed or not (RFC 1035 §4.1.4), in lower case without the trailing dot; a pointer must point backwards. */
export function readName(cursor: Cursor): string {
  const { bytes } = cursor;
  let { at, end } = cursor;
  let segment = at;
  let after = -1;
  let pointers = 0;
  let wireLength = 1;
  let text = '';
  for (;;) {
    const length = at < end ? bytes[at]! : -1;
    if (length === 0) break;
    if (length >= 0xc0) {
      const target = ((length & 0x3f) << 8) | (bytes[at + 1] ?? 0);
      if (at + 2 > end || target >= segment || ++pointers > MAX_POINTERS) return refuse(cursor, 'a compression pointer leads nowhere');
      if (after < 0) after = at + 2;
      at = segment = target;
      end = bytes.length;
      continue;
    }
    wireLength += length + 1;
    if (length < 0 || length > MAX_LABEL_BYTES || wireLength > MAX_NAME_BYTES || at + length >= end) return refuse(cursor, 'a name is not well-formed');
    if (text !== '') text += '.';
    for (let i = at + 1; i <= at + length; i++) text += TEXT_OF_BYTE[bytes[i]!]!;
    at += length + 1;
  }
  cursor.at = after < 0 ? at + 1 : after;
  return text;
}

function closeLabel(wire: Uint8Array, label: number, at: number): boolean {
  const length = at - label - 1;
  wire[label] = length;
  return length > 0 && length <= MAX_LABEL_BYTES;
}

function octetOf(token: string): number | null {
  if (token.length === 4) return Number(token.slice(1)) <= 255 ? Number(token.slice(1)) : null;
  if (token === '\\' || /^\\\d$/.test(token)) return null;
  const octet = token.charCodeAt(token.length - 1);
  return octet < 0x80 ? octet : null;
}

function refuse(cursor: Cursor, failure: string): string {
  cursor.fail(failure);
  return '';
}
