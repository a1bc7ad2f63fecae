import type { HandshakeReply } from '../../../../core/outside/probes.ts';
import type { ServiceSeen } from '../services/index.ts';
import type { PortRow } from '../store/scans.ts';
import { saveSeen } from '../store/scans.ts';
import type { DoHostStage } from './stage.ts';

/** What one handshake showed, as it is kept. */
export interface TlsSeen {
  protocol: string;
  cipher: string;
  group: string | null;
  serverName: string | null;
  subject: string;
  issuer: string;
  names: readonly string[];
  notAfter: number;
  /** Why a client would refuse the certificate; null where it is fine. */
  refused: string | null;
}

/** Ports that speak TLS from the first byte, by IANA's registry; others are asked where a service was seen to. */
const TLS_PORTS: ReadonlySet<number> = new Set([443, 465, 563, 636, 853, 989, 990, 992, 993, 994, 995, 2083, 2087, 2096, 2376, 3269, 4433, 4443, 5061, 5223, 5671, 5986, 6443, 6514, 6697, 8443, 8883, 9443, 10443, 12443]);
const MAX_NAMES = 20;

/** What a handshake shows at each port that speaks TLS. */
export const seeTls: DoHostStage = async ({ scanId, host, names, target, ports, turn, signal }) => {
  const asked = ports.filter(speaksTls);
  const seen: { port: number; tls: TlsSeen }[] = [];
  let untested = 0;
  for (const { port } of asked) {
    await turn();
    const reply = await target.tls.handshake({ host: names[0] ?? host.address, port }, signal);
    if (reply.outcome === 'answered') seen.push({ port, tls: presentTls(reply, names[0] ?? null) });
    else if (signal.aborted) untested++;
  }
  return {
    outcome: untested === 0 ? 'done' : 'partial',
    cause: untested === 0 ? null : `${untested} of ${asked.length} ports were not tested: the time was up`,
    async save(tx) {
      for (const { port, tls } of seen) await saveSeen(tx, { scanId, address: host.address }, port, { tls });
    },
  };
};

/** Where TLS was recognised, or where it is usual and nothing was. */
function speaksTls({ port, transport, service }: PortRow): boolean {
  const seen = service === null ? null : JSON.parse(service) as ServiceSeen;
  return transport === 'tcp' && (seen?.tls === 'direct' || (TLS_PORTS.has(port) && (seen === null || seen.protocol === null)));
}

function presentTls({ protocol, cipher, group, chain, refused }: HandshakeReply & { outcome: 'answered' }, serverName: string | null): TlsSeen {
  const { subject, issuer, names, notAfter } = chain[0]!;
  return { protocol, cipher, group, serverName, subject, issuer, names: names.slice(0, MAX_NAMES), notAfter, refused: refused?.cause ?? null };
}
