import { evidenceOf } from '../evidence.ts';
import { groupIn, program, programIn, type Program, type Sighting } from '../sighting.ts';

const ID = 0x2d5c;

/** `version.bind` TXT in the class CHAOS, as servers of names answer it where they want to. */
export function versionBindQuestion(): Buffer {
  return Buffer.concat([Buffer.from([ID >> 8, ID & 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]), Buffer.from('\x07version\x04bind\0\0\x10\0\x03', 'latin1')]);
}

/** What the answer says; null where it is no answer to the question. */
export function versionBindAnswer(message: Buffer): Sighting | null {
  if (message.length < 12 || message.readUInt16BE(0) !== ID || (message[2]! & 0x80) === 0) return null;
  const version = textOf(message);
  const evidence = [evidenceOf('reply to version.bind', version ?? `code ${message[3]! & 0x0f}`)];
  return { protocol: 'domain', ...(version === null ? null : nameServer(version)), evidence };
}

/** The first string of the first answer, which follows the question as asked. */
function textOf(message: Buffer): string | null {
  if (message.readUInt16BE(6) === 0) return null;
  let at = 12 + versionBindQuestion().length - 12;
  at += (message[at]! & 0xc0) === 0xc0 ? 2 : message.indexOf(0, at) + 1 - at;
  const length = message[at + 10];
  return length === undefined || message.length < at + 11 + length ? null : message.toString('latin1', at + 11, at + 11 + length);
}

function nameServer(text: string): Program | null {
  const bind = groupIn(text, /^(9\.\d{1,3}\.\d{1,3}(?:-[SP]\d{1,2}(?!\d))?)/);
  return bind === null ? programIn(text, 'dns_versionbind') : program('BIND', { vendor: 'ISC', version: bind, cpe: 'isc:bind' }, text);
}
