// What operations about runs need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import { allTables } from '../../../../test/tables.ts';

export const sample: AuthorizationSample = {
  inputs: {
    'runs.resume': async ({ store, service: { services } }, { account }) => {
      const id = services.newId('run');
      await allTables(store.db).insertInto('run').values({
        id, account_id: account.id, kind: 'domainScan', subject_type: 'domain', subject_id: services.newId('dom'), subject_label: 'healthy.example', trigger: 'manual', allowance: null, allowance_at: null,
        status: 'paused', done: 0, total: 0, step: null, event_seq: 0, stage_seq: 0, input: 'null', state: null, result: null, error: null, paused_key: null, paused_run_at: null, created_at: Date.now(), started_at: null, finished_at: null,
      }).execute();
      return { input: { id } };
    },
  },
};
