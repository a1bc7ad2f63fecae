/** FNV-1a of the text, 32 bits; never 0, which stands for no text. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0) || 1;
}

/** A hash of 53 bits, for what must not be taken for another among millions: two hashes of FNV's kind with MurmurHash3's constants. */
export function wideHashOf(text: string): number {
  let [high, low] = [0x9e3779b1, 0x85ebca77];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0);
}
