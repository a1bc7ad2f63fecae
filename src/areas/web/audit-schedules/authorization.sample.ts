// What operations about scheduled audits need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import { saveSchedule } from './store.ts';

export const sample: AuthorizationSample = {
  inputs: {
    'auditSchedules.list': async (_service, _bearer, make) => ({ input: { domainId: await make('domain') } }),
    'auditSchedules.remove': async ({ store }, { account }, make) => {
      const domainId = await make('domain');
      await saveSchedule(store.db, { domain_id: domainId, kind: 'siteAudit', account_id: account.id, settings: '{}', every_days: 7, due_at: 7 });
      return { input: { domainId, kind: 'siteAudit' } };
    },
  },
};
