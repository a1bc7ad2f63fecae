import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { runCheck, type CheckServices, type Depth, type CheckSession } from '../areas/domains/check/index.ts';
import { bothFamilies } from '../checks/lookups.ts';
import type { BulkServices } from '../core/outside/bulk-lookup.ts';
import { createBlobs, type Blobs } from '../core/outside/blobs.ts';
import type { Browse } from '../core/outside/browse.ts';
import type { Capture } from '../core/outside/capture.ts';
import { systemClock as clock } from '../core/clock.ts';
import type { Cidr } from '../core/ip.ts';
import type { Lookup } from '../core/lookup.ts';
import type { EndpointProbes } from '../core/outside/endpoint-probes.ts';
import type { PageFetch } from '../core/outside/page-fetch.ts';
import type { OpenTarget } from '../core/outside/scan-target.ts';
import type { Post } from '../core/outside/post.ts';
import type { Checker } from '../surfaces/cli/index.ts';
import { createBulkLookup } from '../wire/dns/bulk/lookup.ts';
import { createBulkLookupInThreads } from '../wire/dns/bulk/threads.ts';
import { createWildcards } from '../wire/dns/bulk/wildcards.ts';
import { createDatabaseBackend, type Store } from '../store/index.ts';
import { createFolderBackend } from '../wire/blobs/folder.ts';
import { createS3Backend } from '../wire/blobs/s3.ts';
import { createBrowse } from '../wire/browser/browse.ts';
import { createCamera, type CameraOptions } from '../wire/browser/camera.ts';
import { createEvidenceFetch } from '../wire/capture.ts';
import { createDelegations } from '../wire/dns/delegation.ts';
import { publicRoots, type RootServer } from '../wire/dns/delegation-roots.ts';
import { rootAnchors, type TrustAnchor } from '../wire/dns/dnssec/anchors.ts';
import { createValidator } from '../wire/dns/dnssec/validator.ts';
import { createZoneCache } from '../wire/dns/dnssec/zone-cache.ts';
import { createResolver } from '../wire/dns/resolver.ts';
import { createSnapshot, type QuestionTrace } from '../wire/dns/snapshot.ts';
import { systemServers } from '../wire/dns/system.ts';
import { createTransport, openPath } from '../wire/dns/transport.ts';
import type { Server } from '../wire/dns/channel.ts';
import { createDoor, type Target } from '../wire/door.ts';
import { createPoliteness, type Politeness } from '../wire/politeness.ts';
import { createHttpGet } from '../wire/http.ts';
import { createEndpointProbes } from '../wire/endpoints/index.ts';
import { createPageFetch } from '../wire/page-fetch.ts';
import { createRdap } from '../wire/rdap.ts';
import { createNetworkRdap } from '../wire/rdap-network.ts';
import { createBlocklistLookup } from '../wire/blocklist-lookup.ts';
import { createRegistryLookup } from '../wire/registry-lookup.ts';
import { createOpenTarget } from '../wire/scan-target.ts';
import { createSmtpProbe } from '../wire/smtp-probe.ts';
import { createTlsProbes } from '../wire/tls/probe.ts';
import { createWebhookPost } from '../wire/webhook.ts';
import { createWebProbe } from '../wire/web-probe.ts';
import { createWhois } from '../wire/whois.ts';
import { ConfigError, type Config } from './config.ts';

/** Where the outside is: the servers that the operator named, and what may be reached. */
export interface Outside {
  dnsServers: readonly Server[];
  /** The root servers that delegations are followed from. */
  dnsRoots: readonly RootServer[];
  /** Keys of the root by which answers are validated; none: they are not. */
  trustAnchors: readonly TrustAnchor[];
  /** The operator's own RDAP bootstrap URL; null for IANA's. */
  rdapBootstrap: string | null;
  /** The operator's own first WHOIS server; null for IANA's. */
  whoisServer: Target | null;
  allow: readonly Cidr[];
  /** Extra trusted roots, PEM. */
  ca: string | null;
  /** The zones of blocklists and the key of Spamhaus' service; left out, those that the program knows, without a key. */
  blocklists?: { zones: readonly string[] | null; spamhausKey: string | null };
  /** Where people whose hosts are scanned read who does it, an URL; left out, the service has no address of its own. */
  explainedAt?: string;
  /** The lab's map from public-looking addresses to loopback ports; no setting reaches it. */
  route?: (address: string, port: number) => Server | null;
}

/** The part of a check's questions kept back for the registry clients: host names of RDAP and WHOIS servers. */
const REGISTRY_QUESTIONS = 4;
/** DNS questions that one check may ask, those of the registry clients included. */
export const maxQuestions: Readonly<Record<Depth, number>> = { check: 60, checkup: 160 };

/** The one way out, and the resolver that it asks. */
export function composeDoor(outside: Outside, politeness?: Politeness) {
  const resolver = createResolver({ servers: outside.dnsServers, transport: createTransport(openPath), clock, random });
  const door = createDoor({
    allow: outside.allow,
    ...(outside.route ? { route: outside.route } : {}),
    ...(outside.ca === null ? {} : { ca: [outside.ca] }),
    resolve: (host, signal) => addressesOf(type => resolver.lookup(host, type, signal)),
    clock,
    ...(politeness ? { politeness } : {}),
  });
  return { resolver, door };
}

/** Fetches pages over `outside`. */
export function composeHttpGet(outside: Outside): ReturnType<typeof createHttpGet> {
  return createHttpGet(composeDoor(outside).door);
}

/** Asks the operator's resolvers for many names at once, as fast and in as many threads as `config` says. */
export function composeBulkLookup({ dnsServers: servers }: Outside, config: Pick<Config, 'DSS_BULK_DNS_RATE' | 'DSS_BULK_DNS_THREADS'>): BulkServices {
  const [ratePerSecond, threads] = [config.DSS_BULK_DNS_RATE, config.DSS_BULK_DNS_THREADS];
  const bulkLookup = threads > 0
    ? createBulkLookupInThreads({ servers, ratePerSecond, threads })
    : createBulkLookup({ servers, transport: createTransport(openPath), clock, randomBytes, ratePerSecond });
  return { bulkLookup, wildcards: createWildcards(bulkLookup, { clock, random }) };
}

/** Posts to receivers that accounts name: to public addresses only, whatever the operator allows scans to reach. */
export function composePost(outside: Outside): Post {
  return createWebhookPost(composeDoor({ ...outside, allow: [] }).door);
}

/** Where `config` keeps blobs; `store` is the database. Throws `ConfigError` for an S3-compatible store without credentials. */
export function composeBlobs(config: Config, store: Store, outside: Outside): Blobs {
  const url = config.DSS_BLOB_URL ?? (config.DATABASE_URL === null ? { kind: 'folder', path: join(config.DSS_DATA_DIR, 'blobs') } as const : { kind: 'database' } as const);
  if (url.kind === 'folder') return createBlobs(createFolderBackend({ folder: url.path, randomBytes }));
  if (url.kind === 'database') return createBlobs(createDatabaseBackend(store));
  const { DSS_S3_KEY: key, DSS_S3_SECRET: secret } = config;
  if (key === null || secret === null) throw new ConfigError('DSS_BLOB_URL: An S3-compatible store needs DSS_S3_KEY and DSS_S3_SECRET.');
  return createBlobs(createS3Backend({ ...url, key, secret, door: composeDoor(outside).door.configured, clock }));
}

/** The captures that are kept as evidence, over `outside`: at public addresses only, whatever the operator allows scans to reach. Pages are shown by the Chromium of `browser`. */
export function composeCapture(outside: Outside, browser: Omit<CameraOptions, 'door' | 'randomBytes'>): Capture {
  const { door } = composeDoor({ ...outside, allow: [] });
  const get = createHttpGet(door);
  return {
    fetch: createEvidenceFetch(get),
    shoot: createCamera({ ...browser, door, randomBytes }),
    network: createNetworkRdap({ get, bootstrapUrl: outside.rdapBootstrap, clock }),
  };
}

/** How pages are shown; left out, there is no browser. */
export type BrowserOptions = Omit<CameraOptions, 'door' | 'randomBytes' | 'shootMs'>;
const noBrowser: BrowserOptions = { find: () => null, root: false, home: '/', log: () => {} };

interface CheckOptions {
  /** Hears which DNS questions each check asked. */
  onTrace?: ((trace: readonly QuestionTrace[]) => void) | undefined;
  politeness?: Politeness;
  browser?: BrowserOptions | undefined;
}

/** What the domain check needs, over `outside`. */
export function composeCheck(outside: Outside, { onTrace = () => {}, politeness, browser = noBrowser }: CheckOptions = {}): OutsideServices {
  const { resolver, door } = composeDoor(outside, politeness);
  const authorities = createTransport(door);
  const delegate = createDelegations({ roots: outside.dnsRoots, transport: createTransport(openPath), clock, random });
  const registry = createRegistryLookup({
    rdap: createRdap({ get: createHttpGet(door), bootstrapUrl: outside.rdapBootstrap, clock }),
    whois: createWhois({ door, server: outside.whoisServer }),
  });

  const validate = createValidator({ anchors: outside.trustAnchors, clock, cache: createZoneCache(clock) });
  const blocklists = createBlocklistLookup({ resolver, clock, ...outside.blocklists ?? { zones: null, spamhausKey: null } });
  const ca = outside.ca === null ? [] : [outside.ca];
  const tlsBy = createTlsProbes({ ca, clock, random });
  const smtp = createSmtpProbe({ door, clock, ca });

  const open = (signal: AbortSignal, depth: Depth): CheckSession => {
    const openedMs = clock.monotonicMs();
    const dns = createSnapshot(resolver, { transport: authorities, random }, { signal, clock, maxQuestions: maxQuestions[depth] - REGISTRY_QUESTIONS, validate, delegate });
    const ownDoor = door.resolvingBy(host => addressesOf(type => dns.lookup(host, type)));
    const web = createWebProbe(createHttpGet(ownDoor));
    return {
      clients: { dns, web, tls: tlsBy(ownDoor), smtp, registry, blocklists, mayReach: door.mayReach },
      questions: () => dns.trace.filter(({ server }) => server === null).length,
      resolverAnswered: () => dns.resolverAnswered || resolver.answeredSince(openedMs),
      close: () => onTrace(dns.trace),
    };
  };
  return { clock, random, open, openTarget: createOpenTarget({ door, tlsBy, explainedAt: outside.explainedAt ?? null }), endpoints: createEndpointProbes({ door, resolver, clock }), fetchPage: createPageFetch({ door, clock }), browse: createBrowse({ ...browser, door, randomBytes }) };
}

/** What of the outside depends on the door: the domain check, the hosts of proven domains, checks of endpoints, and the pages of websites, fetched or in a browser. */
export interface OutsideServices extends CheckServices {
  openTarget: OpenTarget;
  endpoints: EndpointProbes;
  fetchPage: PageFetch;
  browse: Browse;
}

/** What reaches targets, once for each door: clients, and all that they remember, are never shared between the two. */
export interface Doors {
  /** The public Internet alone: for visitors and for every account that is not trusted. */
  public: OutsideServices;
  /** What the operator allows as well: for the operator's account and those marked as trusted. */
  allowed: OutsideServices;
}

/** Both doors over `outside`; they are one where the operator allows nothing. `onTrace` hears as in `composeCheck`. */
export function composeDoors(outside: Outside, onTrace?: (trace: readonly QuestionTrace[]) => void, browser?: BrowserOptions): Doors {
  if (outside.allow.length === 0) {
    const one = composeCheck(outside, { onTrace, browser });
    return { public: one, allowed: one };
  }
  const politeness = createPoliteness(clock);
  const compose = (allow: Outside['allow']) => composeCheck({ ...outside, allow }, { onTrace, politeness, browser });
  return { public: compose([]), allowed: compose(outside.allow) };
}

/** The domain check over `outside`, for the command line. */
export function composeChecker(outside: Outside, onTrace?: (trace: readonly QuestionTrace[]) => void): Checker {
  const context = composeCheck(outside, { onTrace });
  return (domain, options) => runCheck({ ...context, ...options }, domain);
}

/** The domain check over the servers that `config` names, or those of the system and of IANA. */
export function openChecker(config: Config): Checker {
  return composeChecker(outsideOf(config));
}

/** The outside that `config` names. */
export function outsideOf(config: Config): Outside {
  return {
    dnsServers: config.DSS_DNS_SERVERS ?? systemServers(),
    dnsRoots: config.DSS_DNS_ROOTS ?? publicRoots,
    trustAnchors: config.DSS_DNS_TRUST_ANCHORS ?? rootAnchors,
    rdapBootstrap: config.DSS_RDAP_BOOTSTRAP,
    whoisServer: config.DSS_WHOIS_SERVER,
    blocklists: { zones: config.DSS_BLOCKLISTS, spamhausKey: config.DSS_SPAMHAUS_DQS_KEY },
    allow: config.DSS_ALLOW_TARGETS ?? [],
    ca: config.DSS_TLS_CA_FILE,
  };
}

async function addressesOf(lookup: (type: 'A' | 'AAAA') => Promise<Lookup<readonly string[]>>): Promise<Lookup<readonly string[]>> {
  const [a, aaaa] = await Promise.all([lookup('A'), lookup('AAAA')]);
  return bothFamilies(a, aaaa);
}

/** Unguessable numbers in [0, 1): the ids of DNS messages are made of them. */
function random(): number {
  return randomBytes(4).readUInt32BE() / 2 ** 32;
}
