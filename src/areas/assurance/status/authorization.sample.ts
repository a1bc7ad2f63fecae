// What operations about the status of services need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import { allTables } from '../../../../test/tables.ts';

export const sample: AuthorizationSample = {
  resources: {
    'followed service': async ({ store, service: { services } }, { account }) => {
      const [feedId, id] = [services.newId('fed'), services.newId('flw')];
      const page = `https://status.example.org/${feedId}`;
      await allTables(store.db).insertInto('status_feed').values({
        id: feedId, listed_url: page, url: page, kind: 'statuspage', due_at: Date.now(), read_at: null, tried_at: null, searched_at: null, failure: null, etag: null, last_modified: null, level: 'unknown', components: '[]', maintenances: '[]',
      }).execute();
      await allTables(store.db).insertInto('status_follow').values({ id, account_id: account.id, feed_id: feedId, name: 'Example', page, components: '[]', regions: '[]', level: null, level_at: null, created_at: Date.now() }).execute();
      return id;
    },
  },
  inputs: {
    // A service is followed once, and the callers of a suite share accounts.
    'status.follows.create': async ({ store }, { account }) => {
      await allTables(store.db).deleteFrom('status_follow').where('account_id', '=', account.id).execute();
      return { input: { service: 'github', components: ['Actions'] } };
    },
  },
};
