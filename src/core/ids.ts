/** What stands before the underscore of an id, by the kind of thing that it names. */
export type IdPrefix = 'acc' | 'usr' | 'ses' | 'key' | 'aud' | 'inv' | 'msg' | 'req' | 'auth';

/** Makes ids: `key_` and 26 characters that sort by time and cannot be guessed (80 random bits). */
export type NewId = (prefix: IdPrefix) => string;

/** Crockford's base 32 in lower case: no letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARACTERS = 10;
const RANDOM_BYTES = 10;

/** A source of ids; `randomBytes(n)` gives n unguessable bytes. */
export function createNewId(clock: { now(): number }, randomBytes: (size: number) => Uint8Array): NewId {
  return prefix => `${prefix}_${encodeTime(clock.now())}${encodeBytes(randomBytes(RANDOM_BYTES))}`;
}

function encodeTime(nowMs: number): string {
  let [rest, text] = [nowMs, ''];
  for (let place = 0; place < TIME_CHARACTERS; place++) {
    text = ALPHABET[rest % 32]! + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Five bits a character, most significant first. */
function encodeBytes(bytes: Uint8Array): string {
  let [text, held, bits] = ['', 0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return text;
}
