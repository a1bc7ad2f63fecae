import type { LabPage } from '../page.ts';
import type { World } from '../types.ts';
import { addressesOf } from '../world/records.ts';
import { createAuthority, type Authority } from './ca.ts';
import { startMailHosts } from './mail-hosts.ts';
import { labServer } from './mail-hosts-keys.ts';
import { startNameSources, type NameSources } from './name-sources/index.ts';
import { startPasswordRange, type PasswordRange } from './password-range.ts';
import { startRdap } from './rdap.ts';
import { startMailSink, type MailSink } from './smtp.ts';
import { tlsKinds, type TlsKind } from './tls.ts';
import { startPlainWeb, startWeb, type SecureWeb } from './web.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook.ts';
import { startWhois } from './whois.ts';

/** What the lab offers besides DNS: the web, RDAP, WHOIS, a mail server, a receiver of webhooks and a range service for leaked passwords. */
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
  nameSources: NameSources;
  webhook: WebhookReceiver;
  /** The certificate of the lab's authority, PEM. */
  caPem: string;
  changeCertificate(host: string, certificate: LabPage['certificate']): () => void;
  stop(): Promise<void>;
}

/** Starts all services of `world` on loopback; `now` (epoch milliseconds) is when certificates must hold. */
export async function startServices(world: World, { now }: { now: number }): Promise<Services> {
  const authority = createAuthority(now, { web: labServer });
  const pages = world.domains.flatMap(({ name, pages }) => pages.map(page => (page.mark ? { ...page, body: authority.issueMark(name, logoNextTo(page, pages), page.mark) } : page)));
  const [webs, plainWeb, rdap, whois, mail, mailHosts, passwordRange, webhook, nameSources] = await Promise.all([
    startWebs(pages, authority), startPlainWeb(pages), startRdap(world), startWhois(world), startMailSink(authority), startMailHosts(world, authority, now), startPasswordRange(), startWebhookReceiver(authority), startNameSources(authority),
  ]);
  const hostsOver = (wanted: LabPage['over'], kind?: TlsKind | 'usual') =>
    [...new Set(pages.filter(({ over, tls = 'usual' }) => over === wanted && (kind === undefined || tls === kind)).map(({ host }) => host))];
  const hosts = [
    ...webs.flatMap(({ kind, port }) => hostsOver('https', kind).map(host => ({ host, publicPort: 443, port }))),
    ...hostsOver('http').map(host => ({ host, publicPort: 80, port: plainWeb.port })),
    ...whois.hosts.map(host => ({ host, publicPort: 43, port: whois.registries.port })),
  ];
  const addresses = new Map<string, readonly string[]>([...hosts.map(({ host }) => [host, addressesOf(world, host)] as const), [webhook.host, webhook.addresses]]);
  return {
    routes: new Map([
      ...hosts.flatMap(({ host, publicPort, port }) => addresses.get(host)!.map(address => [`${address}:${publicPort}`, port] as const)),
      ...mailHosts.routes,
      ...webhook.addresses.map(address => [`${address}:443`, webhook.port] as const),
    ]),
    addresses,
    rdapBootstrapUrl: rdap.bootstrapUrl,
    whoisServer: `127.0.0.1:${whois.first.port}`,
    mail,
    passwordRange,
    webhook,
    nameSources,
    caPem: authority.pem,
    changeCertificate(host, certificate) {
      for (const web of webs) {
        const undo = web.changeCertificate(host, certificate);
        if (undo) return undo;
      }
      throw new Error(`There is no website at ${host}.`);
    },
    stop: async () => void await Promise.all([...webs, plainWeb, rdap, whois.first, whois.registries, mail, mailHosts, passwordRange, webhook, nameSources].map(server => server.stop())),
  };
}

/** One server for each way to speak TLS. */
function startWebs(pages: readonly LabPage[], authority: Authority): Promise<(SecureWeb & { kind: TlsKind | 'usual' })[]> {
  return Promise.all((['usual', ...tlsKinds] as const).map(async kind =>
    ({ kind, ...await startWeb(pages.filter(({ tls = 'usual' }) => tls === kind), authority, kind) })));
}

/** The logo on the same host. */
function logoNextTo({ host }: LabPage, pages: readonly LabPage[]): string {
  return pages.find(page => page.host === host && page.path === '/logo.svg')?.body ?? '';
}
