import { inflateSync } from 'node:zlib';

/** An image as shades of grey, 0 to 255, row by row. */
export interface Grey {
  width: number;
  height: number;
  shades: Float64Array;
}

const SIGNATURE = '89504e470d0a1a0a';
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_PIXELS = 16 * 1024 * 1024;
/** Samples of a pixel by colour type, where each has eight bits: grey, RGB, and both with opacity. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** An image as rows of samples of 8 bits: grey, RGB, and both with opacity. */
export interface Pixels {
  width: number;
  height: number;
  samples: number;
  pixels: Uint8Array;
}

/**
 * The image; null for what is no PNG of eight bits a sample without palette and interlacing, as browsers write it, and for one
 * of more than 16 million pixels, which is not unpacked. Total on any bytes.
 */
export function readPng(bytes: Uint8Array): Grey | null {
  const image = readPixels(bytes);
  return image && { width: image.width, height: image.height, shades: greysOf(image.pixels, image.samples) };
}

/** As `readPng`, in colour. */
export function readPixels(bytes: Uint8Array): Pixels | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length > MAX_BYTES || file.toString('hex', 0, 8) !== SIGNATURE) return null;
  const header = chunksOf(file, 'IHDR')[0];
  if (header?.length !== 13) return null;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const samples = SAMPLES[header[9]!];
  if (width * height === 0 || width * height > MAX_PIXELS || samples === undefined || header[8] !== 8 || header[12] !== 0) return null;
  const rows = unpacked(chunksOf(file, 'IDAT'), (width * samples + 1) * height);
  return rows && { width, height, samples, pixels: unfilter(rows, width * samples, height, samples) };
}

/** What chunks of this type hold, in their order; those beyond the end of the file are left out. */
function chunksOf(file: Buffer, type: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 8; at + 12 <= file.length;) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end > file.length) break;
    if (file.toString('latin1', at + 4, at + 8) === type) found.push(file.subarray(at + 8, end));
    at = end + 4;
  }
  return found;
}

function unpacked(parts: readonly Buffer[], bytes: number): Buffer | null {
  try {
    const rows = inflateSync(Buffer.concat(parts), { maxOutputLength: bytes });
    return rows.length === bytes ? rows : null;
  } catch {
    return null;
  }
}

/** PNG §9: each row is predicted from what is left of it and above. */
function unfilter(rows: Buffer, rowBytes: number, height: number, samples: number): Uint8Array {
  const pixels = new Uint8Array(rowBytes * height);
  for (let row = 0; row < height; row++) {
    const filter = rows[row * (rowBytes + 1)]!;
    const from = row * rowBytes;
    for (let at = 0; at < rowBytes; at++) {
      const left = at < samples ? 0 : pixels[from + at - samples]!;
      const above = row === 0 ? 0 : pixels[from - rowBytes + at]!;
      const corner = row === 0 || at < samples ? 0 : pixels[from - rowBytes + at - samples]!;
      pixels[from + at] = rows[row * (rowBytes + 1) + 1 + at]! + predicted(filter, left, above, corner);
    }
  }
  return pixels;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1: return left;
    case 2: return above;
    case 3: return (left + above) >> 1;
    case 4: return paeth(left, above, corner);
    default: return 0;
  }
}

function paeth(left: number, above: number, corner: number): number {
  const [byLeft, byAbove, byCorner] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  if (byLeft <= byAbove && byLeft <= byCorner) return left;
  return byAbove <= byCorner ? above : corner;
}

/** ITU-R BT.601; what is transparent stands on white. */
function greysOf(pixels: Uint8Array, samples: number): Float64Array {
  const colour = samples > 2;
  return Float64Array.from({ length: pixels.length / samples }, (_, pixel) => {
    const at = pixel * samples;
    const shade = colour ? 0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]! : pixels[at]!;
    const opacity = samples % 2 === 0 ? pixels[at + samples - 1]! / 255 : 1;
    return shade * opacity + 255 * (1 - opacity);
  });
}
