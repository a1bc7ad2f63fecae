// What operations about leaked credentials need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import type { TestService } from '../../../../test/service.ts';
import { allTables } from '../../../../test/tables.ts';
import { acceptTerms } from './store/sources.ts';

const LATER = Date.UTC(2100, 0, 1);

export const sample: AuthorizationSample = {
  resources: {
    'dark web incident': async ({ store, service: { services } }, { account }, make) => {
      const [id, domainId] = [services.newId('dwi'), await make('domain')];
      await allTables(store.db).insertInto('darkweb_incident').values({
        id, account_id: account.id, domain_id: domainId, source: 'hibp', fingerprint: id, kind: 'breach', title: 'Example', severity: 'medium', occurred_on: '2026-01-01', fields: '["Passwords"]', sensitive: 0, verified: 1, count: 1, mark: null,
        state: 'open', answer: null, position: 1, first_seen_at: 1, last_seen_at: 1, forget_at: LATER,
      }).execute();
      return id;
    },
    'dark web address': async ({ store, service: { services } }, { account }, make) => {
      const [id, domainId] = [services.newId('dwa'), await make('domain')];
      await allTables(store.db).insertInto('darkweb_address').values({
        id, account_id: account.id, domain_id: domainId, hash: id, sealed: services.sealer.seal('anna@example.org', id), masked: 'a***a@example.org', stealer: 0, position: 1, muted_until: null, first_seen_at: 1, last_seen_at: 1, forget_at: LATER,
      }).execute();
      return id;
    },
  },
  inputs: {
    'darkweb.scan': async (service, _, make) => {
      await acceptTerms(service.store.db, 'hudsonRock', 1);
      return { input: { domainId: await prove(service, await make('domain')) } };
    },
    'darkweb.emails': async (service, _, make) => ({ input: { domainId: await prove(service, await make('domain')) } }),
    'darkweb.update_breach': async (_service, _, make) => ({ input: { id: await make('dark web incident'), status: 'acknowledged' } }),
    'darkweb.update_email': async (_service, _, make) => ({ input: { id: await make('dark web address'), mutedUntil: null } }),
  },
};

/** Makes the ownership of the domain proven; gives its id. */
async function prove({ store }: TestService, domainId: string): Promise<string> {
  const now = Date.now();
  await allTables(store.db).insertInto('ownership').values({ domain_id: domainId, token: 'a'.repeat(32), method: 'dns', proven_at: now, confirmed_at: now, checked_at: now, failing_since: null, lost_at: null, cause: null }).execute();
  return domainId;
}
