import { z } from 'zod';
import type { Db } from '../../../../store/index.ts';
import type { EvidenceSource, Observation } from '../../../evidence-source.ts';
import { defineJob } from '../../../job.ts';
import { domainsDeleting, domainsIn } from '../../../domains/inventory/index.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import type { Schedule } from '../../../schedule.ts';
import { evidenceMap } from '../catalogue/evidence-map.ts';
import { chosenBy, scopeOf, type ChosenFramework } from '../frameworks/store.ts';
import type { ComplianceServices } from '../services.ts';
import { noticeOf, settleContradictions } from './alerts.ts';
import { endObservationsOf, keepObservations, noteCollected, takeDue } from './store.ts';

const DOMAINS_AT_ONCE = 50;

/** Asks all areas what they see of the account. */
export const collectJob = defineJob('complianceEvidence', z.object({}));

type Collecting = Pick<ComplianceServices, 'store' | 'clock' | 'newId' | 'speak' | 'queue' | 'evidenceSources'>;

/** Collects what areas see, domain by domain, and states what it contradicts. */
export const collectEvidence = collectJob.handledBy<ComplianceServices>(({ accountId, services, signal }) => collect(services, accountId, signal));

export async function collect(services: Collecting, accountId: string, signal: AbortSignal): Promise<void> {
  const { store, clock, evidenceSources } = services;
  const chosen = await chosenBy(store.db, accountId);
  const kinds = new Set<string>(evidenceMap.filter(({ controls }) => chosen.some(({ framework }) => framework.id in controls)).map(({ kind }) => kind));
  for (const [area, source] of evidenceSources) {
    if (!source.kinds.some(kind => kinds.has(kind))) continue;
    for await (const domains of askedOf(store.db, source, accountId, chosen)) {
      if (signal.aborted) return;
      const observed = (await source.observe(store.db, { accountId, domains, now: clock.now() })).filter(({ kind }) => kinds.has(kind));
      await keep(services, accountId, area, observed);
    }
  }
  await store.transaction(async tx => {
    await lockAccount(tx, accountId);
    await settleContradictions(tx, services, accountId, clock.now());
    await noteCollected(tx, accountId, clock.now());
  });
}

async function keep(services: Collecting, accountId: string, area: string, observed: readonly Observation[]): Promise<void> {
  if (observed.length === 0) return;
  await services.store.transaction(async tx => {
    await lockAccount(tx, accountId);
    const begun = await keepObservations(tx, services, accountId, area, observed);
    const notice = await noticeOf(tx, services, accountId, begun);
    if (notice) await services.queue.add(tx, accountId, [notice]);
  });
}

/** What the source is asked about: once for the account, or portions of the domains that one of the frameworks is about. */
async function* askedOf(db: Db, { about }: EvidenceSource, accountId: string, chosen: readonly ChosenFramework[]): AsyncGenerator<{ id: string; name: string }[]> {
  if (about === 'account') return yield [];
  const scopes = chosen.map(({ row }) => scopeOf(row));
  const wanted = scopes.includes(null) ? null : new Set(scopes.flatMap(scope => scope ?? []));
  for (let last = ''; ;) {
    const rows = await domainsIn(db, accountId).where('domain.id', '>', last).orderBy('domain.id').limit(DOMAINS_AT_ONCE).execute();
    const domains = rows.filter(({ id }) => wanted === null || wanted.has(id)).map(({ id, name }) => ({ id, name }));
    if (domains.length > 0) yield domains;
    if (rows.length < DOMAINS_AT_ONCE) return;
    last = rows.at(-1)!.id;
  }
}

/** Evidence is collected every hour for accounts to which a framework applies. */
export const collecting: Schedule<ComplianceServices> = {
  name: 'compliance evidence',
  async due(tx, { queue }, now, max) {
    const accounts = await takeDue(tx, now, max);
    for (const accountId of accounts) await queue.add(tx, accountId, [collectJob({}, { dedupeKey: accountId, background: true })]);
    return accounts.length;
  },
};

/** What was seen of domains that are being deleted ends, and stays as a record. */
export const endWithDomains = domainsDeleting.heardBy<ComplianceServices>(async (tx, { clock }, { accountId, domainIds }) => {
  await endObservationsOf(tx, accountId, domainIds, clock.now());
});
