import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase } from '../../../../test/databases.ts';
import { openService, statuses, type Service } from './service.sample.ts';

const actions = (service: Service) => service.takeAudited().map(({ action, details }) => [action, details?.['fields']]);

onEachDatabase('settings', open => {
  test('have defaults, keep what is not given, and count their changes', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    service.takeAudited();
    assert.deepEqual((await owner.call('settings.get')).body.data, { account: { name: 'Otto', timezone: 'UTC', locale: 'en' }, version: 1 });
    const first = await owner.call('settings.update', { version: 1, account: { timezone: 'Europe/Berlin' } });
    assert.deepEqual(first.body.data, { account: { name: 'Otto', timezone: 'Europe/Berlin', locale: 'en' }, version: 2 });
    await owner.call('settings.update', { version: 2, account: { name: 'Example Ltd', locale: 'de-AT' } });
    assert.deepEqual((await owner.call('settings.get')).body.data, { account: { name: 'Example Ltd', timezone: 'Europe/Berlin', locale: 'de-AT' }, version: 3 });
    assert.equal(((await owner.call('auth.me')).body.data!['account'] as { name: string }).name, 'Example Ltd');
    assert.deepEqual(actions(service), [['settings.changed', ['account.timezone']], ['settings.changed', ['account.name', 'account.locale']]]);
  });

  test('are not overwritten by who read an older version, also at once', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    const replies = await Promise.all(['de', 'fr', 'it'].map(locale => owner.call('settings.update', { version: 1, account: { locale } })));
    assert.deepEqual(statuses(replies), [200, 409, 409]);
    const { data } = (await owner.call('settings.get')).body;
    for (const { body } of replies.filter(({ status }) => status === 409)) {
      assert.deepEqual([body.code, body['current']], ['version_conflict', data]);
    }
  });

  test('that stay as they are count as no change', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    service.takeAudited();
    assert.equal((await owner.call('settings.update', { version: 1, account: { locale: 'en' } })).body.data!['version'], 1);
    assert.equal((await owner.call('settings.update', { version: 1 })).body.data!['version'], 1);
    assert.deepEqual(actions(service), []);
  });

  const refused: [title: string, input: Record<string, unknown>, path: string][] = [
    ['an unknown section', { colours: {} }, 'colours'],
    ['an unknown field', { account: { plan: 'pro' } }, 'account.plan'],
    ['no time zone', { account: { timezone: 'Mars/Olympus' } }, 'account.timezone'],
    ['an offset for a time zone', { account: { timezone: '+02:00' } }, 'account.timezone'],
    ['no locale', { account: { locale: 'english please' } }, 'account.locale'],
    ['an empty name', { account: { name: ' ' } }, 'account.name'],
    ['no version', { version: undefined }, 'version'],
  ];
  test('are checked', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    for (const [title, input, path] of refused) {
      const { status, body } = await owner.call('settings.update', { version: 1, ...input });
      assert.deepEqual([status, (body['errors'] as { path: string }[])[0]?.path], [400, path], title);
    }
  });

  test('of one account are not those of another', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    await owner.call('settings.update', { version: 1, account: { locale: 'de' } });
    const stranger = await service.person('anna@example.net');
    assert.deepEqual((await stranger.call('settings.get')).body.data, { account: { name: 'Anna', timezone: 'UTC', locale: 'en' }, version: 1 });
  });
});
