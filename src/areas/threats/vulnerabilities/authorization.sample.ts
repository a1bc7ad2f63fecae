// What operations about vulnerabilities need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import { allTables } from '../../../../test/tables.ts';

export const sample: AuthorizationSample = {
  resources: {
    'vulnerability alert': async ({ store, service: { services } }, { account }, make) => {
      const [id, domainId] = [services.newId('vul'), await make('domain')];
      const component = { host: '192.0.2.10', location: '192.0.2.10:80', name: 'Apache', from: 'scan', seenAt: 1, cpes: ['apache:http_server'], version: '2.4.49', package: null, distribution: null, distributionPackage: null };
      const match = { cve: 'CVE-2021-41773', versionStatus: 'affected', confidence: 'likely', fixedIn: '2.4.50', sources: ['cve'], priority: 'act', reasons: ['knownExploited'], isAlert: true };
      await allTables(store.db).insertInto('vuln_match').values({
        id, account_id: account.id, domain_id: domainId, fingerprint: id, host: '192.0.2.10', component: JSON.stringify(component), product: 'apache-httpd', version: '2.4.49', cve: 'CVE-2021-41773', priority: 'act', position: 1, alert: 1,
        match: JSON.stringify(match), state: 'open', answer: null, answer_until: null, first_seen_at: 1, last_judged_at: 1, gone_at: null,
      }).execute();
      return id;
    },
  },
  inputs: { 'vulnapps.update_alert': async (_service, _, make) => ({ input: { id: await make('vulnerability alert'), status: 'acknowledged' } }) },
};
