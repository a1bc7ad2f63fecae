// What operations about custom checks need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import type { TestService } from '../../../../test/service.ts';
import { allTables } from '../../../../test/tables.ts';
import { define } from './kinds/definition.ts';
import { newPushToken, pushHash } from './kinds/push-token.ts';
import { NewCheck } from './shapes.ts';
import { columnsOf } from './spec.ts';
import { fresh } from './store.ts';

export const sample: AuthorizationSample = {
  resources: {
    'custom check': (service, { account }) => addCheck(service, account.id, null),
    'incident of checks': async ({ store, service: { services } }, { account }) => {
      const id = services.newId('cin');
      await allTables(store.db).insertInto('check_incident').values({
        id, account_id: account.id, host: 'shop.example', cause: 'timeout', title: 'Shop is down', started_at: 1, resolved_at: null, acknowledged_at: null, acknowledged_by: null, note: null, checks: '[]', services: '[]', timeline: '[]',
      }).execute();
      return id;
    },
  },
  inputs: {
    'custom_checks.push': async (service, { account }) => {
      const token = newPushToken(service.service.services);
      await addCheck(service, account.id, token);
      return { input: { token } };
    },
    // The same twice changes nothing, and leaves nothing in the log.
    'custom_checks.apply': ({ service: { services } }) => Promise.resolve({ input: { checks: [{ kind: 'http', name: 'Shop', target: 'https://shop.example/', key: services.newId('chk') }], prune: true } }),
    'custom_checks.update': async (_service, _bearer, make) => ({ input: { id: await make('custom check'), name: 'Other' } }),
    'domains.uptime.set': async (_service, _bearer, make) => ({ input: { id: await make('domain'), website: true } }),
  },
};

/** A check that runs once a day, so that nothing is asked meanwhile. */
async function addCheck({ store, service: { services } }: TestService, accountId: string, token: string | null): Promise<string> {
  const id = services.newId('chk');
  const definition = define(NewCheck.parse(token === null ? { kind: 'http', name: 'Shop', target: 'https://shop.example/' } : { kind: 'push', name: 'Backup' }));
  const now = Date.now();
  await allTables(store.db).insertInto('custom_check').values({ id, account_id: accountId, domain_id: null, role: null, ...columnsOf(definition, id, services), ...fresh, push_hash: token && pushHash(token), due_at: now + 86_400_000, created_at: now, updated_at: now }).execute();
  return id;
}
