import type { BulkLookup } from '../../../core/outside/bulk-lookup.ts';
import type { Clock } from '../../../core/clock.ts';
import type { DnsTransport } from '../transport.ts';
import type { Server } from '../channel.ts';
import { Batch } from './batch.ts';
import { Engine } from './engine.ts';
import { Entropy } from './entropy.ts';
import { Rate } from './rate.ts';

const MAX_OPEN = 1000;

/** What many names are looked up with. */
export interface BulkMeans {
  /** Recursive resolvers that the operator named. */
  servers: readonly Server[];
  /** Carries what does not fit into a datagram. */
  transport: Pick<DnsTransport, 'exchangeTcp'>;
  clock: Clock;
  /** Unguessable. */
  randomBytes(size: number): Uint8Array;
  /** Questions that each server is asked at most. */
  ratePerSecond: number;
}

/** Asks the servers for many names at once; its sockets are open only while there is something to ask. */
export function createBulkLookup({ servers, transport, clock, randomBytes, ratePerSecond }: BulkMeans): BulkLookup {
  const known = servers.map(server => ({ server, rate: new Rate(clock, ratePerSecond), keepsCase: true }));
  const entropy = new Entropy(randomBytes);
  let engine: Engine | null = null;

  return async function bulkLookup(names, type, signal) {
    signal.throwIfAborted();
    const current = engine ??= new Engine({ known, transport, entropy, maxOpen: MAX_OPEN });
    const batch = new Batch(names, type, signal);
    await current.ask(batch);
    if (engine === current && current.isIdle) {
      current.close();
      engine = null;
    }
    signal.throwIfAborted();
    return batch;
  };
}
