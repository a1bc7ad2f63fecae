import type { PageReply } from '../../../../core/outside/probes.ts';
import type { ServiceSeen } from '../services/index.ts';
import type { PortRow } from '../store/scans.ts';
import { saveSeen } from '../store/scans.ts';
import type { DoHostStage, HostWork } from './stage.ts';

/** What the first page of a port showed, as it is kept. */
export interface HttpSeen {
  url: string;
  status: number;
  title: string | null;
  server: string | null;
  poweredBy: string | null;
  /** Where it redirects to. */
  location: string | null;
}

/** Ports where web servers and consoles are usual. */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 81, 88, 443, 591, 2082, 2083, 2086, 2087, 2095, 2096, 3000, 4443, 5000, 5601, 7001, 8000, 8008, 8009, 8080, 8081, 8088, 8089, 8123, 8443, 8500, 8800, 8888, 9000, 9090, 9200, 9443, 10000, 15672]);
const [MAX_BYTES, TIMEOUT_MS, MAX_TEXT] = [65_536, 8000, 200];

/** The first page of each port that speaks HTTP. */
export const seePages: DoHostStage = async work => {
  const { scanId, host, ports, turn, signal } = work;
  const asked = ports.filter(mayBeWeb);
  const seen: { port: number; http: HttpSeen }[] = [];
  let untested = 0;
  for (const row of asked) {
    await turn();
    const { port } = row;
    const url = `${originOf(work, row)}/`;
    const reply = await work.target.page(url, { method: 'GET', maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal });
    if (reply.outcome === 'answered') seen.push({ port, http: presentPage(reply) });
    else if (signal.aborted) untested++;
  }
  return {
    outcome: untested === 0 ? 'done' : 'partial',
    cause: untested === 0 ? null : `${untested} of ${asked.length} ports were not tested: the time was up`,
    async save(tx) {
      for (const { port, http } of seen) await saveSeen(tx, { scanId, address: host.address }, port, { http });
    },
  };
};

/** A port where HTTP was recognised, or where it is usual and nothing was. */
function mayBeWeb({ port, transport, service, tls }: PortRow): boolean {
  const { protocol } = serviceIn(service);
  return transport === 'tcp' && (protocol === null || protocol === 'tls' ? WEB_PORTS.has(port) || tls !== null : protocol === 'http');
}

/** Scheme, name and port of the website at a port. */
export function originOf({ names, host }: Pick<HostWork, 'names' | 'host'>, { port, service, tls }: PortRow): string {
  const name = names[0] ?? (host.address.includes(':') ? `[${host.address}]` : host.address);
  const secure = tls !== null || serviceIn(service).tls === 'direct';
  return `${secure ? 'https' : 'http'}://${name}${port === (secure ? 443 : 80) ? '' : `:${port}`}`;
}

function serviceIn(kept: string | null): Pick<ServiceSeen, 'protocol' | 'tls'> {
  return kept === null ? { protocol: null, tls: 'none' } : JSON.parse(kept) as ServiceSeen;
}

function presentPage({ url, status, fields, body }: PageReply & { outcome: 'answered' }): HttpSeen {
  const field = (name: string) => harmless(fields.find(([other]) => other === name)?.[1] ?? null);
  const title = /<title[^>]{0,200}>([^<]{0,1000})/i.exec(body)?.[1] ?? null;
  return { url, status, title: title === null ? null : harmless(title), server: field('server'), poweredBy: field('x-powered-by'), location: field('location') };
}

/** One line without control characters. */
function harmless(text: string | null): string | null {
  return text === null ? null : text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim().slice(0, MAX_TEXT);
}
