import { z } from 'zod';

export const PointInput = z.strictObject({
  lat: z.number().min(-85).max(85).describe('Degrees north, -85 to 85'),
  lng: z.number().min(-180).max(180).describe('Degrees east'),
});
export const Language = z.string().regex(/^[a-z]{2}$/, 'Give a language by ISO 639-1, such as en.');
export const Country = z.string().regex(/^[A-Z]{2}$/, 'Give a country by ISO 3166-1, such as AT.');
