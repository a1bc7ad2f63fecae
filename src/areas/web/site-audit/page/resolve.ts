/** Against what addresses on a page are resolved: its `base` element, or its own URL. */
export interface Base {
  document: string;
  base: string;
}

const MAX_URL = 2000;

/** The absolute URL; null where the text is none (URL Standard, 4.4) or is longer than 2,000 characters. */
export function resolve(href: string, { base }: Base): string | null {
  if (href.length > MAX_URL) return null;
  const url = URL.parse(href, base)?.href ?? null;
  return url !== null && url.length <= MAX_URL ? url : null;
}

/** White space as one space, and no longer than `max`. */
export function clip(text: string, max: number): string {
  return text.slice(0, max * 4).replaceAll(/\s+/g, ' ').trim().slice(0, max);
}
