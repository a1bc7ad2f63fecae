import { canonicalAddress } from './dns/address.ts';
import { startDns } from './dns/start.ts';
import { startServices } from './services/index.ts';
import type { Lab, World } from './types.ts';
import { loadWorld } from './world.ts';

export { worldOf } from './dns/world-of.ts';
export type { Lab, World } from './types.ts';

const HOST = '127.0.0.1';
const DNS_PORT = 53;

export interface LabOptions {
  /** The world of `lab/world/` unless another is given. */
  world?: World;
  clock?: { now(): number };
  /** 0, as left out, takes a free port. */
  resolverPort?: number;
  /** Whether the resolver remembers answers by their TTL; it does unless specified otherwise. */
  cache?: boolean;
  /** Decides the keys of zones and the bytes of the fault `garbage`. */
  seed?: number;
}

/** Starts the small Internet on loopback; it runs until `stop`. */
export async function startLab(options: LabOptions = {}): Promise<Lab> {
  const { clock = Date, resolverPort = 0, cache = true, seed = 1 } = options;
  const nowMs = clock.now();
  const world = options.world ?? loadWorld(nowMs);
  const services = await startServices(world, { now: nowMs });
  const dns = await startDns(world, { hosts: services.addresses, nowMs, seed, resolverPort, cache }).catch(async (error: unknown) => {
    await services.stop();
    throw error;
  });
  const routes = new Map([...services.routes, ...[...dns.ports].map(([address, port]) => [`${address}:${DNS_PORT}`, port] as const)]);
  return {
    world,
    resolver: { address: HOST, port: dns.resolverPort },
    routes,
    route(address, port) {
      const local = routes.get(`${canonicalAddress(address)}:${port}`);
      return local === undefined ? null : { address: HOST, port: local };
    },
    roots: dns.roots,
    trustAnchor: dns.trustAnchor,
    rdapBootstrapUrl: services.rdapBootstrapUrl,
    whoisServer: services.whoisServer,
    caPem: services.caPem,
    smtpUrl: `smtp://localhost:${services.mail.port}`,
    setMailFault: services.mail.setFault,
    takeEmails: services.mail.takeEmails,
    passwordRangeUrl: services.passwordRange.url,
    setPasswordRangeFault: services.passwordRange.setFault,
    nameSources: services.nameSources,
    webhookUrl: `https://${services.webhook.host}/`,
    setWebhookFault: services.webhook.setFault,
    takeHooks: services.webhook.takeHooks,
    addFault: dns.addFault,
    changeZone: dns.changeZone,
    changeCertificate: services.changeCertificate,
    setDelayMs: dns.setDelayMs,
    takeSeen: dns.takeSeen,
    stop: async () => void await Promise.all([dns.stop(), services.stop()]),
  };
}
