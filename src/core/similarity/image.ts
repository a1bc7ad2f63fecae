import type { Grey } from './png.ts';

/** Three hashes of 64 bits that change little with an image, each as 16 hexadecimal digits. */
export interface ImageHashes {
  /** Of the low frequencies (DCT): the most telling of the three. */
  perceptual: string;
  /** Of what is brighter than its neighbour. */
  difference: string;
  /** Of what is brighter than the whole; the "pHash" of dnstwist. */
  average: string;
}

const SIDE = 8;
const DCT_SIDE = 32;
const HASH = /^[0-9a-f]{16}$/;

/** The three hashes of an image. */
export function imageHashes(image: Grey): ImageHashes {
  return { perceptual: perceptual(image), difference: difference(image), average: average(image) };
}

/** In how many of 64 bits two hashes differ: up to 8 for the same page, about 32 for two that have nothing in common; null unless both are hashes. */
export function hashDistance(a: string, b: string): number | null {
  if (!HASH.test(a) || !HASH.test(b)) return null;
  const differing = (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2);
  return differing.replaceAll('0', '').length;
}

function perceptual(image: Grey): string {
  const frequencies = lowFrequencies(scaled(image, DCT_SIDE, DCT_SIDE));
  // The first is how bright the whole is.
  const [low, high] = [31, 32].map(at => frequencies.slice(1).toSorted()[at]!);
  return hexOf(frequencies, (low! + high!) / 2);
}

function average(image: Grey): string {
  const shades = scaled(image, SIDE, SIDE);
  return hexOf(shades, shades.reduce((sum, shade) => sum + shade, 0) / shades.length);
}

function difference(image: Grey): string {
  const shades = scaled(image, SIDE + 1, SIDE);
  const steps = Float64Array.from({ length: SIDE * SIDE }, (_, at) => {
    const left = Math.floor(at / SIDE) * (SIDE + 1) + at % SIDE;
    return shades[left + 1]! - shades[left]!;
  });
  return hexOf(steps, 0);
}

/** Each cell is the mean of what it covers. */
function scaled({ width, height, shades }: Grey, columns: number, rows: number): Float64Array {
  return Float64Array.from({ length: columns * rows }, (_, at) => {
    const [left, right] = span(at % columns, columns, width);
    const [top, bottom] = span(Math.floor(at / columns), rows, height);
    let sum = 0;
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) sum += shades[y * width + x]!;
    }
    return sum / ((right - left) * (bottom - top));
  });
}

function span(cell: number, cells: number, size: number): [from: number, to: number] {
  const from = Math.min(Math.floor(cell * size / cells), size - 1);
  return [from, Math.max(from + 1, Math.floor((cell + 1) * size / cells))];
}

/** The 8 × 8 lowest of a DCT-II, row by row. */
function lowFrequencies(shades: Float64Array): Float64Array {
  const cosine = (frequency: number, at: number) => Math.cos(Math.PI * frequency * (2 * at + 1) / (2 * DCT_SIDE));
  const across = Float64Array.from({ length: DCT_SIDE * SIDE }, (_, at) => {
    const [row, frequency] = [Math.floor(at / SIDE), at % SIDE];
    let sum = 0;
    for (let x = 0; x < DCT_SIDE; x++) sum += shades[row * DCT_SIDE + x]! * cosine(frequency, x);
    return sum;
  });
  return Float64Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [frequency, column] = [Math.floor(at / SIDE), at % SIDE];
    let sum = 0;
    for (let y = 0; y < DCT_SIDE; y++) sum += across[y * SIDE + column]! * cosine(frequency, y);
    return sum;
  });
}

function hexOf(values: Float64Array, above: number): string {
  const bits = [...values].map(value => (value > above ? '1' : '0')).join('');
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0');
}
