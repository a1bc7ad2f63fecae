import type { Failure, FailureKind, Lookup, RecordData, RecordType } from '../../core/lookup.ts';
import { notAwaited, startTimeout } from '../deadline.ts';
import { followAliases } from './answer.ts';
import { createExchange, type Asking, type Means } from './exchange.ts';
import { failed, failureOfReply, serverText, timeIsUp } from './failure.ts';
import { createHealth } from './health.ts';
import type { Message, Question } from './message.ts';
import { createOutage } from './outage.ts';
import type { Server } from './channel.ts';
import { rcodes, typeCodes } from './types.ts';

/** A stub that has recursive servers answer; shared by all checks of the process. */
export interface Resolver {
  /** One question: a reply that says NOERROR or NXDOMAIN, or why there is none, within 4 s. */
  ask(question: Question, signal: AbortSignal): Promise<Message | Failure>;
  /** The records of `name` behind all its aliases. */
  lookup<T extends RecordType>(name: string, type: T, signal: AbortSignal): Promise<Lookup<readonly RecordData[T][]>>;
  /** Whether any server has answered anything since then, by the monotonic clock. */
  answeredSince(monotonicMs: number): boolean;
}

const LOOKUP_MS = 4000;
const ROOT_MS = 800;
/** When its turn is over the next attempt begins. */
const ATTEMPTS = [{ transport: 'udp', turnMs: 800 }, { transport: 'udp', turnMs: 1600 }, { transport: 'tcp', turnMs: 1600 }] as const;

export function createResolver({ servers, ...means }: Means & { servers: readonly Server[] }): Resolver {
  const { clock } = means;
  const exchange = createExchange(means);
  const health = createHealth(servers);
  const outage = createOutage();
  let askingRoot = false;

  return {
    ask,
    lookup: (name, type, signal) => followAliases(alias => ask({ name: alias, type: typeCodes[type] }, signal), name, type),
    answeredSince: monotonicMs => health.lastAnswerMs() >= monotonicMs,
  };

  async function ask(question: Question, signal: AbortSignal): Promise<Message | Failure> {
    const startedMs = clock.monotonicMs();
    if (signal.aborted) return timeIsUp;
    const known = outage.failure(startedMs);
    if (known) return known;
    const lookup = new AbortController();
    const stop = () => lookup.abort(notAwaited);
    signal.addEventListener('abort', stop);
    outage.enter(lookup);
    const result = await tryServers(question, lookup.signal, startedMs);
    outage.leave(lookup);
    signal.removeEventListener('abort', stop);
    if (!('outcome' in result)) return result;
    if (lookup.signal.aborted) return signal.aborted ? timeIsUp : (outage.failure(clock.monotonicMs()) ?? result);
    if (result.kind !== 'budget' && health.lastAnswerMs() < startedMs) outage.lost(result, clock.monotonicMs());
    return result;
  }

  /**
   * Asks one server after the other; one that has spoken is not asked again,
   * and one that has not when its turn is over may still answer until the time of the lookup is up.
   */
  async function tryServers(question: Question, signal: AbortSignal, startedMs: number): Promise<Message | Failure> {
    const order = health.order(startedMs);
    const untilMs = startedMs + LOOKUP_MS;
    const spoken = new Set<Server>();
    const failures: Failure[] = [];
    const answer = Promise.withResolvers<Message>();
    const over = new AbortController();
    const giveUp = AbortSignal.any([signal, over.signal]);
    const attempts = outage.ongoing ? ATTEMPTS.slice(0, order.length) : ATTEMPTS;
    const running: Promise<unknown>[] = [];
    const take = (server: Server, reply: Message | Failure) => {
      if (!('outcome' in reply)) return answer.resolve(reply);
      failures.push(reply);
      if (isSpoken(reply.kind)) spoken.add(server);
    };
    for (const [at, { transport, turnMs }] of attempts.entries()) {
      const server = order[at % order.length];
      if (!server || spoken.has(server)) continue;
      const attempt = tryOne(server, question, { transport, turnMs, untilMs, signal: giveUp }).then(reply => take(server, reply));
      running.push(attempt);
      const won = await Promise.race([answer.promise, attempt, pause(turnMs, giveUp)]);
      if (won || signal.aborted) break;
      if (!spoken.has(server) && health.lastAnswerMs() < startedMs) void askRoot(order[(at + 1) % order.length]!, untilMs, signal);
    }
    const message = await Promise.race([answer.promise, Promise.all(running).then(() => null)]);
    over.abort(notAwaited);
    return message ?? summary(failures);
  }

  async function tryOne(
    server: Server, question: Question, attempt: Pick<Asking, 'transport' | 'untilMs' | 'signal'> & { turnMs: number },
  ): Promise<Message | Failure> {
    const label = serverText(server);
    const sentMs = clock.monotonicMs();
    const { turnMs, ...asking } = attempt;
    const cancel = startTimeout(() => health.silent(server, sentMs, clock.monotonicMs()), turnMs);
    const reply = await exchange(server, question, { ...asking, label, timeoutMs: LOOKUP_MS, recursionDesired: true, withSignatures: true, mixedCase: false });
    cancel();
    const nowMs = clock.monotonicMs();
    if ('outcome' in reply) {
      if (reply.kind === 'timeout' || reply.kind === 'unreachable') health.silent(server, sentMs, nowMs);
      return reply;
    }
    health.answered(server, nowMs, reply.rttMs);
    outage.over();
    if (reply.message.rcode === rcodes.refused) health.avoid(server, nowMs);
    return failureOfReply(reply.message, label) ?? reply.message;
  }

  /** What every server knows by heart: where it answers this, the silence is of the zone that was asked about, and no outage. */
  async function askRoot(server: Server, untilMs: number, signal: AbortSignal): Promise<void> {
    if (askingRoot) return;
    askingRoot = true;
    const asking: Asking = { label: serverText(server), transport: 'udp', timeoutMs: ROOT_MS, untilMs, signal, recursionDesired: true, withSignatures: false, mixedCase: false };
    const reply = await exchange(server, { name: '', type: typeCodes.NS }, asking);
    askingRoot = false;
    if ('outcome' in reply) return;
    health.answered(server, clock.monotonicMs(), reply.rttMs);
    outage.over();
  }
}

/** Ends after `ms`, or when `signal` fires. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = startTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  cancel();
}

/** What a server says, and would say again; most telling first. */
const SPOKEN: readonly FailureKind[] = ['servfail', 'refused', 'notimp', 'formerr', 'rcode'];

function isSpoken(kind: FailureKind): boolean {
  return SPOKEN.includes(kind);
}

/** One failure for all attempts: of the kind that says most, with every cause. */
function summary(failures: readonly Failure[]): Failure {
  const ranks: readonly FailureKind[] = [...SPOKEN, 'truncated', 'malformed', 'timeout', 'unreachable'];
  const ranked = failures.toSorted((a, b) => ranks.indexOf(a.kind) - ranks.indexOf(b.kind));
  const kind = ranked[0]?.kind ?? 'unreachable';
  return failed(kind, [...new Set(ranked.map(({ cause }) => cause))].join('; ') || 'no DNS server is configured');
}
