import { z } from 'zod';
import type { Clock } from '../../../../core/clock.ts';
import type { Dns } from '../../../../core/lookup.ts';
import type { NewJob, Store } from '../../../../store/index.ts';
import { defineJob } from '../../../job.ts';
import { keepHosts, lookupHost, dueForLookup, type HostLookup } from './host-names.ts';

/** What the lookups of senders work with. */
export interface SendersServices {
  store: Store;
  clock: Clock;
  /** The service's own resolver, without the limits of one check; ends with `signal`. */
  resolve(signal: AbortSignal): Pick<Dns, 'lookup'>;
}

/** How many addresses one job takes, and how many of them are asked for at once. */
const MAX_ADDRESSES = 500;
const AT_ONCE = 8;

const hostsJob = defineJob('dmarcHosts', z.strictObject({ addresses: z.array(z.string().max(45)).max(MAX_ADDRESSES) }));

/** Jobs that look up the host names of `addresses`; to be added in the transaction that stores their rows. Nobody waits for them. */
export function hostJobs(addresses: readonly string[]): NewJob[] {
  const each = [...new Set(addresses)].toSorted();
  const batches = Array.from({ length: Math.ceil(each.length / MAX_ADDRESSES) }, (_, at) => each.slice(at * MAX_ADDRESSES, (at + 1) * MAX_ADDRESSES));
  return batches.map(addresses => hostsJob({ addresses }, { background: true }));
}

/** Does `hostJobs`. */
export const lookupHosts = hostsJob.handledBy<SendersServices>(async ({ payload, services: { store, clock, resolve }, signal }) => {
  const wanted = await dueForLookup(store.db, payload.addresses, clock.now());
  const lookups = await lookupAll(wanted, resolve(signal), signal);
  return { change: tx => keepHosts(tx, lookups, clock.now()) };
});

async function lookupAll(addresses: readonly string[], dns: Pick<Dns, 'lookup'>, signal: AbortSignal): Promise<Map<string, HostLookup>> {
  const lookups = new Map<string, HostLookup>();
  const waiting = addresses.values();
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (const address of waiting) {
      signal.throwIfAborted();
      lookups.set(address, await lookupHost(address, dns));
    }
  }));
  return lookups;
}
