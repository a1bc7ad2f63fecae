/** The encoding of a page and where it was said (HTML Standard, 13.2.3.2). */
export interface Encoding {
  name: string;
  source: 'bom' | 'header' | 'meta' | 'default';
}

const PRESCAN_BYTES = 1024;
const MAX_LABEL = 40;

/** Decides the encoding: a byte order mark goes before the header, and that before what the first 1024 bytes of the page say. */
export function encodingOf(bytes: Uint8Array, contentType: string | null): Encoding {
  const bom = markOf(bytes);
  if (bom) return { name: bom, source: 'bom' };
  const header = encodingNamed(charsetIn(contentType ?? ''));
  if (header) return { name: header, source: 'header' };
  const meta = prescan(bytes);
  return meta ? { name: meta, source: 'meta' } : { name: 'windows-1252', source: 'default' };
}

/** The text; bytes that the encoding does not have become U+FFFD. */
export function decode(bytes: Uint8Array, { name }: Encoding): string {
  return new TextDecoder(name).decode(bytes);
}

function markOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : null;
}

/** The name of an encoding by one of its labels (Encoding Standard, 4.2); null for none that browsers know. */
function encodingNamed(label: string | null): string | null {
  if (label === null || label.length > MAX_LABEL) return null;
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return null;
  }
}

/** HTML Standard, 13.2.3.2: what a `meta` element says, where UTF-16 cannot be meant since the element could be read. */
function prescan(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PRESCAN_BYTES)).toString('latin1').replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '');
  for (const [tag] of start.matchAll(/<meta[\s/][^>]*>/gi)) {
    const said = encodingNamed(charsetAttribute(tag) ?? charsetOfPragma(tag));
    if (said) return said.startsWith('utf-16') ? 'utf-8' : said;
  }
  return null;
}

function charsetAttribute(tag: string): string | null {
  return attribute(tag, 'charset');
}

function charsetOfPragma(tag: string): string | null {
  return attribute(tag, 'http-equiv')?.toLowerCase() === 'content-type' ? charsetIn(attribute(tag, 'content') ?? '') : null;
}

function attribute(tag: string, name: string): string | null {
  const found = new RegExp(String.raw`[\s/]${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'i').exec(tag);
  return found ? (found[1] ?? found[2] ?? found[3] ?? '') : null;
}

function charsetIn(value: string): string | null {
  const found = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(value.slice(0, 1000));
  return found ? (found[1] ?? found[2] ?? found[3] ?? null) : null;
}
