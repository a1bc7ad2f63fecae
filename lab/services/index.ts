import type { World } from '../types.ts';
import { addressesOf } from '../world/records.ts';
import { createAuthority } from './ca.ts';
import { startPasswordRange, type PasswordRange } from './password-range.ts';
import { startRdap } from './rdap.ts';
import { startMailSink, type MailSink } from './smtp.ts';
import { startWeb } from './web.ts';
import { startWhois } from './whois.ts';

/** What the lab offers beside DNS: HTTPS, RDAP, WHOIS, a mail server and a range service for leaked passwords. */
export interface Services {
  /** `address:port` of the lab's Internet -> loopback port; IPv6 addresses as RFC 5952 writes them, without brackets. */
  routes: Map<string, number>;
  /** Public-looking addresses of the hosts behind `routes`. */
  addresses: Map<string, readonly string[]>;
  rdapBootstrapUrl: string;
  /** `host:port` of the first WHOIS server. */
  whoisServer: string;
  mail: MailSink;
  passwordRange: PasswordRange;
  /** The certificate of the lab's authority, PEM. */
  caPem: string;
  stop(): Promise<void>;
}

/** Starts all services of `world` on loopback; `now` (epoch milliseconds) is when certificates must hold. */
export async function startServices(world: World, { now }: { now: number }): Promise<Services> {
  const pages = world.domains.flatMap(domain => domain.pages);
  const authority = createAuthority(now);
  const [web, rdap, whois, mail, passwordRange] = await Promise.all([
    startWeb(pages, authority), startRdap(world), startWhois(world), startMailSink(authority), startPasswordRange(),
  ]);
  const hosts = [
    ...[...new Set(pages.map(({ host }) => host))].map(host => ({ host, publicPort: 443, port: web.port })),
    ...whois.hosts.map(host => ({ host, publicPort: 43, port: whois.registries.port })),
  ];
  const addresses = new Map(hosts.map(({ host }) => [host, addressesOf(world, host)]));
  return {
    routes: new Map(hosts.flatMap(({ host, publicPort, port }) => addresses.get(host)!.map(address => [`${address}:${publicPort}`, port] as const))),
    addresses,
    rdapBootstrapUrl: rdap.bootstrapUrl,
    whoisServer: `127.0.0.1:${whois.first.port}`,
    mail,
    passwordRange,
    caPem: authority.pem,
    stop: async () => void await Promise.all([web, rdap, whois.first, whois.registries, mail, passwordRange].map(server => server.stop())),
  };
}
