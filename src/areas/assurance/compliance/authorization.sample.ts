// What operations about compliance need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import { tables } from './tables.ts';

const CONTROL = 'cmmc-l2:AC.L2-3.1.1';

export const sample: AuthorizationSample = {
  resources: {
    'compliance control': async ({ store }, { account }) => {
      await tables(store.db).insertInto('compliance_framework').values({ account_id: account.id, framework: 'cmmc-l2', domains: null, chosen_at: 1 }).onConflict(conflict => conflict.doNothing()).execute();
      return CONTROL;
    },
    'compliance incident': async ({ store, service: { services } }, { account }) => {
      const id = services.newId('csi');
      await tables(store.db).insertInto('compliance_incident').values({
        id, account_id: account.id, version: 1, title: 'A laptop was stolen', kind: 'breach', severity: 2, status: 'open', discovered_at: 1, time_zone: 'UTC', record: '{}', created_at: 1, changed_at: 1,
      }).execute();
      return id;
    },
  },
  inputs: {
    'compliance.update': async ({ store }, { account }, make) => {
      const id = await make('compliance control');
      const row = await tables(store.db).selectFrom('compliance_control').select('version').where('account_id', '=', account.id).where('control', '=', id.split(':')[1]!).executeTakeFirst();
      return { input: { id, version: row?.version ?? 0, status: 'met' } };
    },
    'compliance.incidents.update': async (_, __, make) => ({ input: { id: await make('compliance incident'), version: 1, status: 'contained' } }),
  },
};
