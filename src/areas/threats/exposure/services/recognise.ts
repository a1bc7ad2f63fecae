import type { ServiceDialogues } from '../../../../core/outside/service-dialogues.ts';
import { evidenceOf } from './evidence.ts';
import { linesTo, type Line, type Lines } from './line.ts';
import { readGreeting } from './probes/greetings.ts';
import { http } from './probes/http.ts';
import { messagingProbes } from './probes/messaging.ts';
import type { Probe } from './probes/probe.ts';
import { storeProbes } from './probes/stores.ts';
import { systemProbes } from './probes/systems.ts';
import type { Recognition, RecognitionLimits, RecognitionTarget, Service } from './service.ts';
import type { Sighting } from './sighting.ts';

/** The likelier first. */
const probes: readonly Probe[] = [http, ...storeProbes, ...messagingProbes, ...systemProbes];
/** How many questions are under way to one service at once, each on its own connection. */
const AT_ONCE = 4;
/** Inside TLS each question is a handshake: the usual ones only. */
const MAX_INSIDE_TLS = 6;

/**
 * What answers on `target`: its greeting is waited for, then it is asked harmless questions, those that are usual on its port first.
 * No password is tried, nothing is changed; what came is described, never trusted.
 */
export async function recogniseService(dialogues: ServiceDialogues, target: RecognitionTarget, limits: RecognitionLimits): Promise<Recognition> {
  const signal = AbortSignal.any([limits.signal, AbortSignal.timeout(limits.timeoutMs)]);
  const lines = linesTo(dialogues, target, { ...limits, signal });
  try {
    const first = await lines.open('none');
    if (!first) return { outcome: 'failed', cause: lines.failure };
    return { outcome: 'answered', service: serviceOf(await sightingOf(first, lines, limits), lines) };
  } finally {
    lines.closeAll();
  }
}

async function sightingOf(first: Line, lines: Lines, { quietMs, signal }: RecognitionLimits): Promise<Sighting | null> {
  const ordered = inOrder(first.target.port);
  const isUsual = ordered[0]!.ports.includes(first.target.port);
  const greeting = await first.hear(isUsual ? quietMs / 4 : quietMs);
  if (greeting.length > 0) return await readGreeting(greeting, first) ?? unknown('greeting', greeting);
  const [leading, rest] = [ordered.slice(0, AT_ONCE - 1), ordered.slice(AT_ONCE - 1)];
  const replies: Buffer[] = [];
  const found = await firstOf([() => insideTls(lines, quietMs), ...leading.map(probe => () => askOn(lines, probe, replies))]);
  if (found) return found;
  for (let at = 0; at < rest.length && !signal.aborted; at += AT_ONCE) {
    const sighting = await firstOf(rest.slice(at, at + AT_ONCE).map(probe => () => askOn(lines, probe, replies)));
    if (sighting) return sighting;
  }
  // Some greet late: a reverse lookup, or a pause against hasty clients.
  const late = await first.hear(1);
  if (late.length > 0) return await readGreeting(late, first) ?? unknown('greeting', late);
  return replies[0] ? unknown('reply to a question of another protocol', replies[0]) : null;
}

function inOrder(port: number): readonly Probe[] {
  return [...probes.filter(({ ports }) => ports.includes(port)), ...probes.filter(({ ports }) => !ports.includes(port))];
}

/** The first that is something; the others come to their end by the connections being closed. */
async function firstOf(questions: readonly (() => Promise<Sighting | null>)[]): Promise<Sighting | null> {
  const { promise, resolve } = Promise.withResolvers<Sighting | null>();
  let left = questions.length;
  for (const question of questions) {
    void question().catch(() => null).then(sighting => {
      if (sighting) resolve(sighting);
      else if (--left === 0) resolve(null);
    });
  }
  return promise;
}

async function askOn(lines: Lines, probe: Probe, replies: Buffer[]): Promise<Sighting | null> {
  const line = await lines.open('none');
  return line && askLine(line, probe, replies);
}

async function askLine(line: Line, { question, isWhole, read, echoes = false }: Probe, replies: Buffer[]): Promise<Sighting | null> {
  const asked = Buffer.from(typeof question === 'function' ? question(line) : question as string);
  const reply = await line.ask(asked, isWhole);
  if (reply.length === 0) {
    line.close();
    return null;
  }
  const sighting = reply.equals(asked) && !echoes ? null : await read(reply, line);
  if (!sighting) replies.push(reply);
  line.close();
  return sighting;
}

/** Plain questions to a TLS server are alerts at best: this is what tells it apart. */
async function insideTls(lines: Lines, quietMs: number): Promise<Sighting | null> {
  const first = await lines.open('direct');
  if (!first) return null;
  const replies: Buffer[] = [];
  const ordered = inOrder(first.target.port).filter(probe => probe.insideTls);
  const isHttp = ordered[0] === http;
  const greeting = await first.hear(isHttp && http.ports.includes(first.target.port) ? 1 : quietMs);
  if (greeting.length > 0) return direct(await readGreeting(greeting, first) ?? unknown('greeting', greeting));
  const asked = await askLine(first, ordered[0]!, replies);
  if (asked) return direct(asked);
  for (const probe of ordered.slice(1, MAX_INSIDE_TLS)) {
    const line = await lines.open('direct');
    const sighting = line && await askLine(line, probe, replies);
    if (sighting) return direct(sighting);
  }
  return direct({ protocol: 'tls', evidence: [] });
}

function direct(sighting: Sighting): Sighting {
  return { ...sighting, tls: 'direct' };
}

/** Something came, and nobody knows what it is. */
function unknown(from: string, bytes: Buffer): Sighting {
  return { protocol: '', confidence: 'guess', evidence: [evidenceOf(from, bytes)] };
}

/** IANA's names of protocols inside TLS that have one of their own. */
const overTls: Readonly<Record<string, string>> = { http: 'https', imap: 'imaps', pop3: 'pop3s', smtp: 'submissions', ldap: 'ldaps', mqtt: 'secure-mqtt', amqp: 'amqps', irc: 'ircs-u', ftp: 'ftps' };

function serviceOf(sighting: Sighting | null, { certificate }: Lines): Service {
  const protocol = sighting?.protocol || null;
  const tls = sighting?.tls ?? 'none';
  return {
    transport: 'tcp', product: null, vendor: null, version: null, distributionPackage: null, cpe23: [], confidence: protocol === null ? 'guess' : 'certain', withoutPassword: null,
    ...sighting,
    protocol, tls,
    name: protocol === null ? null : (tls === 'direct' ? overTls[protocol] : undefined) ?? protocol,
    evidence: [...sighting?.evidence ?? [], ...(tls === 'direct' && certificate ? [certificate] : [])],
  };
}
