import type { WebProbe } from '../core/outside/probes.ts';
import type { HttpGet, HttpReply } from './http.ts';

const TIMEOUT_MS = 5000;

/** Pages as a check sees them: a redirect is a reply like any other. */
export function createWebProbe(get: HttpGet): WebProbe {
  return {
    async get(url, { maxBytes, signal }) {
      if (!/^https:/i.test(url)) return { outcome: 'failed', stage: 'http', cause: 'the URL is not https' };
      const reply = await get(url, { ...ALONE, maxBytes, signal });
      if (reply.outcome === 'failed') return reply;
      return {
        outcome: 'answered',
        status: reply.status,
        contentType: reply.headers['content-type'] ?? null,
        location: reply.headers.location ?? null,
        body: textOf(reply, { ignoreBOM: true }),
        truncated: reply.truncated,
      };
    },
    async visit(url, { maxBytes, signal }) {
      const trusted = await get(url, { ...ALONE, maxBytes, signal });
      if (trusted.outcome === 'failed' && trusted.stage !== 'tls') return trusted;
      const reply = trusted.outcome === 'failed' ? await get(url, { ...ALONE, maxBytes, signal, anyCertificate: true }) : trusted;
      // Where any certificate would have done and it failed still, the certificate is not the reason.
      if (reply.outcome === 'failed') return trusted.outcome === 'failed' ? trusted : reply;
      const { status, fields, truncated } = reply;
      return { outcome: 'answered', url: reply.url, status, fields, body: textOf(reply), truncated, refused: trusted.outcome === 'failed' ? trusted.cause : null };
    },
  };
}

const ALONE = { timeoutMs: TIMEOUT_MS, redirects: 0, accept: '*/*' } as const;

/** `ignoreBOM` keeps a byte-order mark: an MTA-STS policy must not begin with one. */
function textOf({ body }: HttpReply & { outcome: 'answered' }, { ignoreBOM = false } = {}): string {
  return new TextDecoder('utf-8', { ignoreBOM }).decode(body);
}
