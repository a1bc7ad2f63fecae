import { withinTime } from '../../within-time.ts';
import type { Component } from '../component.ts';
import type { FetchedPage } from '../page.ts';
import type { Fingerprint } from './fingerprint.ts';
import { recogniseTechnologies } from './recognise.ts';

/** What one pattern of an operator's folder may take on a page; honest ones take far less. */
const MAX_MS = 20;
/** Slow patterns, which are not asked again. */
const slow = new WeakSet<Fingerprint>();
const [MAX_SLOW, CHUNK] = [8, 200];

/** The technologies that fingerprints of an operator show. A pattern that takes too long is left out from then on, and after eight of them on one page the rest is. */
export function recogniseImported(page: FetchedPage, url: string, imported: readonly Fingerprint[]): Component[] {
  const found: Component[] = [];
  let late = 0;
  const measure = (some: readonly Fingerprint[]): void => {
    if (late >= MAX_SLOW || some.length === 0) return;
    const seen = withinTime(MAX_MS, () => recogniseTechnologies(page, url, some));
    if (seen !== null) found.push(...seen);
    else if (some.length > 1) for (const half of [some.slice(0, some.length >> 1), some.slice(some.length >> 1)]) measure(half);
    else {
      slow.add(some[0]!);
      late++;
    }
  };
  const quick = imported.filter(fingerprint => !slow.has(fingerprint));
  for (let from = 0; from < quick.length; from += CHUNK) measure(quick.slice(from, from + CHUNK));
  return found;
}
