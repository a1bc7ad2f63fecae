// What operations about compliance need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import { keepFile } from './documents/files.ts';
import { tables } from './tables.ts';

const CONTROL = 'cmmc-l2:AC.L2-3.1.1';
/** One for which mail is evidence. */
const SEEN = 'SC.L2-3.13.15';

export const sample: AuthorizationSample = {
  resources: {
    'compliance control': async ({ store }, { account }) => {
      await tables(store.db).insertInto('compliance_framework').values({ account_id: account.id, framework: 'cmmc-l2', domains: null, chosen_at: 1 }).onConflict(conflict => conflict.doNothing()).execute();
      return CONTROL;
    },
    'compliance incident': async ({ store, service: { services } }, { account }) => {
      const id = services.newId('csi');
      await tables(store.db).insertInto('compliance_incident').values({
        id, account_id: account.id, version: 1, title: 'A laptop was stolen', kind: 'breach', severity: 2, status: 'open', discovered_at: Date.now() - 10 * 86_400_000, time_zone: 'UTC', record: '{}', created_at: 1, changed_at: 1,
      }).execute();
      return id;
    },
    'compliance framework': (_, __, make) => make('compliance catalogue'),
    'compliance catalogue': async ({ store, service: { services } }, { account }) => {
      const id = services.newId('cca');
      await tables(store.db).insertInto('compliance_catalogue').values({ id, account_id: account.id, title: 'Rules of the house', edition: '1', source: 'CSV file', controls: 1, imported_at: 1, imported_by: '{"type":"person","id":"usr_a"}' }).execute();
      await tables(store.db).insertInto('compliance_catalogue_control').values({ catalogue_id: id, control: 'H-1', account_id: account.id, position: 0, title: 'Lock the door', family: 'Doors', text: null }).execute();
      return id;
    },
    'compliance clock': async ({ store, service: { services } }, { account }) => {
      const id = services.newId('ccl');
      await tables(store.db).insertInto('compliance_clock').values({
        id, account_id: account.id, title: 'Tell the insurer', source: 'Policy 77-1', as_of: '2026-01-01', applies: 'always', applies_when: 'every incident', start: 'discovery', due_in: 'PT48H', note: null, added_at: 1, added_by: '{"type":"person","id":"usr_a"}', ended_at: null,
      }).execute();
      return id;
    },
    'compliance evidence': async ({ store, service: { services } }, { account }) => {
      const id = services.newId('cev');
      const { blob, sha256 } = await keepFile(services, id, Buffer.from('Reviewed'));
      await tables(store.db).insertInto('compliance_document').values({
        id, account_id: account.id, kind: 'file', title: 'Review of accounts', note: null, url: null, file_name: 'review.txt', media_type: 'text/plain', size: 8, sha256, blob, valid_until: null,
        added_at: 1, added_by: '{"type":"person","id":"usr_a"}', withdrawn_at: null, withdrawn_by: null, withdrawn_reason: null,
      }).execute();
      await tables(store.db).insertInto('compliance_document_control').values({ document_id: id, account_id: account.id, framework: 'cmmc-l2', control: SEEN }).execute();
      await tables(store.db).insertInto('compliance_observation').values({
        id: services.newId('cob'), account_id: account.id, area: 'history', kind: 'emailAuth', domain_id: 'dom_gone', domain_name: 'weak-mail.example', verdict: 'contradicts',
        findings: JSON.stringify([{ id: 'dmarc.missing', severity: 'high', title: 'There is no DMARC record' }]), path: '/domains', first_at: Date.now(), last_at: Date.now(), ended_at: null,
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
    'compliance.export': async (_, __, make) => {
      await make('compliance control');
      return { input: { framework: 'cmmc-l2' } };
    },
    'compliance.import': async ({ service: { services } }, _, make) => ({ input: { csv: `id,owner\n${await make('compliance control')},${services.newId('usr')}\n` } }),
    'compliance.incidents.update': async (_, __, make) => ({ input: { id: await make('compliance incident'), version: 1, status: 'contained', evidence: [await make('compliance evidence')] } }),
  },
};
