import { z } from 'zod';
import { defineJob } from '../../job.ts';
import { findDomain } from '../../domains/inventory/index.ts';
import { ownedBy } from '../../domains/ownership/index.ts';
import { keepUpkeep } from '../../platform/runs/index.ts';
import { nextTime, type Schedule } from '../../schedule.ts';
import { createAsking } from './asking.ts';
import { Unanswered } from './connectors/connector.ts';
import { ransomwareLive, readClaims } from './connectors/ransomware-live.ts';
import { keepAnswer } from './keep.ts';
import type { DarkwebServices } from './services.ts';
import { usableSources } from './store/sources.ts';
import { watchedWithClaims } from './store/watch.ts';

const HOUR_MS = 3_600_000;
const SOURCE = 'ransomwareLive';

const readJob = defineJob('readRansomClaims', z.object({}));

/** Reads the list of claims every hour, and compares it with all watched domains: a claim is not to wait for a scan. */
export const readRansomClaims = readJob.handledBy<DarkwebServices>(async ({ services, signal }) => {
  await compareClaims(services, signal);
  return { againAt: nextTime(services.clock.now(), HOUR_MS, SOURCE) };
});

/** Sees to it that the list is read, where the operator wants it. */
export const readingClaims: Schedule<DarkwebServices> = {
  name: 'claims of ransomware groups',
  due: async (tx, { darkweb, queue }) => ((await usableSources(tx, darkweb.isConfigured)).includes(SOURCE) ? keepUpkeep(tx, queue, [readJob({}, { dedupeKey: 'all' })]) : 0),
};

/** Reads the list of claims, and keeps those on domains that are watched and proven. */
export async function compareClaims(services: DarkwebServices, signal: AbortSignal): Promise<void> {
  const { db, store, clock, darkweb } = services;
  if (!(await usableSources(db, darkweb.isConfigured)).includes(SOURCE)) return;
  const now = clock.now();
  const asking = (domain: string) => createAsking(services, SOURCE, { domain, revision: null, now }, signal);
  try {
    await readClaims(asking(''));
    // A scan may have read the list for its own domain meanwhile.
    for (const { domainId, accountId, name } of await watchedWithClaims(db, now - 2 * HOUR_MS)) {
      const answer = await ransomwareLive.read(asking(name));
      await store.transaction(async tx => {
        const domain = await findDomain(tx, accountId, domainId);
        if (domain && await ownedBy(tx, accountId, name, now) !== null) await keepAnswer(tx, services, { accountId, domain, source: SOURCE }, answer, now);
      });
    }
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
  }
}
