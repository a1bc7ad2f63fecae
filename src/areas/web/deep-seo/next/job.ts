import { findDomain } from '../../../domains/inventory/index.ts';
import type { DeepSeoServices } from '../services.ts';
import { nextJob } from './ask.ts';
import { knownPages } from './facts.ts';
import { nextSteps, stepKinds } from './rules.ts';
import { saveNext, type NextSummary } from './store.ts';

/** Reckons what to do next for a domain. Done again, it comes to the same. */
export const calculateNext = nextJob.handledBy<DeepSeoServices>(async ({ accountId, payload: { domainId }, services: { db, clock } }) => {
  if (await findDomain(db, accountId, domainId) === null) return;
  const { auditId, pages } = await knownPages(db, accountId, domainId);
  const { steps, expectation } = nextSteps(pages);
  const kinds = Object.fromEntries(stepKinds.map(kind => {
    const own = steps.filter(step => step.kind === kind);
    return [kind, { steps: own.length, clicksAtStake: Math.round(own.reduce((sum, { clicksAtStake }) => sum + clicksAtStake, 0)) }];
  })) as NextSummary['kinds'];
  return { change: tx => saveNext(tx, { accountId, domainId, auditId, now: clock.now() }, { kinds, expected: expectation.rates.map(rate => Math.round(10_000 * rate) / 10_000), pages: pages.length }, steps) };
});
