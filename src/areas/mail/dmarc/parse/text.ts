import { TextDecoder } from 'node:util';
import type { WarningCode } from './shapes.ts';

/** Longest text that is kept, in characters. */
export const MAX_TEXT = 4096;

/** HTML's names for U+00A0 to U+00FF, in their order; XML knows none of them, some reporters use them. */
const LATIN_1 = ('nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot ' +
  'cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute ' +
  'Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml ' +
  'aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ' +
  'ucirc uuml yacute thorn yuml').split(' ');

const NAMED = new Map<string, string>([
  ['amp', '&'], ['lt', '<'], ['gt', '>'], ['quot', '"'], ['apos', '\''],
  ...LATIN_1.map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
]);

/** The characters of `bytes` (one a character, as Latin-1) in the character set that fits: UTF-8 where it is valid, else the declared one. */
export function decodeBytes(bytes: string, charset: string | null, warn: (code: WarningCode) => void): string {
  if (!/[\u0080-\u00ff]/.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  const declared = charset === null || /^utf-?(8|16)/i.test(charset) ? null : charset;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(buffer);
  } catch {
    if (declared === null) warn('character_set');
    return decoderOf(declared ?? 'windows-1252').decode(buffer);
  }
}

/** Resolves the five entities of XML, character references and HTML's Latin-1 names; anything else stays as it is. */
export function resolveReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code);
  });
}

/** Without control characters and blanks around it, and no longer than `MAX_TEXT`. */
export function tidy(text: string, warn: (code: WarningCode) => void): string {
  const clean = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').trim();
  if (clean.length <= MAX_TEXT) return clean;
  warn('text_cut');
  return clean.slice(0, MAX_TEXT);
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
