import { found } from '../../../checks/lookups.ts';
import { registeredDomain } from '../../../core/domain-name.ts';
import type { Authority } from '../../../core/lookup.ts';
import type { CheckSession } from '../check/index.ts';
import { defineRun, type RunWork } from '../../run-kind.ts';
import type { DomainsServices } from '../inventory/index.ts';
import { ownedBy } from '../ownership/index.ts';
import { latestResult } from '../history/index.ts';
import { findDomain } from '../inventory/index.ts';
import { askCertificates, type CertificatesAsked } from './certificates.ts';
import { askFor, findWildcard, isMadeUp, WILDCARD_PROBES, type Asked, type Wildcard } from './lookup.ts';
import { hostBelow, namesIn, type SeenName } from './names.ts';
import { countNames, namesWithoutAddress, rememberNames } from './store.ts';
import { walkZone } from './walk.ts';
import { words } from './words.ts';
import { domainScanned } from '../history/index.ts';

/** What the search for names came to. */
export interface DiscoveryResult {
  /** How many names were not known before. */
  added: number;
  /** How the zone answers for names that nobody made; null where it does not. */
  wildcard: Wildcard | null;
  zoneWalk: { state: 'whole' | 'part' | 'impossible' | 'notOwned'; names: number; cause: string | null };
  /** What each search for certificates came to. */
  certificates: CertificatesAsked[];
  /** Lookups that failed. */
  failed: number;
}

/** What its finished stages left: how many are done, and the result so far. */
interface State extends Omit<DiscoveryResult, 'added'> {
  stage: number;
  /** Epoch milliseconds. */
  begunAt: number;
}

type Work = RunWork<DomainsServices, null, State>;

/** A session has a budget of 156 questions. */
const QUESTIONS_PER_SESSION = 130;
const SESSION_MS = 30_000;
const WALK_MS = 60_000;
/** Each costs a question or two, once for its services and once for its zone. */
const NAMESERVERS_TRIED = 2;
/** With the words, the probes for a wildcard and the search for a nameserver, 500 questions in all. */
const MOST_RESOLVED = 500 - words.length - WILDCARD_PROBES - 12;
/** With more lookups that failed, much may have been missed. */
const MOST_FAILED = words.length / 10;
/** RFC 2782: services that people run at their own domain. */
const SERVICES = [
  '_autodiscover._tcp', '_sip._tcp', '_sip._udp', '_sips._tcp', '_sip._tls', '_sipfederationtls._tcp', '_imap._tcp', '_imaps._tcp', '_pop3s._tcp',
  '_submission._tcp', '_submissions._tcp', '_caldavs._tcp', '_carddavs._tcp', '_ldap._tcp', '_kerberos._udp', '_xmpp-client._tcp', '_xmpp-server._tcp',
] as const;

interface Subject {
  run: Work;
  domain: string;
}

/** One stage: what it saw, and what it leaves. */
type Stage = (subject: Subject, state: State) => Promise<{ seen: SeenName[]; state: State }>;

/** Looks for names below a domain: in its own records, by a list of words, through its zone where the account owns it, and in certificates; then for what they lead to. */
export const subdomainDiscovery = defineRun<null>()({
  kind: 'subdomainDiscovery',
  scope: 'domains',
  resultAt: ({ id }) => `/api/domains/${id}/subdomains`,
});

export const doSubdomainDiscovery = subdomainDiscovery.handledBy<DomainsServices, State>(async run => {
  const row = await findDomain(run.services.db, run.accountId, run.subject.id);
  if (!row) return { status: 'completed', result: null };
  const { clock, db } = run.services;
  let state = run.state ?? { stage: 0, begunAt: clock.now(), wildcard: null, zoneWalk: { state: 'notOwned', names: 0, cause: null }, certificates: [], failed: 0 };
  for (const [name, stage] of stages.slice(state.stage)) {
    await run.commit({ state, progress: { done: state.stage, total: stages.length, step: name } });
    const { seen, state: left } = await stage({ run, domain: row.name }, state);
    run.signal.throwIfAborted();
    state = { ...left, stage: left.stage + 1 };
    const events = [{ name: 'names', data: { stage: name, names: seen.map(one => one.name) } }];
    await run.commit({ state, progress: { done: state.stage, total: stages.length, step: null }, events }, tx => rememberNames(tx, row.id, seen, clock.now()));
  }
  const { wildcard, zoneWalk, certificates, failed, begunAt } = state;
  const result: DiscoveryResult = { added: await countNames(db, row.id, begunAt), wildcard, zoneWalk, certificates, failed };
  const isPartial = failed > MOST_FAILED || zoneWalk.state === 'part' || certificates.some(({ state }) => state === 'failed' || state === 'part');
  return { status: isPartial ? 'partial' : 'completed', result };
});

const stages: readonly [name: string, stage: Stage][] = [
  ['records', async ({ run, domain }, state) => {
    const latest = await latestResult(run.services.db, run.subject.id);
    const services = await withSession(run, lookup => askServices(domain, lookup));
    return { seen: [...(latest ? namesIn(latest.result) : []), ...services], state };
  }],
  ['words', async ({ run, domain }, state) => {
    const { random } = run.services;
    const { wildcard, everyNameExists } = await withSession(run, ({ clients: { dns } }) => findWildcard(domain, dns, random));
    const asked = await ask(run, words.map(word => `${word}.${domain}`), everyNameExists);
    const seen = asked.there.filter(answer => !isMadeUp(answer, wildcard)).map(answer => ({ ...answer, source: 'wordlist' as const }));
    return { seen, state: { ...state, wildcard, failed: state.failed + asked.failed } };
  }],
  ['zone', async ({ run, domain }, state) => {
    const { db, clock } = run.services;
    if (await ownedBy(db, run.accountId, domain, clock.now()) === null) {
      return { seen: [], state: { ...state, zoneWalk: { state: 'notOwned', names: 0, cause: 'Reading the zone needs proof that the domain is yours.' } } };
    }
    const walk = await withSession(run, lookup => walkFrom(domain, lookup), WALK_MS);
    const seen = walk.names.flatMap(name => hostBelow(name, domain) ?? []).map(name => ({ name, source: 'zoneWalk' as const }));
    return { seen, state: { ...state, zoneWalk: { state: walk.outcome, names: seen.length, cause: walk.cause } } };
  }],
  ['certificates', async ({ run, domain }, state) => {
    const all = await askCertificates(run.services.certificateSearches, domain, run.signal);
    return { seen: all.flatMap(({ seen }) => seen), state: { ...state, certificates: all.map(({ asked }) => asked) } };
  }],
  ['addresses', async ({ run }, state) => {
    const names = await namesWithoutAddress(run.services.db, run.subject.id, MOST_RESOLVED);
    const asked = await ask(run, names, true);
    return { seen: asked.there.map(answer => ({ ...answer, source: null })), state: { ...state, failed: state.failed + asked.failed } };
  }],
];

/** Asks for the names in portions that fit the budget of one session. */
async function ask(run: Work, names: readonly string[], strict: boolean): Promise<Asked> {
  const all: Asked = { there: [], failed: 0 };
  for (let from = 0; from < names.length; from += QUESTIONS_PER_SESSION) {
    const asked = await withSession(run, ({ clients: { dns } }) => askFor(names.slice(from, from + QUESTIONS_PER_SESSION), dns, strict));
    all.there.push(...asked.there);
    all.failed += asked.failed;
  }
  return all;
}

async function withSession<T>({ services: { open }, signal }: Work, work: (lookup: CheckSession & { signal: AbortSignal }) => Promise<T>, timeMs = SESSION_MS): Promise<T> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeMs)]);
  const session = open(ending, 'checkup');
  try {
    return await work({ ...session, signal: ending });
  } finally {
    session.close();
  }
}

/** The hosts of services that the domain names, as one of its nameservers tells them: resolvers need not pass on every type. */
async function askServices(domain: string, session: CheckSession): Promise<SeenName[]> {
  const { dns } = session.clients;
  const server = await serverOf(domain, session);
  if (!server) return [];
  const replies = await Promise.all(SERVICES.map(service => dns.probe(server, { name: `${service}.${domain}`, type: 'SRV', tries: 2 })));
  const records = replies.flatMap(reply => (reply.outcome === 'answered' ? reply.answers : [])).filter(({ type }) => type === 'SRV');
  return [...new Set(records.map(({ data }) => data.split(' ')[3] ?? ''))].flatMap(target => hostBelow(target, domain) ?? []).map(name => ({ name, source: 'srv' as const }));
}

async function walkFrom(domain: string, lookup: CheckSession & { signal: AbortSignal }) {
  const server = await serverOf(domain, lookup);
  if (!server) return { outcome: 'impossible' as const, names: [], cause: 'no nameserver of the domain could be found' };
  return walkZone(domain, server, lookup.clients.dns, lookup.signal);
}

/** One nameserver of the domain, or of the registered name above where it has none of its own. */
async function serverOf(domain: string, { clients: { dns, mayReach } }: CheckSession): Promise<Authority | null> {
  const registered = registeredDomain(domain) ?? domain;
  for (const zone of domain === registered ? [domain] : [domain, registered]) {
    for (const name of found(await dns.lookup(zone, 'NS')).toSorted().slice(0, NAMESERVERS_TRIED)) {
      const address = found(await dns.lookup(name, 'A')).find(mayReach);
      if (address !== undefined) return { name, address };
    }
  }
  return null;
}

/** Names that a scan of a domain has told by the way. */
export const rememberNamesSeen = domainScanned.heardBy<object>((tx, _services, { domainId, result, at }) => rememberNames(tx, domainId, namesIn(result), at));
