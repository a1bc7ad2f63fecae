import type { FetchedPage } from './page.ts';
import { textsOf } from './technologies/texts.ts';

const MAX_ADDRESS = 2048;

/** The scripts that a page loads: paths at its origin, of which at most `most` are given, and addresses elsewhere. */
export function scriptsOf(page: FetchedPage, origin: string, most: number): { own: string[]; others: string[]; left: number } {
  const base = `${origin}${page.path}`;
  const urls = textsOf(page, base).scripts.flatMap(src => (src.length > MAX_ADDRESS ? [] : URL.parse(src, base) ?? [])).filter(({ protocol }) => protocol === 'http:' || protocol === 'https:');
  const own = [...new Set(urls.filter(url => url.origin === origin).map(({ pathname, search }) => `${pathname}${search}`))];
  const others = [...new Set(urls.filter(url => url.origin !== origin).map(({ href }) => href))];
  return { own: own.slice(0, most), others, left: Math.max(0, own.length - most) };
}
