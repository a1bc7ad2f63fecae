import { parseIp } from '../core/ip.ts';
import type { OpenTarget } from '../core/outside/scan-target.ts';
import type { Door } from './door.ts';
import { createHttpGet } from './http.ts';
import { createServiceDialogues } from './service-dialogue.ts';
import type { createTlsProbes } from './tls/probe.ts';

export interface ScanTargetOptions {
  door: Door;
  tlsBy: ReturnType<typeof createTlsProbes>;
  /** Where people read who scans them and how to be left alone; null where the service has no address of its own. */
  explainedAt: string | null;
}

/** Whatever name a client of the target is given leads to its one address: a page or a certificate cannot lead anywhere else. */
export function createOpenTarget({ door, tlsBy, explainedAt }: ScanTargetOptions): OpenTarget {
  const userAgent = `domain-security-service${explainedAt === null ? '' : ` (+${explainedAt})`}`;
  return address => {
    const touch = door.portsOf(address);
    if (touch === null) return null;
    const pinned = door.resolvingBy(async () => ({ outcome: 'found', value: [address], via: [], ttlSeconds: 0 }));
    const [get, { handshake }] = [createHttpGet(pinned), tlsBy(pinned)];
    const dialogues = createServiceDialogues(pinned);
    return {
      address, touch, userAgent,
      dialogues: {
        open: async (target, options) => (leadsElsewhere(target.host, address) ? { failed: 'notAllowed', cause: ELSEWHERE } : dialogues.open(target, options)),
        ask: async (target, datagram, options) => (target.host === address ? dialogues.ask(target, datagram, options) : null),
      },
      tls: { handshake: async (target, signal) => (leadsElsewhere(target.host, address) ? { outcome: 'failed', stage: 'connect', cause: ELSEWHERE } : handshake(target, signal)) },
      async page(url, { method, headers = {}, maxBytes, timeoutMs, signal }) {
        if (leadsElsewhere(URL.parse(url)?.hostname ?? '', address)) return { outcome: 'failed', stage: 'connect', cause: ELSEWHERE };
        const reply = await get(url, { maxBytes, timeoutMs, signal, headers, userAgent, redirects: 0, accept: '*/*', anyCertificate: true, ...(method === 'HEAD' ? { method } : {}) });
        if (reply.outcome === 'failed') return reply;
        const { status, fields, body, truncated } = reply;
        return { outcome: 'answered', url: reply.url, status, fields, body: new TextDecoder().decode(body), truncated, refused: null };
      },
    };
  };
}

const ELSEWHERE = 'the host is another address than the one that is scanned';

/** An address literal is not resolved, and so must be the target's own. */
function leadsElsewhere(host: string, address: string): boolean {
  const literal = parseIp(host.replace(/^\[|\]$/g, ''));
  return literal !== null && !Buffer.from(literal).equals(parseIp(address) ?? Buffer.alloc(0));
}
