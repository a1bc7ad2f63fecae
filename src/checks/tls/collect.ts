import type { HandshakeReply, OldVersionReply } from '../../core/outside/probes.ts';
import type { CollectContext } from '../check.ts';
import { findWebsite, type WebsiteHost } from '../hosts/website.ts';

/** One handshake with the website, and what it says to a client that is old. */
export interface TlsFacts extends WebsiteHost {
  domain: string;
  /** Null where there is no host. */
  handshake: HandshakeReply | null;
  oldVersion: OldVersionReply | null;
  /** When it was probed, epoch milliseconds. */
  at: number;
}

export const HTTPS_PORT = 443;

/** Finds the host of the website and probes it twice at the same time: as a new client and as an old one. */
export async function collectTls(context: CollectContext): Promise<TlsFacts> {
  const { domain, tls, signal } = context;
  const { host, addresses } = await findWebsite(context);
  const at = context.clock.now();
  if (host === null) return { domain, host, addresses, handshake: null, oldVersion: null, at };
  const target = { host, port: HTTPS_PORT };
  const [handshake, oldVersion] = await Promise.all([tls.handshake(target, signal), tls.oldVersion(target, signal)]);
  return { domain, host, addresses, handshake, oldVersion, at };
}
