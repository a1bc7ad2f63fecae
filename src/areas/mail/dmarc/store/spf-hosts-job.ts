import { z } from 'zod';
import type { Db, NewJob } from '../../../../store/index.ts';
import { defineJob } from '../../../job.ts';
import type { SendersServices } from '../senders/jobs.ts';
import { askSpfHosts, hasOpenHosts } from '../senders/spf-holder.ts';
import { keepSpfHosts, learntOf } from './learnt.ts';
import { spfTreeOf } from './lookups.ts';
import { tables } from '../tables.ts';

/** Asks for the hosts which the SPF record of a domain lets send. */
const hostsJob = defineJob('dmarcSpfHosts', z.strictObject({ domainNo: z.number() }));

const MAX_QUESTIONS = 100;
/** So that a job of every day always asks. */
const FRESH_MS = 20 * 3_600_000;

/** One at a time for each domain; nobody waits for it. */
export function spfHostsJob(domainNo: number): NewJob {
  return hostsJob({ domainNo }, { dedupeKey: String(domainNo), background: true });
}

/** Does `spfHostsJob`, unless all was answered today. */
export const lookupSpfHosts = hostsJob.handledBy<SendersServices>(async ({ accountId, payload: { domainNo }, services: { store, clock, resolve }, signal }) => {
  const { tree, open, askedAt } = await spfStatus(store.db, accountId, domainNo, clock.now());
  if (!tree || (!open && askedAt !== null && clock.now() - askedAt < FRESH_MS)) return;
  const hosts = await askSpfHosts(tree, resolve(signal), MAX_QUESTIONS);
  signal.throwIfAborted();
  return { change: tx => keepSpfHosts(tx, domainNo, hosts, clock.now()) };
});

/** The SPF tree of a domain with reports, and whether hosts that it names are still to be asked for. */
export async function spfStatus(db: Db, accountId: string, domainNo: number, now: number) {
  const domain = await tables(db).selectFrom('dmarc_domain').select('domain_id').where('account_id', '=', accountId).where('no', '=', domainNo).executeTakeFirst();
  const tree = domain ? await spfTreeOf(db, domain.domain_id) : undefined;
  const { spfHosts, spfHostsAt: askedAt } = await learntOf(db, domainNo, now);
  return { tree, open: tree ? hasOpenHosts(tree, spfHosts) : false, askedAt };
}
