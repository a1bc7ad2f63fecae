// What operations about site audits need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import type { TestService } from '../../../../test/service.ts';
import { allTables } from '../../../../test/tables.ts';
import { standardPlans } from '../../platform/account/index.ts';
import { settle, AuditChoices } from './settings.ts';

const DOMAIN = 'healthy.example';

export const sample: AuthorizationSample = {
  resources: {
    'site audit': async (service, { account }, make) => addAudit(service, account.id, await make('domain')),
  },
  inputs: {
    'siteAudit.results': async (service, { account }, make) => {
      const domainId = await make('domain');
      return { input: { domainId, auditId: await addAudit(service, account.id, domainId) } };
    },
    'siteAudit.report': async (service, { account }, make) => {
      const domainId = await make('domain');
      await addAudit(service, account.id, domainId);
      return { input: { domainId } };
    },
    'siteAudit.page': async (service, { account }, make) => ({ input: { id: await addAudit(service, account.id, await make('domain')), page: 1 } }),
  },
};

/** An audit of the domain that has ended, with one page. */
async function addAudit({ store, service: { services } }: TestService, accountId: string, domainId: string): Promise<string> {
  const id = services.newId('run');
  const settings = settle(AuditChoices.parse({}), { domain: DOMAIN, domainId, plan: 'enterprise', plans: standardPlans, proven: false });
  const summary = { checks: [], deductions: [], statistics: { statuses: {}, outcomes: {}, depths: {}, links: 0 }, indexable: 0, beyond: 0, change: null };
  await allTables(store.db).insertInto('site_audit').values({
    id, account_id: accountId, domain_id: domainId, settings: JSON.stringify(settings), state: 'completed', cut: null, known: 1, done: 1, beyond: 0, bytes: 0, targets_beyond: 0, score: 90, summary: JSON.stringify(summary), started_at: 1, finished_at: 2,
  }).execute();
  await allTables(store.db).insertInto('site_audit_page').values({
    audit_id: id, page: 1, url_key: 'a', url: `https://${DOMAIN}/`, source: 'start', rank: 0, in_sitemap: 0, state: 'done', status: 200, outcome: 'answered', title: 'Start', indexable: 1, issues: 0, severity: null, facts: null,
  }).execute();
  return id;
}
