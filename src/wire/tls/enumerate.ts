import type { TlsOffer } from '../../core/outside/probes.ts';
import type { Refused } from '../door.ts';
import type { Open } from './ask.ts';
import type { ServerHello } from './flight.ts';
import { groups, groupsOf } from './groups.ts';
import { versionNames, type VersionName } from './hello.ts';
import { createQuestions, type Question, type Questions, type Reply } from './questions.ts';
import { isEphemeralCurve, isEphemeralField, suiteName, suitesOf } from './suites.ts';

export interface EnumerateOptions {
  /** Of the server_name extension. */
  host: string;
  /** How many connections may be open to the server at a time. */
  parallel: number;
  /** 32 bytes; the same in every ClientHello, for nothing is ever encrypted with them. */
  random: Uint8Array;
  /** The one of `protocols` that the server chooses in a whole handshake (RFC 7301); null for none. */
  negotiate(protocols: readonly string[], signal: AbortSignal): Promise<string | null>;
  signal: AbortSignal;
}

const MAX_CONNECTIONS = 600;
/** RFC 7507: the suite that says "I have already tried something newer", and the alert that answers it. */
const FALLBACK_SUITE = 0x5600;
const INAPPROPRIATE_FALLBACK = 86;
const PROTOCOL_VERSION = 70;
const PROTOCOLS = ['h2', 'http/1.1'];

const groupNames = new Map(groups);
/** How many lists the choices are dealt out into. Lists are asked for at the same time; each costs one question that is refused. */
const listsOf: Readonly<Record<VersionName, number>> = { SSLv3: 4, TLSv1: 4, 'TLSv1.1': 4, 'TLSv1.2': 8, 'TLSv1.3': 3 };
const GROUP_LISTS = 4;

/**
 * What a TLS server offers, found by asking for one thing after the other, each over a connection from `open`.
 * `Refused` where it speaks no TLS, stopped taking connections, or time ran out.
 */
export async function enumerateOffer(open: Open, options: EnumerateOptions): Promise<Omit<TlsOffer, 'durationMs'> | Refused> {
  const questions = createQuestions({ ...options, open, maxConnections: MAX_CONNECTIONS });
  const independent = Promise.all([findGroups(questions, 'TLSv1.3', suitesOf['TLSv1.3']), findProtocols(questions, options)]);
  const found = await Promise.all(versionNames.map(version => findSuites(questions, version)));
  const spoken = found.filter(({ hellos }) => hellos.length > 0);
  const older = spoken.filter(({ version }) => version !== 'TLSv1.3');
  const [[groups13, alpn], versions, groupsOlder, dhBits, downgradeProtected] = await Promise.all([
    independent,
    Promise.all(spoken.toReversed().map(async ({ version, hellos }) => {
      const suites = hellos.map(({ suite }) => suite);
      return { version, suites: suites.map(suiteName), serverOrder: await keepsOwnOrder(questions, version, suites) };
    })),
    findOlderGroups(questions, older.at(-1)),
    smallestField(questions, older),
    isDowngradeProtected(questions, spoken.map(({ version }) => version)),
  ]);
  const failure = questions.failure() ?? await doubtIn(questions, spoken, options.host);
  if (failure) return failure;
  const sample = older.at(-1)?.hellos[0];
  return {
    versions,
    groups: { tls13: namesOf(groups13), older: namesOf(groupsOlder) },
    alpn,
    downgradeProtected,
    secureRenegotiation: sample?.secureRenegotiation ?? null,
    extendedMasterSecret: sample?.extendedMasterSecret ?? null,
    dhBits,
    connections: questions.connections(),
  };
}

/** A server that has grown tired refuses everything: what it took before, it must take still. */
async function doubtIn(questions: Questions, [oldest]: readonly Spoken[], host: string): Promise<Refused | null> {
  if (oldest === undefined) return { refused: 'tls', cause: `${host}: the server accepts no version of TLS` };
  const { version, hellos } = oldest;
  const { accepted } = await questions.put({ version, suites: [hellos[0]!.suite], groups: groupsOf(version) });
  return accepted ? null : { refused: 'unreachable', cause: `${host}: the server stopped answering after ${questions.connections()} connections` };
}

interface Spoken {
  version: VersionName;
  /** One for each suite that the server chose. */
  hellos: readonly ServerHello[];
}

/** Every suite of `version` that the server chooses. The first list goes ahead, for a server may not speak the version at all. */
async function findSuites(questions: Questions, version: VersionName): Promise<Spoken> {
  const put = (suites: readonly number[]) => questions.put({ version, suites, groups: groupsOf(version) });
  const [first = [], ...others] = deal(suitesOf[version], listsOf[version]);
  const reply = await put(first);
  if (reply.accepted === null && (reply.mute || reply.alert === PROTOCOL_VERSION)) return { version, hellos: [] };
  const hellos = await Promise.all([exhaust(first, suiteIn, put, reply), ...others.map(list => exhaust(list, suiteIn, put))]);
  return { version, hellos: hellos.flat() };

  function suiteIn(hello: ServerHello): number | null {
    return hello.version === version ? hello.suite : null;
  }
}

async function findGroups(questions: Questions, version: VersionName, suites: readonly number[], lists = GROUP_LISTS): Promise<ServerHello[]> {
  const put = (groups: readonly number[]) => questions.put({ version, suites, groups, until: version === 'TLSv1.3' ? 'serverHello' : 'keyExchange' });
  const hellos = await Promise.all(deal(groupsOf(version), lists).map(list => exhaust(list, hello => (hello.version === version ? hello.group : null), put)));
  return hellos.flat();
}

/**
 * Below TLS 1.3 a server has one set of curves for all versions. With suites for ECDSA alone all must be offered in one list,
 * for the curve of the certificate has to be among them (RFC 8422 §5.1).
 */
async function findOlderGroups(questions: Questions, newest: Spoken | undefined): Promise<ServerHello[]> {
  const suites = newest?.hellos.map(({ suite }) => suite).filter(isEphemeralCurve) ?? [];
  if (newest === undefined || suites.length === 0) return [];
  const others = suites.filter(suite => !suiteName(suite).includes('ECDSA'));
  return others.length > 0 ? findGroups(questions, newest.version, others) : findGroups(questions, newest.version, suites, 1);
}

/** Offers `list` again and again without what was chosen before, until nothing of the rest is. */
async function exhaust(list: readonly number[], chosenIn: (hello: ServerHello) => number | null, put: (rest: readonly number[]) => Promise<Reply>, first?: Reply): Promise<ServerHello[]> {
  const rest = new Set(list);
  const hellos: ServerHello[] = [];
  for (let reply = first ?? await put(list); reply.accepted !== null; reply = await put([...rest])) {
    const chosen = chosenIn(reply.accepted);
    if (chosen === null || !rest.delete(chosen)) break;
    hellos.push(reply.accepted);
    if (rest.size === 0) break;
  }
  return hellos;
}

/** So that neighbours, which servers often choose together, come into different lists. */
function deal<T>(cards: readonly T[], lists: number): T[][] {
  return Array.from({ length: lists }, (_, list) => cards.filter((_, at) => at % lists === list));
}

async function findProtocols(questions: Questions, { negotiate, signal }: EnumerateOptions): Promise<string[]> {
  const found: string[] = [];
  for (let rest = PROTOCOLS; rest.length > 0; rest = PROTOCOLS.filter(protocol => !found.includes(protocol))) {
    const chosen = await questions.inTurn(() => negotiate(rest, signal));
    if (chosen === null || !rest.includes(chosen)) break;
    found.push(chosen);
  }
  return found;
}

/** ChaCha20 is left out: servers that follow their own order may still let a client have it that puts it first. */
async function keepsOwnOrder(questions: Questions, version: VersionName, suites: readonly number[]): Promise<boolean | null> {
  const order = suites.filter(suite => !suiteName(suite).includes('CHACHA20'));
  if (order.length < 2) return null;
  const question = { version, groups: groupsOf(version) };
  const [forth, back] = await Promise.all([order, order.toReversed()].map(suites => questions.put({ ...question, suites })));
  const [one, other] = [forth!.accepted?.suite, back!.accepted?.suite];
  if (one === undefined || other === undefined) return null;
  if (one === other) return true;
  return one === order[0] && other === order.at(-1) ? false : null;
}

/** Of TLS_DHE and TLS_DH_anon in any version; those for export have a field of their own. */
async function smallestField(questions: Questions, older: readonly Spoken[]): Promise<number | null> {
  const asked = older.flatMap(({ version, hellos }) => {
    const suites = hellos.map(({ suite }) => suite).filter(isEphemeralField);
    const forExport = suites.filter(suite => suiteName(suite).includes('EXPORT'));
    const lists = [suites.filter(suite => !forExport.includes(suite)), forExport].filter(list => list.length > 0);
    return lists.map((suites): Question => ({ version, suites, groups: groupsOf(version), until: 'keyExchange' }));
  });
  const replies = await Promise.all(asked.map(question => questions.put(question)));
  const bits = replies.flatMap(({ accepted }) => accepted?.dhBits ?? []);
  return bits.length > 0 ? Math.min(...bits) : null;
}

/** A client that falls back one version must be turned away (RFC 7507 §3), or be warned by a mark (RFC 8446 §4.1.3). */
async function isDowngradeProtected(questions: Questions, spoken: readonly VersionName[]): Promise<boolean | null> {
  const version = spoken.at(-2);
  if (version === undefined) return null;
  const reply = await questions.put({ version, suites: [...suitesOf[version], FALLBACK_SUITE], groups: groupsOf(version) });
  if (reply.accepted !== null) return reply.accepted.downgradeMark;
  return reply.alert === INAPPROPRIATE_FALLBACK ? true : null;
}

function namesOf(hellos: readonly ServerHello[]): string[] {
  return hellos.flatMap(({ group }) => groupNames.get(group ?? 0) ?? []);
}
