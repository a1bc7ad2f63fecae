import { getServers } from 'node:dns';
import { formatIp, parseIp } from '../../core/ip.ts';
import type { Server } from './channel.ts';

const DNS_PORT = 53;

/** The recursive resolvers that the system uses; empty where it names none by a plain address. */
export function systemServers(): Server[] {
  return getServers().map(parseServer).filter(server => server !== null);
}

/** The servers in `ip[:port],[v6]:port,…`, each once, or a sentence that names the first bad entry. */
export function parseServers(text: string): { servers: Server[] } | { invalid: string } {
  const servers = new Map<string, Server>();
  for (const entry of text.split(',').map(part => part.trim())) {
    const server = parseServer(entry);
    if (!server) return { invalid: `"${entry}" is no DNS server: write an IP address and, if it is not 53, a port, such as 192.0.2.53:5353 or [2001:db8::53]:5353` };
    servers.set(`${server.address} ${server.port}`, server);
  }
  return { servers: [...servers.values()] };
}

function parseServer(entry: string): Server | null {
  const bracketed = /^\[([^\]]*)\](?::(\d{1,5}))?$/.exec(entry);
  const dotted = /^([^:]*):(\d{1,5})$/.exec(entry);
  const [, host = entry, digits = String(DNS_PORT)] = bracketed ?? dotted ?? [];
  const bytes = parseIp(host);
  const port = Number(digits);
  if (!bytes || (bracketed && bytes.length !== 16) || port < 1 || port > 65_535) return null;
  return { address: formatIp(bytes), port };
}
