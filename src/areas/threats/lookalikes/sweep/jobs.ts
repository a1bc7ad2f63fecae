import type { LookalikesServices } from '../services.ts';
import { loadBrand } from '../store/brand.ts';
import { candidatesDue } from '../store/candidates.ts';
import { keep } from '../store/keep.ts';
import { lookJob, lookSoon } from '../store/look-soon.ts';
import { lookAt } from './look.ts';

const MOST_AT_ONCE = 100;

/** Looks at candidates that are new, and again at those of which one look saw a change: the second look makes it certain, or not. It comes again while any are left. */
export const lookAgain = lookJob.handledBy<LookalikesServices>(async ({ accountId, payload: { domainId }, services: context, signal }) => {
  const brand = await loadBrand(context.db, domainId);
  if (!brand || brand.accountId !== accountId) return {};
  const rows = await candidatesDue(context.db, domainId, context.clock.now(), MOST_AT_ONCE);
  const learnt = await lookAt(rows, brand, { ...context, signal });
  return {
    async change(tx) {
      const now = context.clock.now();
      await keep(tx, context, brand, learnt, now);
      await lookSoon(tx, context.queue, brand, now);
    },
  };
});
