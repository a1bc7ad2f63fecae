import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { severities } from '../../../core/finding.ts';
import { operationIn } from '../../../core/operation.ts';
import type { DomainsServices } from './services.ts';
import { replyOf } from './shapes.ts';
import { tables } from './tables.ts';

const Count = z.number().int();

export const showSummary = operationIn<DomainsServices>()({
  id: 'domains.summary',
  summary: 'Show the status of the inventory',
  description: 'How many domains there are and may be, how many have which worst issue, how many have pending changes, and how many have not been scanned yet.',
  method: 'GET',
  path: '/api/domains/summary',
  access: { scope: 'domains' },
  allowance: 'none',
  input: z.strictObject({}),
  output: replyOf(z.object({
    domains: Count,
    remaining: Count.describe('How many may still be added with this plan'),
    shortestIntervalMinutes: Count.describe('The shortest interval between two scans in the plan'),
    worst: z.object({ critical: Count, high: Count, medium: Count, low: Count, info: Count }).describe('Domains by the severity of their worst issue'),
    withoutIssues: Count.describe('Scanned domains without issues'),
    changed: Count.describe('Domains with pending changes'),
    neverChecked: Count,
  })),
  examples: [{ input: {}, says: 'Nothing has to be given' }],
  run: async ({ caller }, { db, plans }) => {
    const { account: { id, plan } } = known(caller);
    const rows = await tables(db).selectFrom('domain')
      .select(eb => [
        'worst', eb.fn.countAll<number>().as('domains'),
        eb.fn.count<number>('checked_at').as('checked'), eb.fn.count<number>(eb.case().when('open_events', '>', 0).then(1).end()).as('changed'),
      ])
      .where('account_id', '=', id).groupBy('worst').execute();
    const sum = (of: 'domains' | 'checked' | 'changed') => rows.reduce((sum, row) => sum + row[of], 0);
    const domains = sum('domains');
    const worst = Object.fromEntries(severities.map(severity => [severity, rows.find(row => row.worst === severity)?.domains ?? 0])) as Record<(typeof severities)[number], number>;
    const { domains: most, shortestMonitoringHours } = plans[plan];
    const data = {
      domains, remaining: Math.max(0, most - domains), shortestIntervalMinutes: shortestMonitoringHours * 60, worst,
      withoutIssues: rows.find(row => row.worst === null)?.checked ?? 0, changed: sum('changed'), neverChecked: domains - sum('checked'),
    };
    return { success: true as const, data };
  },
});
