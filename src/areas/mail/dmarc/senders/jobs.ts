import { z } from 'zod';
import type { Clock } from '../../../../core/clock.ts';
import type { Dns } from '../../../../core/lookup.ts';
import type { NewJob, Store } from '../../../../store/index.ts';
import { defineJob } from '../../../job.ts';
import { keepHosts, lookUpHost, notLookedUp, type HostLook } from './host-names.ts';

/** What the lookups of senders work with. */
export interface SendersServices {
  store: Store;
  clock: Clock;
  /** The service's own resolver, without the limits of one check; ends with `signal`. */
  resolve(signal: AbortSignal): Pick<Dns, 'look'>;
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
export const lookUpHosts = hostsJob.handledBy<SendersServices>(async ({ payload, services: { store, clock, resolve }, signal }) => {
  const wanted = await notLookedUp(store.db, payload.addresses, clock.now());
  const looks = await lookUpAll(wanted, resolve(signal), signal);
  return { change: tx => keepHosts(tx, looks, clock.now()) };
});

async function lookUpAll(addresses: readonly string[], dns: Pick<Dns, 'look'>, signal: AbortSignal): Promise<Map<string, HostLook>> {
  const looks = new Map<string, HostLook>();
  const waiting = addresses.values();
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (const address of waiting) {
      signal.throwIfAborted();
      looks.set(address, await lookUpHost(address, dns));
    }
  }));
  return looks;
}
