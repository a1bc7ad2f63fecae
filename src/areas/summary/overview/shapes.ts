import { z } from 'zod';
import { grades } from '../../../core/score.ts';
import { AlertRecord } from '../../platform/alerts/index.ts';

/** More is a list, and lists have their own operations. */
export const MOST_URGENT = 7;

/** How all domains stand together. */
export const AccountOverview = z.object({
  totals: z.object({
    domains: z.number().int(),
    neverChecked: z.number().int(),
    withIssues: z.number().int().describe('Domains that have any'),
    issues: z.number().int(),
    openEvents: z.number().int().describe('Pending changes'),
    endingSoon: z.number().int().describe('Domains whose registration ends within 30 days, or has ended'),
  }),
  score: z.number().int().nullable().describe('Mean of the scores; null where no domain has one'),
  scoreChange: z.number().int().nullable().describe('How far the mean has moved in a week, over the domains that had a score then and have one now; null without any'),
  grades: z.array(z.object({ grade: z.enum(grades).nullable(), domains: z.number().int() })).describe('Best first; null counts the scanned domains that could not be graded'),
  trend: z.array(z.object({ at: z.string(), score: z.number().int().nullable() })).describe('The mean a week after the other, oldest first, the last one now; each domain counts with its last scan by then'),
  urgentCount: z.number().int().describe('How many alerts there are that are not muted'),
  channels: z.object({ active: z.number().int(), failing: z.number().int(), notConfigured: z.number().int(), unconfirmed: z.number().int(), disabled: z.number().int() })
    .describe('Notification channels by what they do: deliver; fail; cannot send, because no mail server is set up; wait for consent; off'),
  urgent: z.array(AlertRecord).describe(`The alerts that come first, the most severe before the others: ${MOST_URGENT} at most`),
}).meta({ id: 'AccountOverview' });
