import type { Capture, Fetched } from '../core/outside/capture.ts';
import type { HttpGet } from './http.ts';

const TIMEOUT_MS = 10_000;

/** Pages as they are sent, byte for byte; where nothing but the certificate stands in the way they are read all the same. */
export function createEvidenceFetch(get: HttpGet): Capture['fetch'] {
  return async (url, { maxBytes, signal }): Promise<Fetched> => {
    const options = { maxBytes, signal, timeoutMs: TIMEOUT_MS, redirects: 0, accept: 'text/html,*/*' } as const;
    const trusted = await get(url, options);
    const refused = trusted.outcome === 'failed' && trusted.stage === 'tls' ? trusted.cause : null;
    const reply = refused === null ? trusted : await get(url, { ...options, anyCertificate: true });
    if (reply.outcome === 'failed') return { outcome: 'failed', cause: refused ?? reply.cause };
    const { status, fields, body, truncated } = reply;
    return { outcome: 'answered', url: reply.url, status, fields, body, truncated, refused };
  };
}
