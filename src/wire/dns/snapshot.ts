import type { Clock } from '../../core/clock.ts';
import type { Delegation, Dns, Failure, FailureKind, ProbeReply, RecordType } from '../../core/lookup.ts';
import { followAliases, readReply } from './answer.ts';
import { createAuthorityProbe } from './authorities.ts';
import type { Exchanged, Means } from './exchange.ts';
import { failed, unaskable } from './failure.ts';
import type { Message } from './message.ts';
import { canonicalName } from './name.ts';
import { createProbe, mannerOf } from './probe.ts';
import type { Resolver } from './resolver.ts';
import { rcodes, typeCodes } from './types.ts';

/** One question as it was asked; times are milliseconds since the snapshot was made. */
export interface QuestionTrace {
  name: string;
  /** The mnemonic, or the number that a probe asked for. */
  type: string;
  /** What else a probe asked for, such as `CH RD`; '' for plain questions. */
  manner: string;
  /** The address of the server that was asked itself, null for the recursive resolver. */
  server: string | null;
  transport: 'udp' | 'tcp';
  startedMs: number;
  endedMs: number;
  outcome: 'answer' | 'nodata' | 'nxdomain' | FailureKind;
}

/** The DNS as one check sees it, and what it took. */
export interface Snapshot extends Dns {
  /** In the order of the answers; what was remembered is not asked and not listed. */
  readonly trace: readonly QuestionTrace[];
  /** Whether the recursive resolver replied to any question of this snapshot, SERVFAIL included. */
  readonly resolverAnswered: boolean;
}

export interface SnapshotOptions {
  signal: AbortSignal;
  clock: Clock;
  /** Of the recursive resolver; aliases that it leaves open count, its retries do not. */
  maxQuestions?: number;
  /** Makes what validates answers, over questions of this snapshot; without it nothing is validated. */
  validate?: (ask: AskSigned) => Pick<Dns, 'secure' | 'chain'>;
  /** Finds delegations from the root servers down, over probes and looks of this snapshot. */
  delegate?: (dns: Pick<Dns, 'lookup' | 'probe'>, signal: AbortSignal) => Dns['delegation'];
}

/** One question to the recursive resolver, its signatures included; asked once in a check. */
export type AskSigned = (name: string, type: RecordType) => Promise<Message | Failure>;

const WITHOUT_REPLY: ReadonlySet<string> = new Set(['timeout', 'unreachable', 'budget', 'deadline']);

/** A view in which the same question is asked once, in flight or answered, and every question ends when `signal` fires. */
export function createSnapshot(
  resolver: Resolver, authorities: Omit<Means, 'clock'>, { signal, clock, maxQuestions = 60, validate, delegate }: SnapshotOptions,
): Snapshot {
  const begunMs = clock.monotonicMs();
  const trace: QuestionTrace[] = [];
  const askAuthority = createAuthorityProbe({ ...authorities, clock }, signal);
  const recursive = remember<Message | Failure>();
  const direct = remember<Exchanged | Failure>();
  const putProbe = createProbe({ ...authorities, clock }, signal);
  const probes = remember<ProbeReply>();
  const validated = validate?.(askResolver) ?? nothingValidated;
  const probe: Dns['probe'] = (server, question) => {
    const { name, type, transport = 'udp' } = question;
    const asking = { name, type: String(type), server: server.address, transport, manner: mannerOf(question) };
    return probes(Object.values(asking).join(' '), () => traced(asking, () => putProbe(server, question)));
  };
  const lookup: Dns['lookup'] = (name, type) => followAliases(alias => askResolver(alias, type), name, type);
  const findDelegation = delegate?.({ lookup, probe }, signal) ?? noRoots;
  const delegations = remember<Delegation>();
  let asked = 0;

  return {
    lookup,
    async ask(server, name, type, transport = 'udp') {
      const canonical = canonicalName(name);
      if (canonical === null) return { server, transport, lookup: unaskable(name) };
      const reply = await direct(`${server.address} ${transport} ${canonical} ${type}`, () =>
        traced({ name: canonical, type, server: server.address, transport, manner: '' }, () => askAuthority(server, { name: canonical, type: typeCodes[type] }, transport)));
      if ('outcome' in reply) return { server, transport, lookup: reply };
      const { message, transport: used, rttMs } = reply;
      return { server, transport: used, rttMs, authoritative: message.authoritative, lookup: readReply(message, canonical, type) };
    },
    probe,
    delegation: zone => delegations(zone, () => findDelegation(zone)),
    secure: validated.secure,
    chain: validated.chain,
    trace,
    get resolverAnswered() {
      return trace.some(({ server, outcome }) => server === null && !WITHOUT_REPLY.has(outcome));
    },
  };

  function askResolver(name: string, type: RecordType): Promise<Message | Failure> {
    return recursive(`${name} ${type}`, async () => {
      if (asked >= maxQuestions) return failed('budget', `the ${maxQuestions} questions that one check may ask are used up`);
      asked++;
      return traced({ name, type, server: null, transport: 'udp', manner: '' }, () => resolver.ask({ name, type: typeCodes[type] }, signal));
    });
  }

  async function traced<Reply extends Message | Exchanged | ProbeReply | Failure>(
    question: Pick<QuestionTrace, 'name' | 'type' | 'server' | 'transport' | 'manner'>, ask: () => Promise<Reply>,
  ): Promise<Reply> {
    const startedMs = clock.monotonicMs() - begunMs;
    const reply = await ask();
    trace.push({ ...question, startedMs, endedMs: clock.monotonicMs() - begunMs, outcome: outcomeOf(reply) });
    return reply;
  }
}

const nothingValidated: Pick<Dns, 'secure' | 'chain'> = {
  secure: async () => ({ status: 'notValidated', reason: null }),
  chain: async () => [],
};

async function noRoots(zone: string): Promise<Delegation> {
  return { zone, parent: null, referrals: [], failure: failed('notAllowed', 'no root servers are configured') };
}

function remember<Reply>(): (key: string, ask: () => Promise<Reply>) => Promise<Reply> {
  const replies = new Map<string, Promise<Reply>>();
  return (key, ask) => {
    const reply = replies.get(key) ?? ask();
    replies.set(key, reply);
    return reply;
  };
}

function outcomeOf(reply: Message | Exchanged | ProbeReply | Failure): QuestionTrace['outcome'] {
  if ('outcome' in reply) return reply.outcome === 'failed' ? reply.kind : outcomeOfProbe(reply);
  const message = 'message' in reply ? reply.message : reply;
  if (message.rcode === rcodes.nxDomain) return 'nxdomain';
  return message.answers.length > 0 ? 'answer' : 'nodata';
}

function outcomeOfProbe({ rcode, answers }: ProbeReply & { outcome: 'answered' }): QuestionTrace['outcome'] {
  if (rcode === 'NOERROR') return answers.length > 0 ? 'answer' : 'nodata';
  const kinds = { NXDOMAIN: 'nxdomain', SERVFAIL: 'servfail', REFUSED: 'refused', FORMERR: 'formerr', NOTIMP: 'notimp' } as const;
  return kinds[rcode as keyof typeof kinds] ?? 'rcode';
}
