import { decodeBytes, tidy } from './text.ts';

/** Header fields by lower-case name, in their order. */
export type Headers = Map<string, string[]>;

const MAX_FIELDS = 1000;
const ignore = (): void => {};

/** The fields of a header block, unfolded (RFC 5322 §2.2); lines that are none are passed over. Total. */
export function parseHeaders(block: string): Headers {
  const headers: Headers = new Map();
  let fields = 0;
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon <= 0 || ++fields > MAX_FIELDS) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const former = headers.get(name);
    if (former) former.push(value);
    else headers.set(name, [value]);
  }
  return headers;
}

/** The first field of a name as text, encoded words decoded (RFC 2047); `null` where there is none. */
export function headerText(headers: Headers, name: string): string | null {
  const value = headers.get(name)?.[0];
  if (value === undefined) return null;
  const joined = decodeBytes(value, null, ignore).replace(/\?=\s+=\?/g, '?==?');
  return tidy(joined.replace(/=\?([\w-]+)(?:\*[\w-]+)?\?([bq])\?([^?]*)\?=/gi, decodeWord), ignore);
}

function decodeWord(_: string, charset: string, encoding: string, text: string): string {
  const bytes = encoding.toLowerCase() === 'b'
    ? Buffer.from(text, 'base64').toString('latin1')
    : text.replaceAll('_', ' ').replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return decodeBytes(bytes, charset, ignore);
}

/** A field such as Content-Type: its value in lower case, and its parameters (RFC 2045 §5.1, RFC 2231 without its continuations). */
export function parameterized(headers: Headers, name: string): { value: string; parameters: Map<string, string> } {
  const text = headers.get(name)?.[0] ?? '';
  const parameters = new Map<string, string>();
  for (const [, key, quoted, bare] of text.matchAll(/;\s*([\w-]+)\*?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g)) {
    if (!parameters.has(key!.toLowerCase())) parameters.set(key!.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare!);
  }
  return { value: text.split(';', 1)[0]!.trim().toLowerCase(), parameters };
}
