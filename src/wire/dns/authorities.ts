import type { Authority, Failure } from '../../core/lookup.ts';
import { createExchange, type Exchanged, type Means } from './exchange.ts';
import { failed, failureOfReply, timeIsUp } from './failure.ts';
import type { Question } from './message.ts';

const FIRST_MS = 500;
const SECOND_MS = 700;
const DNS_PORT = 53;

/** Asks one server itself: a reply that says NOERROR or NXDOMAIN, or why there is none. */
export type AskAuthority = (server: Authority, question: Question, transport: 'udp' | 'tcp') => Promise<Exchanged | Failure>;

/**
 * Asks authoritative servers without recursion, twice over UDP (500 ms, then 700 ms) or once over TCP (1.2 s).
 * When a server has answered nothing at all by the time that one question gives up, all others to it give up as well, also those to come.
 */
export function createAuthorityProbe(means: Means, signal: AbortSignal): AskAuthority {
  const exchange = createExchange(means);
  const servers = new Map<string, { answered: boolean; silence: AbortController }>();

  return async ({ address }, question, transport) => {
    const state = servers.get(address) ?? { answered: false, silence: new AbortController() };
    servers.set(address, state);
    const giveUp = AbortSignal.any([signal, state.silence.signal]);
    const untilMs = means.clock.monotonicMs() + FIRST_MS + SECOND_MS;
    const put = (timeoutMs: number) => exchange({ address, port: DNS_PORT }, question, {
      label: address, transport, recursionDesired: false, withSignatures: false, mixedCase: true, timeoutMs, untilMs, signal: giveUp,
    });
    const first = await put(FIRST_MS);
    const reply = transport === 'udp' && isTimeout(first) ? await put(SECOND_MS) : first;
    if (!('outcome' in reply)) {
      state.answered = true;
      return failureOfReply(reply.message, address) ?? reply;
    }
    if (signal.aborted) return timeIsUp;
    if (giveUp.aborted) return failed('timeout', `timeout at ${address}`);
    if (isTimeout(reply) && !state.answered) state.silence.abort();
    return reply;
  };
}

function isTimeout(reply: Exchanged | Failure): boolean {
  return 'outcome' in reply && reply.kind === 'timeout';
}
