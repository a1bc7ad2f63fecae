import { encode } from 'uqr';

/** Light modules around the picture, without which cameras do not find it (ISO/IEC 18004 §6.3.8). */
const QUIET = 4;

/** The dark modules of the QR code of `text` as the path of an SVG of `size` by `size`. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => dark ? [`M${x} ${y}h1v1h-1z`] : [])).join('');
  return { size, path };
}
