import type { JobHandler } from '../../../platform/runs/index.ts';
import type { LookalikesContext } from '../context.ts';
import { loadBrand } from '../store/brand.ts';
import { candidatesDue } from '../store/candidates.ts';
import { keep } from '../store/keep.ts';
import { LOOK_JOB, lookSoon } from '../store/look-soon.ts';
import { lookAt } from './look.ts';

const MOST_AT_ONCE = 100;

/** Looks at candidates that are new, and again at those of which one look saw a change: the second look makes it certain, or not. It comes again while any are left. */
const lookAgain: JobHandler<LookalikesContext> = async ({ accountId, payload, context, signal }) => {
  const { domainId } = payload as { domainId: string };
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
};

/** Who does the jobs of this area. */
export const lookalikeJobs: Readonly<Record<string, JobHandler<LookalikesContext>>> = { [LOOK_JOB]: lookAgain };
