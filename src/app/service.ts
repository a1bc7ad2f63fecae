import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  cookieNames, createAccountFor, createAccountReads, createOperatorLink, createPasswords, createSessionReader, createSignIn, operatorExists, readPlans, refundAllowance,
  type AuditPort, type Passwords,
} from '../areas/platform/account/index.ts';
import { appendAudit } from '../areas/platform/audit/index.ts';
import { createKeyReader, createUsage } from '../areas/platform/keys/index.ts';
import { createEvidenceKey, createPackages, createPublicSweeps } from '../areas/threats/lookalikes/index.ts';
import { createWebsites, standardManners } from '../areas/threats/exposure/index.ts';
import { createKnowledge } from '../areas/threats/vulnerabilities/index.ts';
import { createCatalogueReader } from '../areas/assurance/compliance/index.ts';
import { createAnalysisThreads } from '../areas/web/deep-seo/index.ts';
import { createAuditThreads, standardCrawlManners } from '../areas/web/site-audit/index.ts';
import { createSealer } from '../areas/platform/notifications/index.ts';
import { systemClock as clock } from '../core/clock.ts';
import { createNewId } from '../core/ids.ts';
import type { Mailer } from '../core/outside/mail.ts';
import type { Ports } from '../core/pipeline.ts';
import { Problem } from '../core/problem.ts';
import { createCounters, createQueue, createRememberedReplies, deleteExpired, openStore, unavailabilityOf, watchClock, type Store } from '../store/index.ts';
import type { AreaServices } from '../areas/services.ts';
import { createHttpServer, createMetrics, freePort, reportIntakeEndpoint } from '../surfaces/http/index.ts';
import { createMcpEndpoint } from '../surfaces/mcp/index.ts';
import { createBreachedPasswords } from '../wire/breached-passwords.ts';
import { findChromium } from '../wire/browser/find.ts';
import { createPrinter } from '../wire/browser/printer.ts';
import { createMailer } from '../wire/mail.ts';
import { createBehindDoors } from './behind-doors.ts';
import { composeBlobs, composeBulkLookup, composeCapture, composeDoors, composeHttpGet, composePost, type Doors, type Outside } from './compose.ts';
import { ConfigError, settings, type Config } from './config.ts';
import { openDashboard } from './dashboard.ts';
import { loadLanguages } from './languages.ts';
import type { Log } from './log.ts';
import { createMetering, type Metering } from './metering.ts';
import { composeListChoice, composeOrigins } from './origins.ts';
import { composeLocalSearch } from './local-search.ts';
import { composeSearchData } from './search-data.ts';
import { composeNameSources } from './name-sources.ts';
import { composeDarkweb } from './darkweb.ts';
import { composeDnsProviders } from './dns-providers.ts';
import { composeStatusFeeds } from './status-feeds.ts';
import { composeVulnerabilityData } from './vulnerability-data.ts';
import { createPorts, hashOfClient } from './ports.ts';
import { createPooledRandom } from './random.ts';
import { composeIntake, composeReplies, composeReplyIntake, composeReportWays, startSmtp } from './report-intake.ts';
import { composeSenders } from './report-senders.ts';
import { createReadiness } from './readiness.ts';
import { createRefusalLog } from './refusal-log.ts';
import { alertKinds, announceTo, evidenceSources, gauges, jobKinds, operations, reportSections, runKinds, schema, subjects, topics, webhooks, type Services } from './registry.ts';
import { readSecret } from './secret.ts';
import { isLocalOnly, signUpOf } from './sign-up.ts';
import { startWorkers } from './workers.ts';

const UPKEEP_MS = 3_600_000;
const NONCE_BYTES = 16;
const PASSWORD_RANGE_MS = 1500;
const DOCS = new URL('../../docs/', import.meta.url).pathname;

export interface ServiceOptions {
  config: Config;
  outside: Outside;
  version: string;
  log: Log;
}

/** The running service. */
export interface Service {
  /** Public origin. */
  baseUrl: string;
  /** The one-time link that makes the operator's account; null where there is one. */
  operatorLink: string | null;
  store: Store;
  services: Services;
  ports: Ports<Services>;
  /** Drains: takes no more requests, gives those under way 2 s, writes what is in memory, closes the database. */
  stop(): Promise<void>;
}

/** Opens the database and serves; throws `ConfigError`, `StoreInUse`, `DatabaseNewer`, or the error of listening. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config } = options;
  if (config.DATABASE_URL === null && config.DSS_ROLE !== 'all') {
    throw new ConfigError(`DSS_ROLE: With the embedded database one process does everything. Leave out "${config.DSS_ROLE}", or set DATABASE_URL to a PostgreSQL database.`);
  }
  const secret = readSecret(config, randomBytes);
  const store = await openStore({ dataDir: config.DSS_DATA_DIR, url: config.DATABASE_URL, clock, schema });
  let release = () => {};
  try {
    release = await store.serve();
    return await serve(options, store, secret, release);
  } catch (error) {
    release();
    await store.close();
    throw error;
  }
}

async function serve({ config, outside, version, log }: ServiceOptions, store: Store, secret: string, release: () => void): Promise<Service> {
  const host = config.DSS_HOST;
  const port = config.DSS_PORT === 0 ? await freePort(host) : config.DSS_PORT;
  const baseUrl = config.DSS_BASE_URL ?? `http://localhost:${port}`;
  const counters = createCounters(store, clock);
  const usage = createUsage(store);
  const browser = { find: () => findChromium(config.DSS_CHROMIUM), root: process.getuid?.() === 0, home: tmpdir(), log: (line: string) => log.warn(line) };
  const printer = createPrinter(browser);
  const speak = await loadLanguages();
  const metrics = config.DSS_METRICS ? await createMetrics({ kinds: jobKinds, line: () => services.queue.line(), now: () => clock.now() }, version, gauges.map(({ of, read }) => ({ of, read: () => read(store.db) }))) : null;
  const metering = createMetering(metrics, clock);
  const doors = metering.doors(composeDoors({ ...outside, explainedAt: `${baseUrl}/docs/scans-of-hosts` }, trace => metering.questions(trace), browser));
  const behindDoors = createBehindDoors<Services>(doors, store);
  const services: Services = createServices({ doors, metering, config, outside, version, log, store, secret, baseUrl, counters, usage, speak, print: metering.print(printer.print), browser });
  const readiness = createReadiness(store, clock);
  const ports = createPorts<Services>({
    services, servicesOf: behindDoors.call, secret, counters, usage, plans: services.plans, clientNetworkOf: services.clientNetworkOf,
    replies: createRememberedReplies(store, clock, () => services.newId('req')),
    readKey: createKeyReader(store),
    readSession: createSessionReader(store, secret, services.mailer),
    explain: readiness.explain,
    report: (error, requestId) => log.fault(error, requestId),
    refused: createRefusalLog(log),
  });
  const clockWatch = await watchClock(store, line => log.warn(line));
  const works = config.DSS_ROLE !== 'api';
  const answers = config.DSS_ROLE !== 'worker';
  if (answers) await makeOperator(config, services);
  const dashboard = openDashboard(line => log.warn(line));
  const mcp = createMcpEndpoint({ operations, ports, baseUrl, version, docsFolder: DOCS });
  const intake = metering.intake(composeIntake(services, secret));
  const http = createHttpServer({
    operations: answers ? operations : [], topics, webhooks, healthOnly: !answers, ports, baseUrl, clock, version, metrics,
    newRequestId: () => services.newId('req'),
    trustProxy: config.DSS_TRUST_PROXY ?? [],
    cookieName: cookieNames(baseUrl).session,
    securityContact: config.DSS_SECURITY_CONTACT,
    docsFolder: DOCS, dashboard, newNonce: () => randomBytes(NONCE_BYTES).toString('base64'),
    ...(answers ? { also: { endpoints: mcp.endpoints, exchanges: [...mcp.exchanges, reportIntakeEndpoint(intake, (error, requestId) => log.fault(error, requestId))] } } : {}),
    ready: readiness.ready,
  });
  const operatorLink = answers ? await createOperatorLink(services) : null;
  await http.listen(host, port);
  const smtp = answers ? await startSmtp(config, { intake, replies: composeReplyIntake(services, outside, secret) }, log) : null;
  if (answers) dashboard.find();
  const workers = works ? await startWorkers({ services, servicesOf: accountId => behindDoors.work(services, accountId), log, concurrency: config.DSS_WORKERS }) : null;
  const upkeep = keepUp(store, log);
  const stop = async (): Promise<void> => {
    dashboard.stop();
    clockWatch.stop();
    await Promise.all([http.drain(), smtp?.stop(), workers?.stop(), upkeep.stop(), printer.close()]);
    release();
    await closeStore(store, log);
  };
  return { baseUrl, operatorLink, store, services, ports, stop };
}

type ContextParts = ServiceOptions & Pick<Services, 'counters' | 'usage' | 'speak' | 'print'> & { doors: Doors; metering: Metering; store: Store; secret: string; baseUrl: string; browser: Parameters<typeof composeCapture>[1] };

function createServices({ doors, metering, config, outside, version, log, store, secret, baseUrl, counters, usage, speak, print, browser }: ContextParts): Services {
  const newId = createNewId(clock, createPooledRandom());
  const announce = announceTo(() => services);
  const area: AreaServices = { db: store.db, store, clock, newId, randomBytes, announce, speak };
  const audit: AuditPort = (tx, change) => appendAudit(tx, { newId }, change);
  const mailer = metering.mailer(mailerOf(config, outside, log, newId));
  const passwords = passwordsOf(config, outside);
  const signUp = signUpOf(config);
  const signIn = createSignIn({
    store, secret, baseUrl, mailer, counters, passwords, clock, newId, randomBytes, announce, speak, audit, defaultPlan: config.DSS_DEFAULT_PLAN, signUp, log: line => log.warn(line),
  });
  const startedAt = clock.now();
  const queue = createQueue(store, newId);
  const bulk = composeBulkLookup(outside, config);
  const blobs = composeBlobs(config, store, outside);
  const services: Services = {
    ...area, ...doors.public, ...bulk, lookalikeChecks: createPublicSweeps({ ...bulk, clock }), baseUrl, plans: plansOf(config), clientNetworkOf: clientNetworkOf(config, secret), defaultPlan: config.DSS_DEFAULT_PLAN, mailer, counters, usage, passwords, signIn, signUp, audit, print,
    reads: createAccountReads(store), queue, runKinds, subjects, alertKinds, reportSections, evidenceSources, ...composeNameSources(config, outside), statusFeeds: composeStatusFeeds(config, outside), vulnerabilityData: composeVulnerabilityData(config, outside), vulnerabilityKnowledge: createKnowledge(), darkweb: composeDarkweb(config, outside),
    localSearch: composeLocalSearch(config, outside), searchData: composeSearchData(config, outside), dnsProviders: composeDnsProviders(config, outside), pause: (ms, signal) => pause(ms, undefined, { signal }),
    refund: (tx, spent) => refundAllowance(counters, spent, tx), post: metering.post(composePost(outside)), sealer: createSealer(secret, randomBytes), blobs,
    capture: metering.capture(composeCapture(outside, browser)), evidenceKey: createEvidenceKey(secret), packages: createPackages({ clock }), ...composeReportWays(config, outside, secret, blobs), replies: composeReplies(config, secret), ...composeSenders(config, outside),
    manners: standardManners, crawlManners: standardCrawlManners, auditThreads: createAuditThreads(), analysisThreads: createAnalysisThreads(), catalogueReader: createCatalogueReader(), websites: createWebsites({ templates: config.DSS_TEMPLATES, technologies: config.DSS_TECHNOLOGIES, log: line => log.warn(line) }),
    origins: composeOrigins(config, outside), listChoice: composeListChoice(config, outside),
    program: { version, startedAt, memory: () => ({ rssBytes: process.memoryUsage.rss() }) },
  };
  return services;
}

/** On a service for this machine alone there is nobody else to be told apart; a proxy that was not named is one network. */
function clientNetworkOf(config: Config, secret: string): Services['clientNetworkOf'] {
  return isLocalOnly(config) ? () => null : address => hashOfClient(address, secret);
}

function mailerOf(config: Config, { ca }: Outside, log: Log, newId: AreaServices['newId']): Mailer {
  return createMailer({
    smtpUrl: config.DSS_SMTP_URL, from: config.DSS_MAIL_FROM, folder: join(config.DSS_DATA_DIR, 'mail'), log: line => log.info(line), clock, newId,
    ...(ca === null ? {} : { ca: [ca] }),
  });
}

function passwordsOf({ DSS_PASSWORD_RANGE_URL: url }: Config, outside: Outside): Passwords {
  if (url === 'off') return createPasswords(null);
  const configured = url !== settings.DSS_PASSWORD_RANGE_URL.value;
  return createPasswords(createBreachedPasswords({ get: composeHttpGet(outside), url, configured, timeoutMs: PASSWORD_RANGE_MS }));
}

function plansOf({ DSS_PLANS_FILE: text }: Config) {
  try {
    return readPlans(text);
  } catch (error) {
    throw new ConfigError(`DSS_PLANS_FILE: ${(error as Error).message}`);
  }
}

/** Makes the operator's account where the settings name it and there is none. */
async function makeOperator({ DSS_OPERATOR_EMAIL: email, DSS_OPERATOR_PASSWORD: password }: Config, services: Services): Promise<void> {
  if (email === null || await operatorExists(services.db)) return;
  if (password === null) throw new ConfigError('DSS_OPERATOR_PASSWORD: must be set together with DSS_OPERATOR_EMAIL.');
  try {
    await createAccountFor(services, { plan: 'enterprise', operator: true }, { name: 'Operator', email, password });
  } catch (error) {
    // Another process that started at the same moment may have been faster.
    if (await operatorExists(services.db)) return;
    throw error instanceof Problem ? new ConfigError(`DSS_OPERATOR_EMAIL: ${error.message}`) : error;
  }
}

/** What was still in memory is lost where the database is away: figures of the last second. */
async function closeStore(store: Store, log: Log): Promise<void> {
  try {
    await store.close();
  } catch (error) {
    if (unavailabilityOf(error) === null) throw error;
    log.warn(`The database does not answer: the figures of the last second were not written (${(error as Error).message})`);
  }
}

/** Deletes what has been kept long enough, now and every hour. */
function keepUp(store: Store, log: Log): { stop(): Promise<unknown> } {
  const tidy = () => deleteExpired(store, clock.now()).catch((error: unknown) => log.fault(error, 'upkeep'));
  let running = tidy();
  const timer = setInterval(() => { running = tidy(); }, UPKEEP_MS).unref();
  return { stop: () => { clearInterval(timer); return running; } };
}
