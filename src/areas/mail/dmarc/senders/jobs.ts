import { z } from 'zod';
import type { BulkLookup } from '../../../../core/outside/bulk-lookup.ts';
import type { Clock } from '../../../../core/clock.ts';
import type { Dns } from '../../../../core/lookup.ts';
import type { NewJob, Store } from '../../../../store/index.ts';
import { defineJob } from '../../../job.ts';
import { findHosts, keepHosts, unanswered } from './host-names.ts';

/** What the lookups of senders work with. */
export interface SendersServices {
  store: Store;
  clock: Clock;
  /** The service's own resolver, without the limits of one check; ends with `signal`. */
  resolve(signal: AbortSignal): Pick<Dns, 'lookup'>;
  /** Asks for many names at once, at the rate that the operator allows. */
  bulkLookup: BulkLookup;
}

/** How many addresses one job takes. */
const MAX_ADDRESSES = 500;

const hostsJob = defineJob('dmarcHosts', z.strictObject({ addresses: z.array(z.string().max(45)).max(MAX_ADDRESSES) }));

/** Jobs that look up the host names of `addresses`, which were claimed; to be added in the transaction that stores their rows. Nobody waits for them. */
export function hostJobs(addresses: readonly string[]): NewJob[] {
  const each = [...new Set(addresses)].toSorted();
  const batches = Array.from({ length: Math.ceil(each.length / MAX_ADDRESSES) }, (_, at) => each.slice(at * MAX_ADDRESSES, (at + 1) * MAX_ADDRESSES));
  return batches.map(addresses => hostsJob({ addresses }, { background: true }));
}

/** Does `hostJobs`; of addresses that were answered lately nothing is asked. */
export const lookupHosts = hostsJob.handledBy<SendersServices>(async ({ payload, services: { store, clock, bulkLookup }, signal }) => {
  const lookups = await findHosts(await unanswered(store.db, payload.addresses, clock.now()), bulkLookup, signal);
  return { change: tx => keepHosts(tx, lookups, clock.now()) };
});
