import { parseServers } from './system.ts';
import type { Server } from './channel.ts';

/** A server of the root zone. */
export interface RootServer extends Server {
  name: string;
}

const DNS_PORT = 53;

/** The public root (IANA root hints, https://www.internic.net/domain/named.root, 2026-11). */
export const publicRoots: readonly RootServer[] = [
  root('a', '198.41.0.4'), root('b', '170.247.170.2'), root('c', '192.33.4.12'), root('d', '199.7.91.13'), root('e', '192.203.230.10'),
  root('f', '192.5.5.241'), root('g', '192.112.36.4'), root('h', '198.97.190.53'), root('i', '192.36.148.17'), root('j', '192.58.128.30'),
  root('k', '193.0.14.129'), root('l', '199.7.83.42'), root('m', '202.12.27.33'),
];

function root(letter: string, address: string): RootServer {
  return { name: `${letter}.root-servers.net`, address, port: DNS_PORT };
}

/** The servers in `name=ip[:port],…`, each place once, or a sentence that names the first bad entry. */
export function parseRoots(text: string): { roots: RootServer[] } | { invalid: string } {
  const roots = new Map<string, RootServer>();
  for (const entry of text.split(',').map(part => part.trim())) {
    const [, name, addresses = ''] = /^([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?=(.+)$/i.exec(entry) ?? [];
    const parsed = parseServers(addresses);
    if (name === undefined || 'invalid' in parsed) return { invalid: `"${entry}" is no root server: write a name and an address, such as a.root-servers.net=198.41.0.4 or root.lab=127.0.0.1:5353` };
    const server = parsed.servers[0]!;
    roots.set(`${server.address} ${server.port}`, { name: name.toLowerCase(), ...server });
  }
  return { roots: [...roots.values()] };
}
