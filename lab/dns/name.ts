/**
 * Names as the lab keeps them: no trailing dot, the root is '', bytes that are no plain characters as `\DDD`,
 * dots and backslashes inside a label as `\.` and `\\` (RFC 1035 §5.1). Zone data is lower case.
 */
const MAX_NAME_BYTES = 255;
const MAX_LABEL_BYTES = 63;

/** The labels of a name, still escaped; none for the root. */
export function labelsOf(name: string): string[] {
  if (name === '') return [];
  return name.includes('\\') ? name.match(/(?:\\[^]|[^.\\])+/g) ?? [] : name.split('.');
}

/** The name without its first label; the parent of the root is the root. */
export function parentOf(name: string): string {
  return labelsOf(name).slice(1).join('.');
}

/** The name itself and every name above it, the root last. */
export function ancestorsOf(name: string): string[] {
  const labels = labelsOf(name);
  return [...labels.map((_, i) => labels.slice(i).join('.')), ''];
}

/** Whether `name` is `zone` or lies below it. */
export function isAtOrBelow(name: string, zone: string): boolean {
  return zone === '' || name === zone || name.endsWith(`.${zone}`);
}

/** The bytes that escaped text stands for. */
export function unescapeText(text: string): Buffer {
  if (!text.includes('\\')) return Buffer.from(text, 'utf8');
  const parts = text.match(/\\\d{3}|\\[^]|[^\\]+|\\/g) ?? [];
  return Buffer.concat(parts.map(part => {
    if (/^\\\d{3}$/.test(part)) return Buffer.from([Number(part.slice(1)) & 0xff]);
    return Buffer.from(part.startsWith('\\') && part.length > 1 ? part.slice(1) : part, 'utf8');
  }));
}

/** Text in which `special` characters and all bytes that do not print are escaped. */
export function escapeBytes(bytes: Uint8Array, special: string): string {
  let text = '';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    if (byte < 0x20 || byte > 0x7e) text += `\\${String(byte).padStart(3, '0')}`;
    else text += special.includes(character) ? `\\${character}` : character;
  }
  return text;
}

/** The label of a name for `bytes`. */
export function labelText(bytes: Uint8Array): string {
  return escapeBytes(bytes, '.\\" ;()@');
}

/** Wire form without compression (RFC 1035 §3.1); throws for an empty or long label and for a long name. */
export function nameBytes(name: string): Buffer {
  if (/^\.|\.\.|\.$/.test(name.replace(/\\[^]/g, 'x'))) throw new RangeError(`The name "${name}" has an empty label.`);
  const labels = labelsOf(name).map(unescapeText);
  if (labels.some(label => label.length > MAX_LABEL_BYTES)) throw new RangeError(`The name "${name}" has a label longer than ${MAX_LABEL_BYTES} bytes.`);
  const bytes = Buffer.concat([...labels.flatMap(label => [Buffer.of(label.length), label]), Buffer.of(0)]);
  if (bytes.length > MAX_NAME_BYTES) throw new RangeError(`The name "${name}" is longer than ${MAX_NAME_BYTES} bytes.`);
  return bytes;
}

/** Text that stands in the canonical order of names: labels from the right, as bytes, each one more than it is, so that 0 ends a label (RFC 4034 §6.1). */
export function orderOf(name: string): string {
  return labelsOf(name).toReversed().map(label => Array.from(unescapeText(label), byte => String.fromCharCode(byte + 1)).join('')).join('\0');
}
