import { isGzip } from './gzip.ts';
import type { RefusalReason } from './shapes.ts';
import { isZip } from './zip.ts';

/** How much of the start of a part is examined. */
export const SNIFF_BYTES = 1024;

/** What a part is, by its bytes alone: names and media types of reports are often wrong. */
export type Kind = 'gzip' | 'zip' | 'xml' | 'json' | 'base64' | 'mail' | 'mailbox' | { refused: RefusalReason };

/** Packed forms that reports never come in. */
const FOREIGN = /^(BZh[1-9]|7z\xbc\xaf\x27\x1c|\xfd7zXZ|Rar!\x1a|\x28\xb5\x2f\xfd|\x04\x22\x4d\x18|\x1f[\x9d\xa0]|MSCF)/;
/** What gzip, zip, `<?xml`, `<feedb` and `{"` look like in base64; a line break may come soon after. */
const BASE64 = /^(H4sI[A-Za-z0-9+/\r\n]|UEsD[A-Za-z0-9+/\r\n]|PD94bWwg|PGZlZWRi|77u\/P|eyJ|ew[0o])[A-Za-z0-9+/=\r\n]*$/;
const HEADER_LINE = /^[\x21-\x39\x3b-\x7e]{1,100}:/;
const HTML = /^<(!doctype\s+html|html)\b/i;

/** Judges the first bytes of a part. */
export function sniff(head: Buffer): Kind {
  if (isGzip(head)) return 'gzip';
  if (isZip(head)) return 'zip';
  const text = head.toString('latin1');
  if (FOREIGN.test(text)) return { refused: 'unsupported_container' };
  if (charsetOf(head) !== null) return /</.test(text.slice(0, 8)) ? 'xml' : 'json';
  const start = text.replace(/^\xef\xbb\xbf/, '').replace(/^[\s\0]+/, '');
  if (start === '') return { refused: head.length < SNIFF_BYTES ? 'empty' : 'not_a_report' };
  if (HTML.test(start)) return { refused: 'not_a_report' };
  if (start.startsWith('<')) return 'xml';
  if (start.startsWith('{')) return 'json';
  if (/^unused\s*$/i.test(start)) return { refused: 'unused_body' };
  if (BASE64.test(start)) return 'base64';
  if (/^From \S/.test(start)) return 'mailbox';
  return HEADER_LINE.test(start) ? 'mail' : { refused: 'not_a_report' };
}

/** The form of UTF-16 that the bytes are in, by byte order mark or by the zeros of `<` and `{`; `null` for any other text. */
export function charsetOf(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const [first, second, third, fourth] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const [opensLittle, opensBig] = [first === 0x3c || first === 0x7b, second === 0x3c || second === 0x7b];
  if (opensLittle && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  return opensBig && first === 0 && third === 0 && fourth !== 0 ? 'utf-16be' : null;
}
