export const [LT, GT, SLASH, AMPERSAND, EXCLAMATION, QUESTION] = [0x3c, 0x3e, 0x2f, 0x26, 0x21, 0x3f];

export const NO_BYTES = Buffer.alloc(0);

/** Whether `name>` stands at `at`. */
export function hasName(bytes: Buffer, at: number, name: Uint8Array, end: number): boolean {
  const { length } = name;
  if (at + length >= end || bytes[at + length] !== GT) return false;
  for (let i = 0; i < length; i++) if (bytes[at + i] !== name[i]) return false;
  return true;
}

/** Whether `</name>` stands at `at`. */
export function isEndTag(bytes: Buffer, at: number, name: Uint8Array, end: number): boolean {
  return at + 1 < end && bytes[at] === LT && bytes[at + 1] === SLASH && hasName(bytes, at + 2, name, end);
}

/** Whether the bytes from `at` to `close` are the Latin-1 `text`. */
export function isText(bytes: Buffer, at: number, close: number, text: string): boolean {
  if (close - at !== text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}
