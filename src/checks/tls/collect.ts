import type { HandshakeReply, OldVersionReply } from '../../core/outside/probes.ts';
import type { Looking } from '../check.ts';
import { findWebsite, type WebsiteHost } from '../hosts/website.ts';

/** One handshake with the website, and what it says to a client that is old. */
export interface TlsFacts extends WebsiteHost {
  domain: string;
  /** Null where there is no host. */
  handshake: HandshakeReply | null;
  oldVersion: OldVersionReply | null;
  /** When it was looked at, epoch milliseconds. */
  at: number;
}

export const HTTPS_PORT = 443;

/** Finds the host of the website and looks at it twice at the same time: as a new client and as an old one. */
export async function collectTls(looking: Looking): Promise<TlsFacts> {
  const { domain, tls, signal } = looking;
  const { host, addresses } = await findWebsite(looking);
  const at = looking.clock.now();
  if (host === null) return { domain, host, addresses, handshake: null, oldVersion: null, at };
  const target = { host, port: HTTPS_PORT };
  const [handshake, oldVersion] = await Promise.all([tls.handshake(target, signal), tls.oldVersion(target, signal)]);
  return { domain, host, addresses, handshake, oldVersion, at };
}
