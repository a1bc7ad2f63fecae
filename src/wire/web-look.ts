import type { WebLook } from '../core/outside.ts';
import type { HttpGet } from './http.ts';

const TIMEOUT_MS = 5000;

/** Pages as a check sees them: https alone, and a redirect is a reply like any other. */
export function createWebLook(get: HttpGet): WebLook {
  return {
    async get(url, { maxBytes, signal }) {
      if (!/^https:/i.test(url)) return { outcome: 'failed', stage: 'http', cause: 'the URL is not https' };
      const reply = await get(url, { maxBytes, signal, timeoutMs: TIMEOUT_MS, redirects: 0, accept: '*/*' });
      if (reply.outcome === 'failed') return reply;
      return {
        outcome: 'answered',
        status: reply.status,
        contentType: reply.headers['content-type'] ?? null,
        location: reply.headers.location ?? null,
        body: new TextDecoder().decode(reply.body),
        truncated: reply.truncated,
      };
    },
  };
}
