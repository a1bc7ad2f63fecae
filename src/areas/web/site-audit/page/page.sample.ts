import type { HeaderField } from '../../../../core/outside/probes.ts';
import type { PageFacts } from './facts.ts';
import type { FetchedPage } from './fetched.ts';
import { parsePage } from './parse-page.ts';

/** What a page was fetched as, besides its body; what is left out is that of a page that is fine. */
export interface PageSetting extends Partial<Omit<FetchedPage, 'body'>> {
  status?: number;
  fields?: readonly HeaderField[];
  ttfbMs?: number;
}

/** The facts of a page with this body, as if it had been fetched. */
export function pageOf(body: string | Uint8Array | null, { status = 200, fields = [['content-type', 'text/html; charset=utf-8']], ttfbMs = 50, ...setting }: PageSetting = {}): PageFacts {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const url = setting.url ?? 'https://site.example/page';
  const fetch: FetchedPage['fetch'] = { outcome: 'answered', status, fields, ttfbMs, totalMs: ttfbMs, bytes: bytes?.byteLength ?? 0, transferBytes: null, truncated: false, certificate: null };
  return parsePage({ url, finalUrl: url, redirects: [], fetch, robots: null, fetchedAt: Date.UTC(2026, 10, 1), body: bytes, ...setting });
}
