import type { HeaderField } from '../../../../core/outside/probes.ts';
import type { FetchFacts, RedirectHop, RenderedFacts, RobotsVerdict } from './facts.ts';

/** Of one page; what goes beyond is left unread. */
export const MAX_PAGE_BYTES = 5 * 1024 * 1024;

/** What a fetch of a page gave: the facts of the exchange, and the body where one came. */
export interface FetchedPage {
  url: string;
  finalUrl: string;
  redirects: readonly RedirectHop[];
  fetch: FetchFacts;
  robots: RobotsVerdict | null;
  fetchedAt: number;
  /** Decoded from its transfer encodings, not yet from its characters; null where none came. */
  body: Uint8Array | null;
  rendered?: RenderedFacts | null;
}

/** The values of a header, in the order of the reply. */
export function valuesOf(fields: readonly HeaderField[], name: string): string[] {
  return fields.filter(([key]) => key === name).map(([, value]) => value);
}
