import { known } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import { latestResult } from '../../../domains/history/index.ts';
import { diagnose } from '../advice/diagnose.ts';
import { factsOf } from '../advice/facts.ts';
import type { DmarcServices } from './services.ts';
import { isoOf, periodOf, reportedDomain, spanOf } from './scope.ts';
import { DiagnosticsReply, DomainQuery } from './shapes.ts';

export const showDiagnostics = operationIn<DmarcServices>()({
  id: 'dmarc.diagnostics',
  summary: 'Show what DMARC reports find wrong, and how to fix it',
  description: 'Every fault that the reports of a domain show in a period, with its cause, how many messages show it, the sender it is about, and what to do: '
    + 'the exact record where it is a record, the steps where a service must be set up. The last scan of the domain is taken into account.',
  method: 'GET',
  path: '/api/dmarc/diagnostics',
  agent: { everyday: true },
  access: { scope: 'domains' },
  plan: 'pro',
  allowance: 'none',
  owns: { domain: reportedDomain },
  input: DomainQuery,
  output: DiagnosticsReply,
  examples: [{ input: { domain: 'example.com' }, says: 'Over the last 30 days' }],
  run: async ({ caller, now, owned: { domain } }, { db }, input) => {
    const accountId = known(caller).account.id;
    const period = periodOf(input, now);
    const facts = await factsOf(db, accountId, domain, period, now);
    const at = domain.id === null ? null : (await latestResult(db, domain.id))?.at ?? null;
    return { success: true as const, data: {
      domain: domain.name, ...spanOf(period), checkedAt: at === null ? null : isoOf(at), messages: facts.days.reduce((sum, { messages }) => sum + messages, 0), findings: diagnose(facts),
    } };
  },
});
