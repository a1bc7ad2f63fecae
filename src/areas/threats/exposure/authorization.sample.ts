// What operations about the hosts of a domain need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import type { TestService } from '../../../../test/service.ts';
import { allTables } from '../../../../test/tables.ts';
import { portRules } from './judgement/rules.ts';

const ADDRESS = '192.0.2.10';

export const sample: AuthorizationSample = {
  resources: {
    'exposure finding': async (service, { account }, make) => addFinding(service, account.id, await make('domain')),
  },
  inputs: {
    'exposure.start': async (service, _, make) => ({ input: { domainId: await prove(service, await make('domain')) } }),
    'exposure.confirm_address': async (service, _, make) => ({ input: { domainId: await prove(service, await make('domain')), address: ADDRESS } }),
    'exposure.withdraw_address': async ({ store }, { account }, make) => {
      const domainId = await make('domain');
      await allTables(store.db).insertInto('exposure_address').values({ account_id: account.id, domain_id: domainId, address: ADDRESS, confirmed_by: 'usr_a', confirmed_at: 1 }).execute();
      return { input: { domainId, address: ADDRESS } };
    },
    'exposure.add_opt_out': ({ service: { services } }) => Promise.resolve({ input: { target: `${services.newId('soo').replace('_', '-')}.example` } }),
    'exposure.remove_opt_out': async ({ store, service: { services } }) => {
      const id = services.newId('soo');
      await allTables(store.db).insertInto('exposure_opt_out').values({ id, target: `${id}.example`, note: null, created_at: 1 }).execute();
      return { input: { id } };
    },
  },
};

/** Makes the ownership of the domain proven; gives its id. */
async function prove({ store }: TestService, domainId: string): Promise<string> {
  const now = Date.now();
  await allTables(store.db).insertInto('ownership').values({ domain_id: domainId, token: 'a'.repeat(32), method: 'dns', proven_at: now, confirmed_at: now, checked_at: now, failing_since: null, lost_at: null, cause: null }).execute();
  return domainId;
}

/** A finding at a host of the domain. */
async function addFinding({ store, service: { services } }: TestService, accountId: string, domainId: string): Promise<string> {
  const id = services.newId('xpf');
  const finding = portRules.datastore.fail([`${ADDRESS}:6379`], { words: { port: '6379', address: ADDRESS, service: 'Redis' } });
  await allTables(store.db).insertInto('exposure_finding').values({
    id, account_id: accountId, domain_id: domainId, fingerprint: id, address: ADDRESS, port: 6379, stage: 'ports', severity: 'high', verified: 'verified', finding: JSON.stringify(finding),
    state: 'open', change: 'new', changed_in: 'run_a', seen_in: 'run_a', first_seen_at: 1, last_seen_at: 1, resolved_at: null, exception: null, excepted_until: null,
  }).execute();
  return id;
}
