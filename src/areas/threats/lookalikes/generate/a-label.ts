import { domainToASCII, domainToUnicode } from 'node:url';

const MAX_LABEL_BYTES = 63;
const MAX_NAME_BYTES = 253;
const A_LABEL = /^xn--[a-z0-9-]+$/;
const HYPHEN = 0x2d;
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const PREFIX = 'xn--';
/** Names are made here, not pieced together: many are kept, and the pieces would be kept with them. */
const buffer = Buffer.from(PREFIX.padEnd(1024));
/** By code: 0 not yet asked, 1 valid wherever it stands, 2 not. */
const judged = new Uint8Array(0x10000);

/** The label as it stands in DNS, or null where IDNA or the rule of letters, digits and hyphens refuses it (RFC 5891 §4.2.3, RFC 5890 §2.3.1). */
export function encodeLabel(label: string): string | null {
  if (label === '' || isHyphen(label, 0) || isHyphen(label, label.length - 1) || (isHyphen(label, 2) && isHyphen(label, 3))) return null;
  const encoded = encode(label);
  return encoded === null || encoded.length > MAX_LABEL_BYTES ? null : encoded;
}

function isHyphen(label: string, at: number): boolean {
  return label.charCodeAt(at) === HYPHEN;
}

/** False where the label is certainly too long once it is encoded, told without encoding it: `xn--`, and at least one byte for each letter. */
export function mayFit(label: string): boolean {
  return label.length + PREFIX.length <= MAX_LABEL_BYTES || (label.length <= MAX_LABEL_BYTES && !/[^\u0000-\u007f]/.test(label));
}

/** The name in A-labels, or null where one of its labels, which may be A-labels already, or its length is refused. */
export function encodeName(name: string): string | null {
  const labels = name.split('.').map(label => (label.startsWith('xn--') ? confirm(label) : encodeLabel(label)));
  return labels.includes(null) ? null : withinLimit(labels.join('.'));
}

function confirm(label: string): string | null {
  return encodeLabel(domainToUnicode(label)) === label ? label : null;
}

/** The name, or null where it is longer than DNS allows. */
export function withinLimit(name: string): string | null {
  return name.length > MAX_NAME_BYTES ? null : name;
}

/** Letters that never combine and run from left to right need no judgement but their own: the rest is asked of the platform. */
function encode(label: string): string | null {
  const positions: number[] = [];
  for (let at = 0; at < label.length; at++) {
    const code = label.charCodeAt(at);
    if (!isPlain(code)) return encodeAny(label);
    if (code >= 0x80) positions.push(at);
  }
  return positions.length === 0 ? label : punycode(label, positions);
}

function encodeAny(label: string): string | null {
  const encoded = domainToASCII(label);
  return A_LABEL.test(encoded) && domainToUnicode(encoded) === label ? encoded : null;
}

function isPlain(code: number): boolean {
  if (judged[code] === 0) judged[code] = judge(String.fromCharCode(code)) ? 1 : 2;
  return judged[code] === 1;
}

function judge(letter: string): boolean {
  if (letter < '\u0080') return /[a-z0-9-]/.test(letter);
  return /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]$/u.test(letter) && /^\p{Ll}$/u.test(letter)
    && encodeAny(`a${letter}a`) !== null;
}

/**
 * RFC 3492 with the parameters of §5, for a label with letters beyond ASCII, all below U+10000, at `positions`. A number tells how far the
 * decoder moves on from one letter to the next, in the order of their codes: so each is made at once, without the walk of §6.3.
 */
function punycode(label: string, positions: number[]): string {
  let length = writeBasicLetters(label), code = 0x80, index = 0, bias = 72;
  if (positions.length > 1) positions.sort((a, b) => label.charCodeAt(a) - label.charCodeAt(b) || a - b);
  for (let rank = 0; rank < positions.length; rank++) {
    const at = positions[rank]!, points = label.length - positions.length + rank + 1;
    const nextCode = label.charCodeAt(at), nextIndex = at - waitingBefore(at, rank, positions);
    const delta = (nextCode - code) * points + nextIndex - index;
    length = writeInteger(delta, bias, length);
    bias = adapt(delta, points, rank === 0);
    code = nextCode;
    index = nextIndex + 1;
  }
  return buffer.toString('latin1', 0, length);
}

/** Returns where to write on. */
function writeBasicLetters(label: string): number {
  let length = PREFIX.length;
  for (let at = 0; at < label.length; at++) {
    const code = label.charCodeAt(at);
    if (code < 0x80) buffer[length++] = code;
  }
  if (length > PREFIX.length) buffer[length++] = HYPHEN;
  return length;
}

/** How many letters in front of `at` come later in the order. */
function waitingBefore(at: number, rank: number, order: readonly number[]): number {
  let waiting = 0;
  for (let later = rank + 1; later < order.length; later++) if (order[later]! < at) waiting++;
  return waiting;
}

function writeInteger(delta: number, bias: number, length: number): number {
  let at = length;
  for (let rest = delta, k = 36; ; k += 36) {
    const threshold = Math.min(26, Math.max(1, k - bias));
    if (rest < threshold) {
      buffer[at++] = DIGITS.charCodeAt(rest);
      return at;
    }
    buffer[at++] = DIGITS.charCodeAt(threshold + (rest - threshold) % (36 - threshold));
    rest = Math.floor((rest - threshold) / (36 - threshold));
  }
}

function adapt(delta: number, points: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? 700 : 2));
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor(36 * rest / (rest + 38));
}
