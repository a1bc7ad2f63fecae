// What operations about keys need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import { tables } from './tables.ts';

/** An account has few keys, and the callers of a suite share one: the key of the call before goes. */
const NAME = 'For one call';

export const sample: AuthorizationSample = {
  resources: {
    'API key': async (service, { account }) => {
      const { db } = service.store;
      await tables(db).deleteFrom('api_key').where('account_id', '=', account.id).where('name', '=', NAME).execute();
      const { id } = await service.key(account, { scopes: ['scans'] });
      await tables(db).updateTable('api_key').set({ name: NAME }).where('id', '=', id).execute();
      return id;
    },
  },
};
