import { setTimeout as sleep } from 'node:timers/promises';
import type { DarkwebQuestion, DarkwebReply, DarkwebSource } from '../../../core/outside/darkweb.ts';
import { Unanswered, type Asking } from './connectors/connector.ts';
import type { DarkwebServices } from './services.ts';
import { factsOfSource, keepFactsOfSource, keepOutcome, limitOfSource, takeTurn } from './store/sources.ts';

/** How long a run waits for its turn, or for a source that asks for patience; beyond, it goes on with the next source. */
const PATIENCE_MS = 10_000;
const UNSAID_LIMIT_MS = 60_000;
const MAX_LIMIT_MS = 24 * 3_600_000;

type Asks = Pick<DarkwebServices, 'db' | 'store' | 'clock' | 'darkweb'>;

/** What a connector asks a source with: one question after the other, as fast as the source wants them, and none while it asks to be left alone. */
export function createAsking({ db, store, clock, darkweb }: Asks, source: DarkwebSource, { domain, revision, now }: Pick<Asking, 'domain' | 'revision' | 'now'>, signal: AbortSignal): Asking {
  return {
    domain, revision, now, db,
    facts: () => factsOfSource(db, source),
    keepFacts: (facts, change) => store.transaction(async tx => {
      await change?.(tx);
      await keepFactsOfSource(tx, source, facts);
    }),
    async ask(question, pauseMs = 0) {
      const reply = await askPatiently(question, Math.max(pauseMs, darkweb.pauseMs(source)));
      signal.throwIfAborted();
      return outcomeOf(reply);
    },
  };

  /** Waits once where the source wants a short pause. */
  async function askPatiently(question: DarkwebQuestion, pauseMs: number): Promise<DarkwebReply> {
    await waitForTurn(pauseMs);
    const reply = await darkweb.ask(source, question, signal);
    if (reply.outcome !== 'limited' || reply.retryAfterMs === null || reply.retryAfterMs > PATIENCE_MS) return reply;
    await sleep(reply.retryAfterMs, undefined, { signal });
    return darkweb.ask(source, question, signal);
  }

  async function waitForTurn(pauseMs: number): Promise<void> {
    const now = clock.now();
    const limitedUntil = await limitOfSource(db, source, now);
    if (limitedUntil !== null && limitedUntil > now + PATIENCE_MS) throw new Unanswered('limited', limitOf(limitedUntil));
    const at = await store.transaction(tx => takeTurn(tx, source, { now, pauseMs, until: now + PATIENCE_MS }));
    if (at === null) throw new Unanswered('limited', 'Too many questions wait for it. It is asked again with the next scan.');
    const waitMs = Math.max(at, limitedUntil ?? 0) - now;
    if (waitMs > 0) await sleep(waitMs, undefined, { signal });
  }

  async function outcomeOf(reply: DarkwebReply): Promise<unknown> {
    const at = clock.now();
    if (reply.outcome === 'answered' || reply.outcome === 'absent') {
      await keepOutcome(db, source, at, { failure: null, limitedUntil: null });
      return reply.outcome === 'answered' ? reply.json : null;
    }
    if (reply.outcome === 'limited') {
      const limitedUntil = at + Math.min(reply.retryAfterMs ?? UNSAID_LIMIT_MS, MAX_LIMIT_MS);
      await keepOutcome(db, source, at, { failure: limitOf(limitedUntil), limitedUntil });
      throw new Unanswered('limited', limitOf(limitedUntil));
    }
    // 400 and 403 concern what was asked for; the source itself works.
    if (reply.outcome === 'refused' && reply.status === 400) throw new Unanswered('failing', 'It rejected the request.');
    if (reply.outcome === 'refused' && reply.status === 403) throw new Unanswered('notAllowed', 'The key does not reach this domain, or its plan does not include the question.');
    const failure = reply.outcome === 'refused' ? 'It refuses the key. The operator has to check it.' : `No answer: ${reply.cause}.`;
    await keepOutcome(db, source, at, { failure, limitedUntil: null });
    throw new Unanswered('failing', failure);
  }
}

function limitOf(until: number): string {
  return `It asks to be left alone until ${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
}
