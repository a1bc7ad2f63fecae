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
    withoutIssues: Count.describe('Graded domains without issues'),
    ungraded: Count.describe('Scanned domains whose last scan could not read what a grade depends on'),
    changed: Count.describe('Domains with pending changes'),
    neverChecked: Count,
  })),
  examples: [{ input: {}, says: 'Nothing has to be given' }],
  run: async ({ caller }, { db, plans }) => {
    const { account: { id, plan } } = known(caller);
    const { domains, checked } = await tables(db).selectFrom('domain').select(({ fn }) => [fn.countAll<number>().as('domains'), fn.count<number>('checked_at').as('checked')])
      .where('account_id', '=', id).executeTakeFirstOrThrow();
    const { changed } = await tables(db).selectFrom('domain_facet').select(({ fn }) => fn.countAll<number>().as('changed'))
      .where('account_id', '=', id).where('measure', '=', 'openEvents').where('value', '>', 0).executeTakeFirstOrThrow();
    const { graded } = await tables(db).selectFrom('domain_facet').select(({ fn }) => fn.countAll<number>().as('graded'))
      .where('account_id', '=', id).where('measure', '=', 'grade').where('word', 'is not', null).executeTakeFirstOrThrow();
    const words = await tables(db).selectFrom('domain_facet').select(({ fn }) => ['word', fn.countAll<number>().as('domains')])
      .where('account_id', '=', id).where('measure', '=', 'worst').where('word', 'is not', null).groupBy('word').execute();
    const having = (word: string) => words.find(row => row.word === word)?.domains ?? 0;
    const worst = Object.fromEntries(severities.map(severity => [severity, having(severity)])) as Record<(typeof severities)[number], number>;
    const { domains: most, shortestMonitoringHours } = plans[plan];
    const data = {
      domains, remaining: Math.max(0, most - domains), shortestIntervalMinutes: shortestMonitoringHours * 60, worst,
      withoutIssues: having('none'), ungraded: checked - graded, changed, neverChecked: domains - checked,
    };
    return { success: true as const, data };
  },
});
