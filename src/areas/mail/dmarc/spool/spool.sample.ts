import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createBlobs, type BlobBackend, type Blobs } from '../../../../core/outside/blobs.ts';
import { createNewId } from '../../../../core/ids.ts';
import { createCounters, createQueue, type Job, type Store } from '../../../../store/index.ts';
import type { Clock } from '../../../../core/clock.ts';
import { standardPlans } from '../../../platform/account/index.ts';
import type { JobHandler } from '../../../job.ts';
import { RecordMemory } from '../parse/xml-repeats.ts';
import { readMessage } from '../reading/read-message.ts';
import type { ReportReader } from '../reading/shapes.ts';
import { keepMeans } from '../store/store.sample.ts';
import { createSpoolContent } from './content.ts';
import type { SpoolServices } from './services.ts';
import type { Arrival } from './message.ts';
import { parseMessage } from './parse-job.ts';
import { takeIn } from './take-in.ts';
import { speak } from '../../../../../test/speaking.ts';

/** Blobs in memory, and how often they were written. */
function memoryBlobs(): Blobs & { held: Map<string, Uint8Array> } {
  const held = new Map<string, Uint8Array>();
  const backend: BlobBackend = {
    write: async (sha256, bytes) => void held.set(sha256, bytes),
    read: async sha256 => held.get(sha256) ?? null,
    remove: async sha256 => void held.delete(sha256),
  };
  return { ...createBlobs(backend), held };
}

const memory = new RecordMemory();
/** Reads on the thread of the tests, which is what those of `reading` do in theirs. */
const reportReader: ReportReader = { read: (message, listen) => readMessage(message, memory, listen) };

/** The spool over `store`, and what a worker does there. */
export function openSpool(store: Store, clock: Clock) {
  const newId = createNewId(clock, randomBytes);
  const queue = createQueue(store, newId);
  const blobs = memoryBlobs();
  const services: SpoolServices = { ...keepMeans(clock), db: store.db, store, clock, newId, randomBytes, announce: () => Promise.resolve(), speak, queue, counters: createCounters(store, clock), spool: createSpoolContent(blobs, Buffer.alloc(32, 7)), plans: standardPlans, reportReader };
  return {
    services, blobs, queue,
    takeIn: (accountId: string, bytes: Uint8Array, over: Partial<Arrival> = {}) => takeIn(services, accountId, { way: 'smtp', bytes, sender: { domain: null, authenticated: 'none' }, ...over }),
    /** Does all jobs of the kind that wait. */
    work: (handler: JobHandler<SpoolServices>) => workOff(services, handler),
    /** Does the next job that waits, with what it takes along. */
    async parseNext() {
      const [job] = await queue.take([parseMessage.kind], 1);
      await workOn(services, job!, parseMessage);
    },
    parse: () => workOff(services, parseMessage),
  };
}

/** Does all jobs of the kind that wait, as a worker does them. */
export async function workOff<Services extends SpoolServices>(services: Services, handler: JobHandler<Services>): Promise<void> {
  const { queue } = services;
  const { kind } = handler;
  for (let jobs = await queue.take([kind], 100); jobs.length > 0; jobs = await queue.take([kind], 100)) {
    for (const job of jobs) await workOn(services, job, handler);
  }
}

async function workOn<Services extends SpoolServices>(services: Services, job: Job, handler: JobHandler<Services>): Promise<void> {
  const { store, queue } = services;
  const { change, againAt } = await handler.handle({ ...job, services, signal: new AbortController().signal }) ?? {};
  await store.transaction(async tx => {
    assert.ok(await (againAt === undefined ? queue.finish(tx, job) : queue.putOff(tx, job, againAt, 0)));
    await change?.(tx);
  });
}
