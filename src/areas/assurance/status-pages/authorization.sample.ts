// What operations about published status pages need to succeed.
import { makeLinkToken } from '../../platform/account/index.ts';
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import type { TestService } from '../../../../test/service.ts';
import { allTables } from '../../../../test/tables.ts';
import { addPage } from './store.ts';

export const sample: AuthorizationSample = {
  resources: {
    'status page': async (service, { account }, make) => (await addOne(service, account.id, await make('custom check'))).id,
  },
  inputs: {
    // The free plan has one, and the callers of a suite share accounts.
    'status_pages.create': async ({ store }, { account }, make) => {
      await allTables(store.db).deleteFrom('status_page').where('account_id', '=', account.id).execute();
      return { input: { title: 'Example status', checks: [{ id: await make('custom check') }] } };
    },
    'status_pages.open': async (service, { account }, make) => ({ input: { token: (await addOne(service, account.id, await make('custom check'))).token } }),
  },
};

async function addOne({ store, service: { services } }: TestService, accountId: string, check: string): Promise<{ id: string; token: string }> {
  const [id, { token }, now] = [services.newId('stp'), makeLinkToken(services.randomBytes), Date.now()];
  await addPage(store.db, { id, account_id: accountId, token, title: 'Example status', description: '', notice: null, notice_at: null, checks: JSON.stringify([{ id: check, name: 'Shop' }]), published: 1, created_at: now, updated_at: now });
  return { id, token };
}
