import { domainToASCII } from 'node:url';

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const MAX_CHARACTERS = 253;

/** The host or domain name `text` as lower-case A-labels without a trailing dot; null where it is none, an address included. */
export function readName(text: string): string | null {
  if (text.length > MAX_CHARACTERS + 1) return null;
  const name = text.toLowerCase().replace(/\.$/, '');
  const ascii = /^[\u0000-\u007f]*$/.test(name) ? name : domainToASCII(name);
  return ascii.length <= MAX_CHARACTERS && HOST.test(ascii) ? ascii : null;
}
