/** DER, as far as certificates need it (X.690 §8 and §10). */
export type Der = Buffer;

const tag = {
  boolean: 0x01, integer: 0x02, bitString: 0x03, octetString: 0x04, oid: 0x06, utf8String: 0x0c, ia5String: 0x16, generalizedTime: 0x18, sequence: 0x30, set: 0x31,
} as const;

function element(tag: number, content: Uint8Array): Der {
  return Buffer.concat([Buffer.of(tag), length(content.length), content]);
}

function length(size: number): Buffer {
  if (size < 0x80) return Buffer.of(size);
  const bytes = size < 0x100 ? Buffer.of(size) : Buffer.of(size >> 8, size & 0xff);
  return Buffer.concat([Buffer.of(0x80 | bytes.length), bytes]);
}

export function sequence(...parts: readonly Der[]): Der {
  return element(tag.sequence, Buffer.concat(parts));
}

export function set(...parts: readonly Der[]): Der {
  return element(tag.set, Buffer.concat(parts));
}

/** A positive number, big endian. */
export function integer(bytes: Uint8Array): Der {
  return element(tag.integer, bytes[0]! < 0x80 ? bytes : Buffer.concat([Buffer.of(0), bytes]));
}

export function oid(dotted: string): Der {
  const [first, second, ...rest] = dotted.split('.').map(Number);
  return element(tag.oid, Buffer.from([first! * 40 + second!, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  return value < 0x80 ? [value] : [...base128(value >> 7).map(byte => byte | 0x80), value & 0x7f];
}

export function utf8String(text: string): Der {
  return element(tag.utf8String, Buffer.from(text));
}

export function ia5String(text: string): Der {
  return element(tag.ia5String, Buffer.from(text, 'latin1'));
}

export function octetString(content: Uint8Array): Der {
  return element(tag.octetString, content);
}

/** `unused` bits at the end do not count. */
export function bitString(content: Uint8Array, unused = 0): Der {
  return element(tag.bitString, Buffer.concat([Buffer.of(unused), content]));
}

export function boolean(value: boolean): Der {
  return element(tag.boolean, Buffer.of(value ? 0xff : 0));
}

/** To the second, in UTC. */
export function generalizedTime(date: Date): Der {
  return element(tag.generalizedTime, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')));
}

/** A context-specific field, `[number] EXPLICIT` when constructed. */
export function context(number: number, content: Uint8Array, constructed = true): Der {
  return element((constructed ? 0xa0 : 0x80) | number, content);
}
