import { randomBytes } from 'node:crypto';
import type { Dns } from '../../core/lookup.ts';
import type { RootServer } from '../../wire/dns/delegation-roots.ts';
import { createProbe } from '../../wire/dns/probe.ts';
import { createTransport, openPath } from '../../wire/dns/transport.ts';
import type { Server } from '../../wire/dns/channel.ts';
import { IANA_BOOTSTRAP } from '../../wire/rdap.ts';
import { IANA_WHOIS } from '../../wire/whois.ts';
import { composeCheck, composeDoor, composeHttpGet } from '../compose.ts';
import { fail, ok, warn, type Patient, type Verdict } from './verdict.ts';

const CHECK_MS = 8000;
const CONNECT_MS = 4000;
const SLOW_MS = 500;
const MAX_BYTES = 1024 * 1024;
const MAX_MAIL_SERVERS = 2;
const ROOTS_ASKED = 3;
/** Beyond this a one-time code of an authenticator is refused; beyond the other, signatures and certificates are. */
const CLOCK_WARN_MS = 30_000;
const CLOCK_FAIL_MS = 300_000;

/** Reasons of the validator that concern the lookup, and the time. */
const FAILED_LOOKUPS: ReadonlySet<string> = new Set(['TIMEOUT', 'INVALID_RCODE', 'FORMERR', 'NETWORK_ERROR', 'WORK_EXCEEDED']);
const OF_THE_CLOCK: ReadonlySet<string> = new Set(['EXPIRATION_IN_PAST', 'INCEPTION_IN_FUTURE']);

/** The resolvers that checks ask, each for itself: the servers of the root, which every resolver knows. */
export async function checkResolvers(patient: Patient): Promise<Verdict[]> {
  const { outside: { dnsServers } } = patient;
  if (dnsServers.length === 0) return [fail('resolver', 'The system names no DNS resolver.', 'Set DSS_DNS_SERVERS to the address of one, such as that of your network.')];
  return Promise.all(dnsServers.map(server => checkResolver(server, patient)));
}

async function checkResolver(server: Server, patient: Patient): Promise<Verdict> {
  const name = textOf(server);
  const startedMs = patient.clock.monotonicMs();
  const lookup = await dnsOf(patient, [server]).lookup('', 'NS');
  const tookMs = Math.round(patient.clock.monotonicMs() - startedMs);
  if (lookup.outcome === 'failed') return fail('resolver', `${name} does not answer: ${lookup.cause}`, 'Start it, let this machine reach it, or set DSS_DNS_SERVERS to one that answers.');
  if (lookup.outcome === 'absent') return fail('resolver', `${name} says that the root has no nameservers.`, 'It is no full resolver. Set DSS_DNS_SERVERS to one that resolves for the whole Internet.');
  if (tookMs > SLOW_MS) return warn('resolver', `${name} answers, but needs ${tookMs} ms.`, 'Every check waits for it. Use a resolver that is nearer.');
  return ok('resolver', `${name} answers in ${tookMs} ms.`);
}

/** Whether answers can be validated: the chain begins with the keys of the root and the trust anchors. */
export async function checkDnssec(patient: Patient): Promise<Verdict> {
  if (patient.outside.trustAnchors.length === 0) {
    return warn('dnssec', 'DSS_DNS_TRUST_ANCHORS is none: nothing is validated, and DNSSEC is reported as "not validated".', 'Unset DSS_DNS_TRUST_ANCHORS to trust the keys of the public root.');
  }
  const { status, reason } = await dnsOf(patient).secure('', 'SOA');
  if (status === 'secure') return ok('dnssec', 'Answers carry signatures and are validated here from the root down.');
  const { code = '', detail = 'no reason known' } = reason ?? {};
  if (FAILED_LOOKUPS.has(code)) return warn('dnssec', `It could not be determined whether answers can be validated: ${detail}`, 'Fix the resolver first.');
  const remedy = OF_THE_CLOCK.has(code)
    ? 'Set the clock of this machine, and let it follow NTP.'
    : 'Use a resolver that passes DNSSEC records on and does not change them, or set DSS_DNS_TRUST_ANCHORS to the keys of the root that it serves.';
  return fail('dnssec', `Answers cannot be validated (${status}): ${detail}`, remedy);
}

/** The clock against that of the RDAP server, which every HTTP reply gives; it checks RDAP too. */
export async function checkClockAndRdap(patient: Patient): Promise<Verdict[]> {
  const { outside, clock, signal } = patient;
  const url = outside.rdapBootstrap ?? IANA_BOOTSTRAP;
  const configured = outside.rdapBootstrap !== null;
  const reply = await composeHttpGet(outside)(url, { maxBytes: MAX_BYTES, timeoutMs: CHECK_MS, signal, redirects: 5, accept: 'application/json', configured });
  if (reply.outcome === 'failed' || reply.status !== 200) {
    const cause = reply.outcome === 'failed' ? reply.cause : `status ${reply.status}`;
    const remedy = 'Allow outgoing HTTPS, or set DSS_RDAP_BOOTSTRAP to a copy of the file within reach.';
    return [
      warn('rdap', `${url} cannot be had: ${cause}. Registrations are then known only where WHOIS answers.`, remedy),
      warn('clock', 'No server gave the time to compare with.', 'See that this machine follows NTP.'),
    ];
  }
  return [judgeClock(Date.parse(reply.headers.date ?? '') - clock.now()), ok('rdap', `${url} answers.`)];
}

/** `aheadMs`: how far the clock of the others is ahead of ours. */
function judgeClock(aheadMs: number): Verdict {
  if (Number.isNaN(aheadMs)) return warn('clock', 'The RDAP server did not give the time.', 'See that this machine follows NTP.');
  const offMs = Math.abs(aheadMs);
  const says = `The clock of this machine is ${Math.round(offMs / 1000)} seconds ${aheadMs > 0 ? 'behind' : 'ahead'}.`;
  if (offMs > CLOCK_FAIL_MS) return fail('clock', `${says} Signatures and certificates are judged wrong by it.`, 'Set the clock, and let it follow NTP.');
  if (offMs > CLOCK_WARN_MS) return warn('clock', `${says} One-time codes may be refused.`, 'Let the clock follow NTP.');
  return ok('clock', 'The clock agrees with that of the RDAP server.');
}

/** Port 53 of the root servers over UDP and TCP: delegations and nameservers are asked themselves. */
export async function checkPort53(patient: Patient): Promise<Verdict> {
  const roots = patient.outside.dnsRoots.slice(0, ROOTS_ASKED);
  const [udp, tcp] = await Promise.all([anyAnswers(roots, 'udp', patient), anyAnswers(roots, 'tcp', patient)]);
  if (udp && tcp) return ok('port 53', 'Nameservers answer directly, over UDP and TCP.');
  const silent = [...(udp ? [] : ['UDP']), ...(tcp ? [] : ['TCP'])].join(' and ');
  return warn('port 53', `No root server answers over ${silent}. Delegations and single nameservers then cannot be determined.`, `Allow outgoing port 53 over ${silent}.`);
}

async function anyAnswers(roots: readonly RootServer[], transport: 'udp' | 'tcp', { clock, signal }: Patient): Promise<boolean> {
  const replies = await Promise.all(roots.map(async root => {
    const probe = createProbe({ transport: createTransport(openPath), clock, random }, signal, () => root);
    return probe({ name: root.name, address: root.address }, { name: '', type: 'NS', transport, tries: 2 });
  }));
  return replies.some(({ outcome }) => outcome === 'answered');
}

/** Port 25, by the mail servers of a domain that certainly has some; no mail is sent. */
export async function checkPort25(patient: Patient): Promise<Verdict> {
  const { mailDomain, outside, signal } = patient;
  const { clients: { dns, smtp } } = composeCheck(outside).open(signal, 'check');
  const mx = await dns.lookup(mailDomain, 'MX');
  const hosts = mx.outcome === 'found' ? mx.value.toSorted((a, b) => a.preference - b.preference).slice(0, MAX_MAIL_SERVERS) : [];
  const visits = await Promise.all(hosts.map(async ({ exchange }) => {
    const addresses = await dns.lookup(exchange, 'A');
    const address = addresses.outcome === 'found' ? addresses.value[0] : undefined;
    return address === undefined ? null : smtp.visit(exchange, address, signal);
  }));
  const tried = visits.filter(visit => visit !== null);
  const again = 'Try it with another domain: dss doctor --mail-domain <domain>';
  if (tried.length === 0) return warn('port 25', `The mail servers of ${mailDomain} could not be found.`, again);
  if (tried.some(visit => visit.outcome === 'answered' || visit.stage !== 'connect')) return ok('port 25', `A mail server of ${mailDomain} answers.`);
  const [first] = tried.flatMap(visit => (visit.outcome === 'failed' ? [visit.cause] : []));
  return warn('port 25', `No mail server of ${mailDomain} can be reached: ${first}. STARTTLS and DANE then cannot be determined.`, 'Many networks block outgoing port 25: have it opened, or live without these two.');
}

/** WHOIS, for the registries without RDAP. */
export async function checkWhois({ outside, signal }: Patient): Promise<Verdict> {
  const { door } = composeDoor(outside);
  const target = outside.whoisServer ?? IANA_WHOIS;
  const socket = await (outside.whoisServer ? door.configured : door).connect(target, { timeoutMs: CONNECT_MS, signal });
  const name = `${target.host}:${target.port}`;
  if ('refused' in socket) return warn('whois', `${socket.cause}. Registrations of domains without RDAP then cannot be determined.`, 'Allow outgoing port 43, or set DSS_WHOIS_SERVER.');
  socket.destroy();
  return ok('whois', `${name} takes connections.`);
}

/** The server that takes e-mails. */
export async function checkMail({ config: { DSS_SMTP_URL: url, DSS_DATA_DIR: dataDir }, outside, signal }: Patient): Promise<Verdict> {
  if (url === null) return warn('mail', `DSS_SMTP_URL is not set: e-mails are kept in ${dataDir}/mail, and nobody gets them.`, 'Set DSS_SMTP_URL to your mail server.');
  const { hostname, port, protocol } = new URL(url);
  const target = { host: hostname, port: Number(port) || (protocol === 'smtps:' ? 465 : 587) };
  const socket = await composeDoor(outside).door.configured.connect(target, { timeoutMs: CONNECT_MS, signal });
  if ('refused' in socket) return fail('mail', `${socket.cause}. E-mails cannot be sent.`, 'Let this machine reach the mail server, or correct DSS_SMTP_URL.');
  socket.destroy();
  return ok('mail', `${target.host}:${target.port} takes connections.`);
}

/** The DNS as a check sees it, through all resolvers or only `servers`. */
function dnsOf({ outside, signal }: Patient, servers: readonly Server[] = outside.dnsServers): Dns {
  return composeCheck({ ...outside, dnsServers: servers }).open(signal, 'check').clients.dns;
}

function textOf({ address, port }: Server): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

function random(): number {
  return randomBytes(4).readUInt32BE() / 2 ** 32;
}
