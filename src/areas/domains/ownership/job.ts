import { nextTime } from '../../schedule.ts';
import type { Db, NewJob, Queue } from '../../../store/index.ts';
import type { DomainsServices } from '../inventory/index.ts';
import { findProof } from './proof.ts';
import { GRACE_MS, afterCheck, isOwned, type OwnershipNews, type OwnershipRow, type Proofs } from './state.ts';
import { ownershipOf, saveOwnership } from './store.ts';
import { tables } from './tables.ts';
import { z } from 'zod';
import type { Announce } from '../../announcement.ts';
import { defineJob } from '../../job.ts';
import { notificationJob } from '../../platform/notifications/index.ts';
import { ownershipProven } from './proven.ts';

const DAY_MS = 86_400_000;
const CHECK_MS = 10_000;
const reprove = defineJob('reproveOwnership', z.object({ domainId: z.string() }));

/** A domain as a proof concerns it. */
export interface OwnDomain {
  id: string;
  name: string;
  accountId: string;
}

/** Looks for the token once, within ten seconds. */
export async function seekProof({ open }: Pick<DomainsServices, 'open'>, domain: string, token: string, signal: AbortSignal): Promise<Proofs> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]);
  const session = open(ending, 'check');
  try {
    return await findProof(domain, token, { ...session.clients, signal: ending });
  } finally {
    session.close();
  }
}

/** Stores the outcome of a check, reports what is new, and schedules a daily check of a proof. */
export async function settle(tx: Db, { queue, announce }: { queue: Queue; announce: Announce }, domain: OwnDomain, row: OwnershipRow, proofs: Proofs, now: number): Promise<OwnershipRow> {
  const { row: after, news } = afterCheck(row, proofs, now);
  await saveOwnership(tx, after);
  const jobs: NewJob[] = [];
  if (after.proven_at !== null) {
    jobs.push(reprove({ domainId: domain.id }, { runAt: nextTime(now, DAY_MS, domain.id), dedupeKey: domain.id, background: true }));
  }
  if (news !== null) jobs.push(notificationJob(notificationOf(domain, after, news)));
  await queue.add(tx, domain.accountId, jobs);
  if (isOwned(after, now) && !isOwned(row, now)) await announce(tx, ownershipProven, { accountId: domain.accountId, domainId: domain.id });
  return after;
}

/** Looks again for what was proven; ends with the domain. */
export const reproveOwnership = reprove.handledBy<DomainsServices>(async ({ accountId, payload: { domainId }, services: context, signal }) => {
  const { db, clock } = context;
  const domain = await tables(db).selectFrom('domain').select(['id', 'name']).where('id', '=', domainId).executeTakeFirst();
  const row = domain && await ownershipOf(db, context, domainId);
  if (!domain || !row || row.proven_at === null) return {};
  const startedAt = clock.now();
  const proofs = await seekProof(context, domain.name, row.token, signal);
  signal.throwIfAborted();
  const now = clock.now();
  return {
    againAt: nextTime(now, DAY_MS, domainId),
    async change(tx) {
      const current = await ownershipOf(tx, context, domainId);
      // Somebody may have looked meanwhile, and seen something newer.
      if (current && (current.checked_at ?? 0) <= startedAt) await settle(tx, context, { ...domain, accountId }, current, proofs, now);
    },
  };
});

function notificationOf({ id, name }: OwnDomain, row: OwnershipRow, news: OwnershipNews) {
  const ends = new Date(row.failing_since! + GRACE_MS);
  const said = {
    failing: {
      kind: 'ownership.failing', severity: 'medium', title: `The proof that ${name} is yours can no longer be found`,
      body: `${row.cause} Publish it again before ${ends.toISOString().slice(0, 10)}; otherwise what needs the proof stops then.`,
    },
    lost: {
      kind: 'ownership.lost', severity: 'high', title: `${name} no longer counts as yours`,
      body: `${row.cause} What needs the proof has stopped. Publish it again: it is checked every day, or at once on request.`,
    },
  } as const;
  return { ...said[news], subjectType: 'domain', subjectId: id, data: { domain: name, cause: row.cause, graceEndsAt: ends.toISOString() } };
}
