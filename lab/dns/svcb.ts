import { addressBytes, addressText } from './address.ts';
import type { Cursor } from './bytes.ts';
import { escapeBytes, unescapeText } from './name.ts';

/** SvcParamKeys (RFC 9460 §14.3.2). */
const keys = ['mandatory', 'alpn', 'no-default-alpn', 'port', 'ipv4hint', 'ech', 'ipv6hint'];

/** `key=value` words as the parameters of SVCB and HTTPS, in the order of their numbers (RFC 9460 §2.2). */
export function paramBytes(words: readonly string[]): Buffer {
  const params = words.map(word => {
    const [, key = word, value = ''] = /^([^=]*)=([^]*)$/.exec(word) ?? [];
    const number = keyNumber(key);
    return { number, value: valueBytes(number, value) };
  });
  return Buffer.concat(params.toSorted((a, b) => a.number - b.number).flatMap(({ number, value }) => [u16(number), u16(value.length), value]));
}

export function paramText(cursor: Cursor): string {
  const words: string[] = [];
  while (!cursor.done) {
    const number = cursor.u16();
    const value = valueText(number, cursor.take(cursor.u16()));
    words.push(value === '' ? keyName(number) : `${keyName(number)}="${value}"`);
  }
  return words.join(' ');
}

function valueBytes(key: number, value: string): Buffer {
  const items = value === '' ? [] : value.split(',');
  switch (keys[key]) {
    case 'mandatory': return Buffer.concat(items.map(item => u16(keyNumber(item))));
    case 'alpn': return Buffer.concat(items.map(item => Buffer.concat([Buffer.of(item.length), Buffer.from(item)])));
    case 'port': return u16(Number(value));
    case 'ipv4hint':
    case 'ipv6hint': return Buffer.concat(items.map(hint));
    case 'ech': return Buffer.from(value, 'base64');
    default: return unescapeText(value);
  }
}

function valueText(key: number, value: Buffer): string {
  switch (keys[key]) {
    case 'mandatory': return pieces(value, 2).map(piece => keyName(piece.readUInt16BE())).join(',');
    case 'alpn': return alpnText(value);
    case 'port': return value.length === 2 ? String(value.readUInt16BE()) : escapeBytes(value, '\\"');
    case 'ipv4hint': return pieces(value, 4).map(addressText).join(',');
    case 'ipv6hint': return pieces(value, 16).map(addressText).join(',');
    case 'ech': return value.toString('base64');
    default: return escapeBytes(value, '\\"');
  }
}

function alpnText(value: Buffer): string {
  const protocols: string[] = [];
  for (let at = 0; at < value.length; at += value[at]! + 1) protocols.push(escapeBytes(value.subarray(at + 1, at + 1 + value[at]!), '\\",'));
  return protocols.join(',');
}

/** The whole pieces of `size` bytes; a rest that is shorter is left out. */
function pieces(value: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.floor(value.length / size) }, (_, i) => value.subarray(i * size, (i + 1) * size));
}

function hint(text: string): Buffer {
  const bytes = addressBytes(text);
  if (!bytes) throw new RangeError(`"${text}" is no address`);
  return bytes;
}

function keyNumber(key: string): number {
  const number = /^key\d{1,5}$/.test(key) ? Number(key.slice(3)) : keys.indexOf(key);
  if (number < 0) throw new RangeError(`"${key}" is no parameter of SVCB`);
  return number;
}

function keyName(number: number): string {
  return keys[number] ?? `key${number}`;
}

function u16(value: number): Buffer {
  return Buffer.of(value >> 8, value & 0xff);
}
