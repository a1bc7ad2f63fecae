import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { operationIn } from '../../../core/operation.ts';
import { grades } from '../../../core/score.ts';
import type { AreaServices } from '../../services.ts';
import { currentAlerts, type AlertKindMap } from '../../platform/alerts/index.ts';
import { channelsByState, type NotificationsServices } from '../../platform/notifications/index.ts';
import { AccountOverview, MOST_URGENT } from './shapes.ts';
import { gradesOf, meanAt, moveSince, sumsOf } from './store.ts';

/** What the overview needs. */
export type OverviewServices = AreaServices & Pick<NotificationsServices, 'mailer' | 'baseUrl'> & { alertKinds: AlertKindMap };

const DAY_MS = 86_400_000;
/** From so many days before its end on, a registration is reported. */
const SOON_DAYS = 30;
const WEEK_MS = 7 * 86_400_000;
const WEEKS = [4, 3, 2, 1] as const;

export const showAccountOverview = operationIn<OverviewServices>()({
  id: 'overview.show',
  summary: 'Show the status of all domains',
  description: 'The whole inventory at a glance: how many domains, issues and changes there are, the mean score now and in the weeks before, how many domains have each grade, '
    + 'the most severe alerts, and whether notifications leave the service. Nothing is looked up again.',
  method: 'GET',
  path: '/api/overview',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  input: z.strictObject({}),
  output: z.object({ success: z.literal(true), data: AccountOverview }),
  examples: [{ input: {}, says: 'Nothing has to be given' }],
  run: async ({ caller, now }, services) => {
    const { db } = services;
    const { id } = known(caller).account;
    const { totals, score, scanned } = await sumsOf(db, id, now + SOON_DAYS * DAY_MS);
    const counts = await gradesOf(db, id, scanned);
    const { alerts, count } = await currentAlerts(services, caller, now, MOST_URGENT);
    const before = await Promise.all(WEEKS.map(async weeks => ({ at: new Date(now - weeks * WEEK_MS).toISOString(), score: await meanAt(db, id, now - weeks * WEEK_MS) })));
    const data = {
      totals, score, scoreChange: await moveSince(db, id, now - WEEK_MS),
      grades: [...grades, null].flatMap(grade => (counts.has(grade) ? [{ grade, domains: counts.get(grade)! }] : [])),
      trend: [...before, { at: new Date(now).toISOString(), score }],
      urgentCount: count, urgent: alerts,
      channels: await channelsByState(services, id, now),
    };
    return { success: true as const, data };
  },
});
