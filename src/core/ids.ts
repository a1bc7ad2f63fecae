/** Makes ids of a prefix that an area declares: `key_` and 26 characters that sort by time and cannot be guessed (80 random bits). */
export type NewId = (prefix: string) => string;

/** Crockford's base 32 in lower case: no letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** Two characters for each ten bits. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => `${ALPHABET[bits >> 5]}${ALPHABET[bits & 31]}`);
const TIME_CHARACTERS = 10;
const RANDOM_BYTES = 10;

/** A source of ids; `randomBytes(n)` gives n unguessable bytes. */
export function createNewId(clock: { now(): number }, randomBytes: (size: number) => Uint8Array): NewId {
  let [lastMs, time] = [-1, ''];
  return prefix => {
    const nowMs = clock.now();
    if (nowMs !== lastMs) [lastMs, time] = [nowMs, encodeTime(nowMs)];
    const bytes = randomBytes(RANDOM_BYTES);
    return `${prefix}_${time}${encodeFive(bytes, 0)}${encodeFive(bytes, 5)}`;
  };
}

function encodeTime(nowMs: number): string {
  let [rest, text] = [nowMs, ''];
  for (let index = 0; index < TIME_CHARACTERS; index++) {
    text = ALPHABET[rest % 32]! + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Five bytes are eight characters, most significant bits first. */
function encodeFive(bytes: Uint8Array, from: number): string {
  const [a, b, c, d, e] = [bytes[from]!, bytes[from + 1]!, bytes[from + 2]!, bytes[from + 3]!, bytes[from + 4]!];
  return PAIRS[(a << 2) | (b >> 6)]! + PAIRS[((b & 63) << 4) | (c >> 4)]! + PAIRS[((c & 15) << 6) | (d >> 2)]! + PAIRS[((d & 3) << 8) | e]!;
}
