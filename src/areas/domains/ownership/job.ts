import type { Speak } from '../../../core/texts.ts';
import { nextTime } from '../../schedule.ts';
import { textsOfAccount } from '../../platform/account/index.ts';
import type { Db, NewJob, Queue } from '../../../store/index.ts';
import type { DomainsServices } from '../inventory/index.ts';
import { findProof } from './proof.ts';
import { GRACE_MS, afterCheck, isOwned, type OwnershipNews, type OwnershipRow, type Proofs } from './state.ts';
import { ownershipOf, saveOwnership } from './store.ts';
import { tables } from './tables.ts';
import { ownershipTexts, type OwnershipTexts } from './texts.ts';
import { z } from 'zod';
import type { Announce } from '../../announcement.ts';
import { defineJob, type JobWork } from '../../job.ts';
import { notificationJob } from '../../platform/notifications/index.ts';
import { ownershipProven } from './proven.ts';

const DAY_MS = 86_400_000;
const CHECK_MS = 10_000;
const PUBLISHED_MS = 120_000;
const reprove = defineJob('reproveOwnership', z.object({ domainId: z.string() }));
const prove = defineJob('proveOwnership', z.object({ domainId: z.string() }));

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
export async function settle(tx: Db, { queue, announce, speak }: { queue: Queue; announce: Announce; speak: Speak }, domain: OwnDomain, row: OwnershipRow, proofs: Proofs, now: number): Promise<OwnershipRow> {
  const { row: after, news } = afterCheck(row, proofs, now);
  await saveOwnership(tx, after);
  const jobs: NewJob[] = [];
  if (after.proven_at !== null) {
    jobs.push(reprove({ domainId: domain.id }, { runAt: nextTime(now, DAY_MS, domain.id), dedupeKey: domain.id, background: true }));
  }
  if (news !== null) jobs.push(notificationJob(notificationOf(await textsOfAccount({ db: tx, speak }, ownershipTexts, domain.accountId), domain, after, news)));
  await queue.add(tx, domain.accountId, jobs);
  if (isOwned(after, now) && !isOwned(row, now)) await announce(tx, ownershipProven, { accountId: domain.accountId, domainId: domain.id });
  return after;
}

/** Has these domains checked for their tokens; one that waits for that already is checked once. */
export function proofJobs(domainIds: readonly string[]): NewJob[] {
  return domainIds.map(domainId => prove({ domainId }, { dedupeKey: domainId, background: true }));
}

/** The same of domains whose records have just been published, at once and after the two minutes within which providers have them at all of their nameservers. */
export function jobsOfPublished(domainIds: readonly string[], now: number): NewJob[] {
  return [...proofJobs(domainIds), ...domainIds.map(domainId => prove({ domainId }, { dedupeKey: `${domainId} published`, runAt: now + PUBLISHED_MS, background: true }))];
}

/** Looks for the token of a domain; null where it is gone. */
async function seekAgain({ accountId, payload: { domainId }, services, signal }: JobWork<DomainsServices, { domainId: string }>) {
  const { db, clock } = services;
  const domain = await tables(db).selectFrom('domain').select(['id', 'name']).where('id', '=', domainId).executeTakeFirst();
  const row = domain && await ownershipOf(db, services, domainId);
  if (!domain || !row) return null;
  const startedAt = clock.now();
  const proofs = await seekProof(services, domain.name, row.token, signal);
  signal.throwIfAborted();
  const now = clock.now();
  return {
    now,
    async change(tx: Db) {
      const current = await ownershipOf(tx, services, domainId);
      // Somebody may have looked meanwhile, and seen something newer.
      if (current && (current.checked_at ?? 0) <= startedAt) await settle(tx, services, { ...domain, accountId }, current, proofs, now);
    },
  };
}

/** Looks for a token for the first time, or once more because somebody asks for it; a proof is looked for again each day by a job of its own. */
export const proveOwnership = prove.handledBy<DomainsServices>(async job => {
  const seen = await seekAgain(job);
  return seen ? { change: seen.change } : {};
});

/** Looks again for what was proven; ends with the domain. */
export const reproveOwnership = reprove.handledBy<DomainsServices>(async job => {
  const seen = await seekAgain(job);
  return seen ? { change: seen.change, againAt: nextTime(seen.now, DAY_MS, job.payload.domainId) } : {};
});

/** What people are notified of: that a proof fails, or that it is lost. */
export function notificationOf(texts: OwnershipTexts, { id, name }: OwnDomain, { cause, failing_since }: Pick<OwnershipRow, 'cause' | 'failing_since'>, news: OwnershipNews) {
  const ends = new Date(failing_since! + GRACE_MS);
  return {
    kind: `ownership.${news}`, severity: news === 'lost' ? 'high' : 'medium', ...texts[news](name, cause ?? '', ends),
    subjectType: 'domain', subjectId: id, data: { domain: name, cause, graceEndsAt: ends.toISOString() },
  } as const;
}
