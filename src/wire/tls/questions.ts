import type { Refused } from '../door.ts';
import { ask, type Asked, type Open } from './ask.ts';
import type { ServerHello, Until } from './flight.ts';
import type { Hello } from './hello.ts';

/** One ClientHello; version, suites and groups differ from question to question. */
export type Question = Pick<Hello, 'version' | 'suites' | 'groups'> & { until?: Until };
/**
 * A server that keeps silent or talks nonsense has refused too, for no client gets further: it is `mute`.
 * `alert` is null where it hung up without a word.
 */
export type Reply = { accepted: ServerHello } | { accepted: null; alert: number | null; mute: boolean };

/** Puts questions to one server, so many at a time. */
export interface Questions {
  put(question: Question): Promise<Reply>;
  /** Runs `work` when a connection is free for it. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Connections made so far. */
  connections(): number;
  /** Why the server could not be asked further; from then on every question is refused without being asked. */
  failure(): Refused | null;
}

export interface QuestionsOptions extends Pick<Hello, 'host' | 'random'> {
  open: Open;
  parallel: number;
  maxConnections: number;
  signal: AbortSignal;
}

/** What goes unanswered is asked once more: a busy server may lose a connection. */
const ATTEMPTS = 2;
const MUTE: Reply = { accepted: null, alert: null, mute: true };

export function createQuestions({ open, host, random, parallel, maxConnections, signal }: QuestionsOptions): Questions {
  const waiting: (() => void)[] = [];
  let free = parallel;
  let connections = 0;
  let failure: Refused | null = null;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free--;
    else await new Promise<void>(resolve => waiting.push(resolve));
    try {
      connections++;
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  }

  async function put({ until = 'serverHello', ...question }: Question): Promise<Reply> {
    let lost: Refused | null = null;
    for (let attempt = 1; attempt <= ATTEMPTS && mayGoOn(); attempt++) {
      const asked = await inTurn(() => askOnce({ ...question, host, random }, until));
      switch (asked.kind) {
        case 'hello': return { accepted: asked.hello };
        case 'refused': return { accepted: null, alert: asked.alert, mute: false };
        case 'garbled': return MUTE;
        case 'silent': lost = null; break;
        case 'unreachable': lost = asked.refused;
      }
    }
    if (lost) failure ??= lost;
    return MUTE;
  }

  async function askOnce(hello: Hello, until: Until): Promise<Asked | { kind: 'unreachable'; refused: Refused }> {
    if (!mayGoOn()) return { kind: 'silent' };
    const socket = await open(signal);
    return 'refused' in socket ? { kind: 'unreachable', refused: socket } : ask(socket, hello, until, signal);
  }

  function mayGoOn(): boolean {
    if (signal.aborted) failure ??= { refused: 'timeout', cause: `${host}: the server took too long to answer all questions` };
    else if (connections > maxConnections) failure ??= { refused: 'tls', cause: `${host}: the server accepts more than can be asked for` };
    return failure === null;
  }

  return { put, inTurn, connections: () => connections, failure: () => failure };
}
