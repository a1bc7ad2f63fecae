import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { operationIn } from '../../../core/operation.ts';
import { grades } from '../../../core/score.ts';
import type { AreaServices } from '../../services.ts';
import { AccountOverview } from './shapes.ts';
import { gradesOf, meanAt, sumsOf } from './store.ts';
import { soonOf, urgentOf } from './urgent.ts';

const WEEK_MS = 7 * 86_400_000;
const WEEKS = [4, 3, 2, 1] as const;

export const showAccountOverview = operationIn<AreaServices>()({
  id: 'overview.show',
  summary: 'Show the status of all domains',
  description: 'The whole inventory at a glance: how many domains, issues and changes there are, the mean score now and in the weeks before, how many domains have each grade, '
    + 'and the few most urgent actions of any kind. Nothing is looked up again.',
  method: 'GET',
  path: '/api/overview',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  input: z.strictObject({}),
  output: z.object({ success: z.literal(true), data: AccountOverview }),
  examples: [{ input: {}, says: 'Nothing has to be given' }],
  run: async ({ caller, now }, { db }) => {
    const { id } = known(caller).account;
    const { totals, score } = await sumsOf(db, id, soonOf(now));
    const counts = await gradesOf(db, id);
    const before = await Promise.all(WEEKS.map(async weeks => ({ at: new Date(now - weeks * WEEK_MS).toISOString(), score: await meanAt(db, id, now - weeks * WEEK_MS) })));
    const data = {
      totals, score,
      grades: [...grades, null].flatMap(grade => (counts.has(grade) ? [{ grade, domains: counts.get(grade)! }] : [])),
      trend: [...before, { at: new Date(now).toISOString(), score }],
      urgent: await urgentOf(db, id, now),
    };
    return { success: true as const, data };
  },
});
