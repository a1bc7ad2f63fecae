import type { Frame } from '../../../../core/outside/browse.ts';
import { readPng } from '../../../../core/similarity/png.ts';

/** The window in fields, of which one counts as flashing by the mean of its pixels. */
const [COLUMNS, ROWS] = [16, 12];
/** A pair of opposing changes of 10 % of the brightest, where the darker image is below 0.8 (WCAG 2.2, general flash). */
const CHANGE = 0.1;
const DARK = 0.8;
const MOST = 3;
const SECOND_MS = 1000;
/** Of the window: a quarter of 10 degrees of what is seen is 21,824 of 1,024 by 768 pixels; twice that is certain. */
const SHARE = 0.03;

/** Whether more than three flashes within a second fill more than a small part of the window: `failed` where there is no doubt. */
export function flashesIn(frames: readonly Frame[]): { outcome: 'failed' | 'cantTell' | 'passed'; count: number } {
  const fields = frames.flatMap(({ atMs, png }) => {
    const means = meansOf(png);
    return means === null ? [] : [{ atMs, means }];
  });
  const counts = Array.from({ length: COLUMNS * ROWS }, (_, field) => most(fields.map(({ atMs, means }) => ({ atMs, light: means[field]! }))));
  const share = counts.filter(count => count > MOST).length / counts.length;
  return { outcome: share > 2 * SHARE ? 'failed' : share > SHARE ? 'cantTell' : 'passed', count: Math.max(0, ...counts) };
}

/** Relative luminance of each field. */
function meansOf(png: Uint8Array): number[] | null {
  const image = readPng(png);
  if (image === null || image.width < COLUMNS || image.height < ROWS) return null;
  return Array.from({ length: COLUMNS * ROWS }, (_, field) => {
    const [left, right] = [field % COLUMNS, field % COLUMNS + 1].map(at => Math.floor(at * image.width / COLUMNS)) as [number, number];
    const [top, bottom] = [Math.floor(field / COLUMNS), Math.floor(field / COLUMNS) + 1].map(at => Math.floor(at * image.height / ROWS)) as [number, number];
    let sum = 0;
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += luminanceOf(image.shades[y * image.width + x]!);
    return sum / ((right - left) * (bottom - top));
  });
}

function luminanceOf(shade: number): number {
  const value = shade / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** The most flashes of one field within a second: half of its changes there. */
function most(lights: readonly { atMs: number; light: number }[]): number {
  const turns: number[] = [];
  let [extreme, direction] = [lights[0]?.light ?? 0, 0];
  for (const { atMs, light } of lights) {
    const change = light - extreme;
    if (Math.sign(change) === direction || direction === 0 && Math.abs(change) < CHANGE) {
      if (direction !== 0) extreme = light;
      continue;
    }
    if (Math.abs(change) < CHANGE || Math.min(light, extreme) >= DARK) continue;
    turns.push(atMs);
    [extreme, direction] = [light, Math.sign(change)];
  }
  return Math.max(0, ...turns.map(from => Math.floor(turns.filter(at => at >= from && at < from + SECOND_MS).length / 2)));
}
