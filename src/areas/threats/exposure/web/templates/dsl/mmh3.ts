const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

/** MurmurHash3 of 32 bits with seed 0, as a signed number: what search engines know favicons by. */
export function mmh3(text: string): number {
  const bytes = Buffer.from(text);
  const whole = bytes.length - (bytes.length % 4);
  let hash = 0;
  for (let at = 0; at < whole; at += 4) hash = Math.imul(rotated(hash ^ mixed(bytes.readInt32LE(at)), 13), 5) + 0xe6546b64;
  let tail = 0;
  for (let at = bytes.length - 1; at >= whole; at--) tail = (tail << 8) | bytes[at]!;
  hash ^= bytes.length > whole ? mixed(tail) : 0;
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}

function mixed(block: number): number {
  return Math.imul(rotated(Math.imul(block, C1), 15), C2);
}

function rotated(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}
