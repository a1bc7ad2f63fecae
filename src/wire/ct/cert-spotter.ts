import { z } from 'zod';
import type { CertificateSearch } from '../../core/outside/name-stream.ts';
import { asLater, askJson, later, type Asking } from './ask.ts';

const MAX_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

const Issuances = z.array(z.object({ id: z.string().min(1).max(200), dns_names: z.array(z.string()).max(10_000).default([]) })).max(10_000);

/** Cert Spotter (SSLMate) at `url`, with the key of an account: page by page, the cursor is the last id of one. */
export function createCertSpotter(asking: Asking, { url, key }: { url: string; key: string }): CertificateSearch {
  return {
    source: 'certSpotter',
    async search(domain, cursor, signal) {
      const query = new URLSearchParams({ domain, include_subdomains: 'true', match_wildcards: 'true', expand: 'dns_names', ...(cursor === null ? {} : { after: cursor }) });
      const address = new URL(`v1/issuances?${query.toString()}`, url.endsWith('/') ? url : `${url}/`).href;
      const answer = await askJson(asking, address, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal, headers: { Authorization: `Bearer ${key}` } });
      if (answer.outcome !== 'json') return asLater(answer);
      const issuances = Issuances.safeParse(answer.json);
      if (!issuances.success) return later('Cert Spotter answered in a form that is not known');
      const last = issuances.data.at(-1);
      return { outcome: 'names', names: [...new Set(issuances.data.flatMap(({ dns_names: names }) => names))], cursor: last?.id ?? cursor ?? '', more: last !== undefined };
    },
  };
}
