/** One element of DER (X.690 §8.1): what is in it, the whole of it, and the bytes behind it. */
export interface Element {
  tag: number;
  content: Uint8Array;
  whole: Uint8Array;
  rest: Uint8Array;
}

export const TAG = { integer: 0x02, bitString: 0x03, octetString: 0x04, objectIdentifier: 0x06, ia5String: 0x16, sequence: 0x30 } as const;

/** The first element of `bytes`; null where it is cut off, longer than 16 MiB or of indefinite length. */
export function readElement(bytes: Uint8Array): Element | null {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) return null;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || lengthBytes > 3) return null;
  const start = 2 + lengthBytes;
  const length = lengthBytes === 0 ? first : bytes.subarray(2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  if (start + length > bytes.length) return null;
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(0, start + length), rest: bytes.subarray(start + length) };
}

/** The elements that stand in `bytes` one after the other, at most `limit`; what cannot be read ends the list. */
export function readElements(bytes: Uint8Array, limit: number): Element[] {
  const elements: Element[] = [];
  for (let next = readElement(bytes); next && elements.length < limit; next = readElement(next.rest)) elements.push(next);
  return elements;
}
