import type { SearchCredentials, SearchReply, SearchRequest } from '../../../../core/outside/local-search.ts';
import type { LocalSeoServices } from '../services.ts';
import { leaveAlone, takeTurn, type Bucket } from '../store/turns.ts';
import type { Connector, Refusal } from './connector.ts';

/** Why a question has no answer; `fatal` where every other one would have none either. */
export interface Unanswered {
  outcome: 'unanswered';
  /** A phrase for people, without anything of the provider's own text. */
  cause: string;
  fatal: boolean;
}

/** The key of an account, which has limits of its own. */
export interface OwnKey {
  credentials: SearchCredentials;
  accountId: string;
}

type Means = Pick<LocalSeoServices, 'localSearch' | 'db' | 'clock' | 'pause' | 'random'> & { own?: OwnKey | null };

const TRIES = 4;
const FIRST_BACK_OFF_MS = 1000;
const OWN_SERVER: Bucket = { perSecond: 20, burst: 20 };

/**
 * Asks a provider one question in its turn. Where it limits or fails it is asked again, after as long as it says or after a
 * growing pause; but not where an answer that is charged may have been lost on its way.
 */
export async function ask<Read extends { outcome: string }>(means: Means, connector: Connector, request: SearchRequest, read: (reply: unknown) => Read | Refusal, signal: AbortSignal): Promise<Exclude<Read, Refusal> | Unanswered> {
  const { localSearch, random, own = null } = means;
  const line = own === null ? connector.id : `${connector.id} ${own.accountId}`;
  const bucket = localSearch.isPublic(connector.id) ? connector.limit : OWN_SERVER;
  let cause = '';
  for (let attempt = 0; attempt < TRIES; attempt++) {
    await means.pause(await takeTurn(means, line, bucket), signal);
    const reply = await localSearch.ask(connector.id, request, signal, own?.credentials);
    signal.throwIfAborted();
    if (reply.outcome === 'answered') {
      const found = readReply(reply.body, read);
      if (found?.outcome !== 'refused' && found !== null) return found as Exclude<Read, Refusal>;
      if (found?.outcome === 'refused' && (found as Refusal).fatal) return { outcome: 'unanswered', cause: (found as Refusal).cause, fatal: true };
      cause = found === null ? 'it sent something that cannot be read' : (found as Refusal).cause;
      if (found === null && connector.usdPerRequest > 0) return chargedTwice(cause);
    } else {
      if (isFatal(reply)) return { outcome: 'unanswered', cause: reply.cause, fatal: true };
      if (connector.usdPerRequest > 0 && mayBeCharged(reply)) return chargedTwice(reply.cause);
      cause = reply.cause;
      if (reply.retryAfterMs !== null) await leaveAlone(means, line, reply.retryAfterMs, bucket);
    }
    if (attempt < TRIES - 1) await means.pause(FIRST_BACK_OFF_MS * 2 ** attempt * (0.5 + random()), signal);
  }
  return { outcome: 'unanswered', cause: `${cause}, ${TRIES} times`, fatal: false };
}

function readReply<Read extends { outcome: string }>(body: Uint8Array, read: (reply: unknown) => Read | Refusal): Read | Refusal | null {
  try {
    return read(JSON.parse(Buffer.from(body).toString('utf8')));
  } catch {
    return null;
  }
}

function chargedTwice(cause: string): Unanswered {
  return { outcome: 'unanswered', cause: `${cause}; it is not asked again, since that may be charged twice`, fatal: false };
}

type Failure = Extract<SearchReply, { outcome: 'failed' }>;

/** It refuses the key, the account or the question itself. */
function isFatal({ status }: Failure): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** It had the question, and whether it answered is not known. */
function mayBeCharged({ status, sent }: Failure): boolean {
  return sent && (status === null || status === 200);
}
