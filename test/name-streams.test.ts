// Names from the lab's certificate logs, zone files and lists of registrations, through the settings, into the review queue.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { readConfig } from '../src/app/config.ts';
import { composeNameSources } from '../src/app/name-sources.ts';
import { jobHandlers } from '../src/app/registry.ts';
import { onEachDatabaseServed } from './service.ts';
import { allTables } from './tables.ts';

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

test('nothing is asked that is not configured', () => {
  const { nameStreams, certificateSearches } = composeNameSources(readConfig({}), outsideOfLab(lab));
  assert.deepEqual([nameStreams.configured, certificateSearches], [false, []]);
});

test('an account at CZDS without its password is refused by name', () => {
  assert.throws(() => composeNameSources(readConfig({ DSS_CZDS_USER: 'somebody' }), outsideOfLab(lab)), /DSS_CZDS_PASSWORD/);
});

onEachDatabaseServed('streams of names', { lab: () => lab, quickPasswords: true }, service => {
  test('every source puts its finds into the one list, which says which source it was', async () => {
    const { url } = lab.nameSources;
    const { services } = service().service;
    const config = readConfig({
      DSS_DATA_DIR: service().dataDir, DSS_CT: 'on', DSS_CT_LOG_LIST: `${url}log-list`, DSS_NRD_URL: `${url}nrd/{date}.txt`,
      DSS_CZDS_USER: 'somebody', DSS_CZDS_PASSWORD: 'secret', DSS_CZDS_URLS: `${url}czds/,${url}czds/`,
    });
    Object.assign(services, composeNameSources(config, outsideOfLab(lab)));
    const account = await service().account({ plan: 'enterprise' });
    const { body } = await service().request('POST', '/api/domains', { cookie: account.owner.cookie, body: { name: 'healthy-mail.example', scan: false } });
    const { id } = body['data'] as { id: string };
    lab.nameSources.setZone('shop', ['healthy-mail.shop', 'unrelated.shop']);
    lab.nameSources.setRegistered(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10), ['hea1thy-mail.example', 'unrelated.example']);
    const follow = async () => {
      await allTables(service().store.db).updateTable('name_stream').set({ due_at: 0 }).execute();
      await jobHandlers.find(({ kind }) => kind === 'followNames')!.handle({ id: 'job_1', accountId: account.id, payload: {}, attempts: 1, services, signal: new AbortController().signal });
    };
    await follow();
    lab.nameSources.issue(['healthy-mail.login.example', 'www.healthy-mail-login.example']);
    await follow();
    const states = await allTables(service().store.db).selectFrom('name_stream').select(['id', 'failure']).orderBy('id').execute();
    assert.deepEqual(states.map(({ id: stream, failure }) => [stream.replace(url, ''), failure]), [['ct:asked/', null], ['ct:named/', null], ['ct:tiled/', null], ['nrd', null], ['zone:shop', null]]);
    const reply = await service().request('GET', `/api/domains/${id}/lookalikes`, { cookie: account.owner.cookie });
    const rows = (reply.body['data'] as { name: string; sources: string[] }[]).map(({ name, sources }) => `${name} ${sources.join()}`).toSorted();
    assert.deepEqual(rows, ['hea1thy-mail.example nrd', 'healthy-mail-login.example ct', 'healthy-mail.shop zone', 'login.example ct']);
  });
});
