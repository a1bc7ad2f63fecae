import { describeFailure } from '../../core/lookup.ts';
import type { TlsOfferReply } from '../../core/outside/probes.ts';
import type { CollectContext } from '../check.ts';
import { HTTPS_PORT } from '../tls/index.ts';

/** All that the website offers in TLS. */
export interface CiphersFacts {
  /** Null where there is nobody to ask: no website, or no TLS behind its port. */
  offer: TlsOfferReply | null;
}

/** Waits for the one handshake of the TLS check: a server that cannot be reached is not asked a hundred times more. */
export async function collectCiphers({ facts, tls, signal }: CollectContext): Promise<CiphersFacts> {
  const { domain, host, addresses, handshake } = await facts('tls');
  if (addresses.outcome === 'failed') return { offer: { outcome: 'failed', stage: 'dns', cause: describeFailure('A', domain, addresses) } };
  const reached = handshake?.outcome === 'answered' || handshake?.stage === 'tls';
  return { offer: host !== null && reached ? await tls.enumerate({ host, port: HTTPS_PORT }, signal) : null };
}
