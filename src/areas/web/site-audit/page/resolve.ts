import { remembered } from '../urls/remembered.ts';

/** Against what addresses on a page are resolved: its `base` element, or its own URL. */
export interface Base {
  document: string;
  base: string;
  /** The root of the host of the base. */
  root: string;
}

const MAX_URL = 2000;
const MAX_REMEMBERED = 5000;

/** The base of the addresses in a document; `base` as its `base` element has it. */
export function baseAt(document: string, base = document): Base {
  return { document, base, root: URL.parse('/', base)?.href ?? '' };
}

/** The absolute URL; null where the text is none (URL Standard, 4.4) or is longer than 2,000 characters. */
export function resolve(href: string, { base, root }: Base): string | null {
  if (href.length > MAX_URL) return null;
  return href.startsWith('/') && root !== '' ? fromRoot(`${root} ${href}`) : absolute(href, base);
}

function absolute(href: string, base: string): string | null {
  const url = URL.parse(href, base)?.href ?? null;
  return url !== null && url.length <= MAX_URL ? url : null;
}

/** What begins with a slash means the same on every page of a host; the root and a space stand before it. */
const fromRoot = remembered(MAX_REMEMBERED, rooted => {
  const at = rooted.indexOf(' ');
  return absolute(rooted.slice(at + 1), rooted.slice(0, at));
});

/** White space as one space, and no longer than `max`. */
export function clip(text: string, max: number): string {
  return text.slice(0, max * 4).replaceAll(/\s+/g, ' ').trim().slice(0, max);
}
