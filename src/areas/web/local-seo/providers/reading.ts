import { z } from 'zod';
import type { Point } from '../geo/geodesic.ts';

const MAX_ITEMS = 200;
const MAX_ID = 300;
const MAX_NAME = 200;
const MAX_URL = 2000;

const Id = z.union([z.string(), z.int()]).transform(String).pipe(z.string().min(1).max(MAX_ID).regex(/^[^\p{Cc}]*$/u));

/** The items of `list` that are of the form, the first 200; what is of another is passed over. */
export function itemsOf<Item extends z.ZodType>(list: unknown, item: Item): z.output<Item>[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_ITEMS).flatMap(one => {
    const read = item.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

/** A text of others without control characters, cut at 200 characters; null for none. */
export const Name = z.string().transform(text => text.replaceAll(/\p{Cc}+/gu, ' ').trim().slice(0, MAX_NAME) || null).nullish().catch(null).transform(name => name ?? null);

/** An http(s) URL; null for anything else. */
export const Url = z.string().max(MAX_URL).regex(/^https?:\/\/[^\s\p{Cc}]+$/u).nullish().catch(null).transform(url => url ?? null);

/** A mean of reviews, 0 to 5, and a count of them; null for anything else. */
export const Rating = z.number().min(0).max(5).nullish().catch(null).transform(rating => rating ?? null);
export const Count = z.int().min(0).nullish().catch(null).transform(count => count ?? null);

/** The id of a listing. */
export { Id };

/** A point where both numbers are ones of the globe. */
export function pointAt(lat: unknown, lng: unknown): Point | null {
  const [north, east] = [Number(lat), Number(lng)];
  return lat !== null && lng !== null && Math.abs(north) <= 90 && Math.abs(east) <= 180 ? { lat: north, lng: east } : null;
}

/** Decimal degrees as providers take them: to a centimetre, never in the form `1e-7`. */
export function degrees(value: number): string {
  return value.toFixed(7).replace(/\.?0+$/, '');
}

/** The members of an object; none where it is not one. */
export function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Record<string, unknown> : {};
}
