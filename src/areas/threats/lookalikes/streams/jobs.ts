import { registrableDomain } from '../../../../core/domain-name.ts';
import type { NameStream, NamesStep, StreamSource } from '../../../../core/outside/name-stream.ts';
import { keepUpkeep } from '../../../platform/runs/index.ts';
import type { JobWork } from '../../../job.ts';
import type { Schedule } from '../../../schedule.ts';
import { plainHost } from '../match/index.ts';
import { watchedIn, type Watched } from './brands.ts';
import { namesFound, type Found, type StreamsServices } from './shapes.ts';
import { claimStream, giveBack, moveOn, noteLists, rememberStreams, type Claimed } from './store.ts';
import { z } from 'zod';
import { defineJob } from '../../../job.ts';

const followJob = defineJob('followNames', z.object({}));
/** How many streams all processes together read at once. */
const HANDS = 2;
const MINUTE_MS = 60_000;
/** How soon a stream that was read to its end is asked again. */
const POLL_MS: Readonly<Record<StreamSource, number>> = { ct: MINUTE_MS, zone: 60 * MINUTE_MS, nrd: 60 * MINUTE_MS };
/** For how long a stream is a worker's that is not heard of: longer than any step takes. */
const CLAIM_MS: Readonly<Record<StreamSource, number>> = { ct: 5 * MINUTE_MS, zone: 240 * MINUTE_MS, nrd: 15 * MINUTE_MS };
/** Then other streams have their turn. */
const TURN_MS = 20_000;
const JOB_MS = MINUTE_MS;
const AGAIN_MS = 15_000;
const FAILED_MS = 5 * MINUTE_MS;
const BROKEN_MS = 60 * MINUTE_MS;

type Work = Pick<JobWork<StreamsServices, object>, 'services' | 'signal'>;

/** Reads the streams that are due, each from where it was left, and hands on what looks like a watched domain. */
export const follow = followJob.handledBy<StreamsServices>(async work => {
  const { services: { clock, nameStreams, store, db }, signal } = work;
  const { streams, failures } = await nameStreams.list(signal);
  if (!signal.aborted) await noteLists(db, failures.length === 0 ? null : failures.join('; '), clock.now());
  const byId = new Map(streams.map(stream => [stream.id, stream]));
  await rememberStreams(db, [...byId.keys()], clock.now());
  const until = clock.monotonicMs() + JOB_MS;
  while (!signal.aborted && clock.monotonicMs() < until) {
    const now = clock.now();
    const claimed = await store.transaction(tx => claimStream(tx, [...byId.keys()], now, id => now + CLAIM_MS[byId.get(id)!.source]));
    if (!claimed) break;
    await advance(work, byId.get(claimed.id)!, claimed);
  }
  return { againAt: clock.now() + AGAIN_MS };
});

/** Reads one stream until there is no more at the moment, or others have waited long enough. */
async function advance(work: Work, stream: NameStream, claimed: Claimed): Promise<void> {
  const { services: { clock, db, store }, signal } = work;
  const watched = await watchedIn(store);
  const until = clock.monotonicMs() + TURN_MS;
  for (let claim = claimed; ;) {
    const step = await stream.next(claim.cursor, signal);
    if (signal.aborted) return giveBack(db, stream.id, clock.now(), null);
    if (step.outcome !== 'names') return giveBack(db, stream.id, clock.now() + pauseOf(step), step.outcome === 'broken' ? `Not believed: ${step.cause}` : step.cause);
    if (!await keep(work, stream, claim, step, watched)) return;
    if (!step.more || clock.monotonicMs() >= until) return giveBack(db, stream.id, clock.now() + (step.more ? 0 : POLL_MS[stream.source]), null);
    claim = { id: stream.id, cursor: step.cursor };
  }
}

function pauseOf(step: Exclude<NamesStep, { outcome: 'names' }>): number {
  return step.outcome === 'broken' ? BROKEN_MS : Math.max(step.retryAfterMs ?? FAILED_MS, MINUTE_MS);
}

/** The finds of one step and the place behind it, together or not at all. */
function keep({ services }: Work, stream: NameStream, claim: Claimed, step: NamesStep & { outcome: 'names' }, watched: Watched): Promise<boolean> {
  const at = services.clock.now();
  const found = findsIn(step.names, stream, watched, at);
  return services.store.transaction(async tx => {
    if (!await moveOn(tx, claim, step.cursor, at)) return false;
    if (found.length > 0) await services.announce(tx, namesFound, found);
    return true;
  });
}

/** What looks like a watched domain, each registered name once for each of them. */
function findsIn(names: readonly string[], { id, source }: NameStream, { match, accountOf }: Watched, at: number): Found[] {
  const found = new Map<string, Found>();
  for (const given of names) {
    for (const { brandId, why } of match(given)) {
      const host = plainHost(given)!;
      const name = registrableDomain(host)!;
      const key = `${brandId} ${name}`;
      if (!found.has(key)) found.set(key, { accountId: accountOf.get(brandId)!, brandId, name, host, why, source, stream: id, at });
    }
  }
  return [...found.values()];
}

/** Sees to it that streams are followed where any is configured; the jobs are the operator's, and go on by themselves. */
export const streaming: Schedule<StreamsServices> = {
  name: 'streams of names',
  due: async (tx, { nameStreams, queue }) => {
    if (!nameStreams.configured) return 0;
    return keepUpkeep(tx, queue, Array.from({ length: HANDS }, (_, hand) => followJob({}, { dedupeKey: `hand ${hand}` })));
  },
};
