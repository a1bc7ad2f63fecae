import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { BASE_URL, openService, PASSWORD, tokenOfLink, type Service, type Visitor } from '../service.sample.ts';
import { base32, createAuthenticator, totp } from './authenticator.sample.ts';
import { allTables } from '../../../../../test/tables.ts';

const actions = (service: Service) => service.takeAudited().map(({ action }) => action);

/** Turns two-factor sign-in on; gives the secret and the backup codes. */
async function enroll(browser: Visitor): Promise<{ secret: string; backupCodes: string[] }> {
  const { body } = await browser.call('auth.two_factor.enable', { password: PASSWORD });
  const secret = new URL(body['totpURI'] as string).searchParams.get('secret')!;
  assert.equal((await browser.call('auth.two_factor.verify', { code: totp(secret) })).status, 200);
  return { secret, backupCodes: body['backupCodes'] as string[] };
}

onEachDatabase('a second factor that the account requires', open => {
  const made = async () => {
    const service = openService(await open());
    const owner = await service.operator();
    const { body } = await owner.call('invitations.create', { email: 'berta@example.org', role: 'admin' });
    assert.ok(body.data);
    const berta = service.visitor();
    await berta.call('auth.join', { token: tokenOfLink(service.takeEmails().at(-1)!.text), name: 'Berta', password: PASSWORD });
    return { service, owner, berta };
  };

  test('lets those without one do nothing but set it up, at once and in sessions that are open already', async () => {
    const { service, owner, berta } = await made();
    await enroll(owner);
    service.takeAudited();
    const required = await owner.call('account.require_second_factor', { required: true });
    assert.deepEqual([required.status, required.body.data], [200, { required: true, peopleWithout: 1 }]);
    assert.deepEqual(actions(service), ['account.second_factor_required']);
    const me = await berta.call('auth.me');
    assert.deepEqual([me.status, me.body.data!['secondFactorMissing']], [200, true]);
    for (const operation of service.operations.filter(({ access, beforeSecondFactor }) => access !== 'public' && !beforeSecondFactor)) {
      assert.equal((await berta.call(operation.id, operation.examples[0]!.input as Record<string, unknown>)).body.code, 'second_factor_required', operation.id);
    }
    assert.deepEqual(service.operations.filter(({ beforeSecondFactor }) => beforeSecondFactor).map(({ id }) => id).toSorted(), ['account.second_factor', 'auth.me', 'auth.session', 'auth.sign_out', 'auth.two_factor.enable']);
    assert.equal((await owner.call('people.list')).status, 200);
    await enroll(berta);
    assert.deepEqual([(await berta.call('people.list')).status, (await berta.call('account.second_factor')).body.data], [200, { required: true, peopleWithout: 0 }]);
  });

  test('is required by owners who have one, and noted once', async () => {
    const { service, owner, berta } = await made();
    assert.equal((await owner.call('account.require_second_factor', { required: true })).body.code, 'invalid_state');
    assert.equal((await berta.call('account.require_second_factor', { required: true })).body.code, 'forbidden');
    await enroll(owner);
    service.takeAudited();
    for (const required of [true, true, false]) assert.equal((await owner.call('account.require_second_factor', { required })).status, 200);
    assert.deepEqual(actions(service), ['account.second_factor_required', 'account.second_factor_optional']);
    assert.equal((await berta.call('people.list')).status, 200);
  });

  test('that is turned off again leaves nothing but to set it up again', async () => {
    const { owner } = await made();
    await enroll(owner);
    await owner.call('account.require_second_factor', { required: true });
    assert.equal((await owner.call('auth.two_factor.disable', { password: PASSWORD })).status, 200);
    assert.equal((await owner.call('people.list')).body.code, 'second_factor_required');
  });
});

onEachDatabase('two-factor sign-in', open => {
  test('is on with the first code; then a password alone gives no session', async () => {
    const service = openService(await open());
    const browser = await service.operator();
    service.takeAudited();
    assert.equal((await browser.call('auth.two_factor.enable', { password: 'wrong' })).body.code, 'invalid_credentials');
    const { secret } = await enroll(browser);
    assert.deepEqual(actions(service), ['two_factor.enabled', 'session.created', 'session.revoked']);
    const visitor = service.visitor();
    const first = await visitor.signIn('otto@example.org');
    assert.equal(first.body['twoFactorRedirect'], true);
    assert.equal((await visitor.call('auth.me')).body.code, 'missing_credentials');
    assert.deepEqual(actions(service), [], 'nobody has signed in yet');
    assert.equal((await allTables(service.store.db).selectFrom('auth_session').select('id').execute()).length, 1);
    assert.equal((await visitor.call('auth.two_factor.verify', { code: '000000' })).body.code, 'invalid_credentials');
    assert.equal((await visitor.call('auth.two_factor.verify', { code: totp(secret) })).status, 200);
    assert.deepEqual(actions(service), ['session.created']);
    assert.equal((await visitor.call('auth.me')).status, 200);
  });

  test('a code signs in once', async () => {
    const service = openService(await open());
    const { secret } = await enroll(await service.operator());
    const code = totp(secret);
    const [first, second] = [service.visitor(), service.visitor()];
    for (const visitor of [first, second]) await visitor.signIn('otto@example.org');
    assert.equal((await first.call('auth.two_factor.verify', { code })).status, 200);
    assert.equal((await second.call('auth.two_factor.verify', { code })).body.code, 'invalid_credentials');
    assert.equal((await second.call('auth.me')).status, 401);
    assert.equal((await first.call('auth.me')).status, 200);
  });

  test('five wrong codes end the sign-in that was begun', async () => {
    const service = openService(await open());
    const { secret } = await enroll(await service.operator());
    const visitor = service.visitor();
    await visitor.signIn('otto@example.org');
    for (let at = 0; at < 5; at++) assert.equal((await visitor.call('auth.two_factor.verify', { code: '000000' })).status, 401);
    assert.equal((await visitor.call('auth.two_factor.verify', { code: totp(secret) })).status, 401);
  });

  test('ten wrong codes in a row lock the person for a while, whatever the browser', async () => {
    const service = openService(await open());
    const { secret } = await enroll(await service.operator());
    for (let round = 0; round < 2; round++) {
      const visitor = service.visitor();
      await visitor.signIn('otto@example.org');
      for (let at = 0; at < 5; at++) await visitor.call('auth.two_factor.verify', { code: '000000' });
    }
    const visitor = service.visitor();
    await visitor.signIn('otto@example.org');
    assert.equal((await visitor.call('auth.two_factor.verify', { code: totp(secret) })).status, 429);
  });

  test('a backup code serves once', async () => {
    const service = openService(await open());
    const { backupCodes: [code] } = await enroll(await service.operator());
    const use = async () => {
      const visitor = service.visitor();
      await visitor.signIn('otto@example.org');
      service.takeAudited();
      return visitor.call('auth.two_factor.verify_backup_code', { code });
    };
    assert.equal((await use()).status, 200);
    assert.deepEqual(actions(service), ['two_factor.backup_code_used', 'session.created']);
    assert.equal((await use()).body.code, 'invalid_credentials');
  });

  test('new backup codes make the older ones invalid', async () => {
    const service = openService(await open());
    const browser = await service.operator();
    const { backupCodes: [older] } = await enroll(browser);
    service.takeAudited();
    assert.equal((await browser.call('auth.two_factor.replace_backup_codes', { password: PASSWORD })).status, 200);
    assert.deepEqual(actions(service), ['two_factor.backup_codes_replaced']);
    const visitor = service.visitor();
    await visitor.signIn('otto@example.org');
    assert.equal((await visitor.call('auth.two_factor.verify_backup_code', { code: older })).body.code, 'invalid_credentials');
  });

  test('turning it off needs the password', async () => {
    const service = openService(await open());
    const browser = await service.operator();
    await enroll(browser);
    service.takeAudited();
    assert.equal((await browser.call('auth.two_factor.disable', { password: 'wrong' })).body.code, 'invalid_credentials');
    assert.equal((await browser.call('auth.two_factor.disable', { password: PASSWORD })).status, 200);
    assert.deepEqual(actions(service), ['two_factor.disabled', 'session.created', 'session.revoked']);
    assert.equal((await service.visitor().signIn('otto@example.org')).body['twoFactorRedirect'], undefined);
  });

  test('the secret lies encrypted', async () => {
    const service = openService(await open());
    const { secret, backupCodes } = await enroll(await service.operator());
    const stored = JSON.stringify(await allTables(service.store.db).selectFrom('auth_two_factor').selectAll().execute());
    for (const plain of [secret, base32(secret).toString(), ...backupCodes]) assert.ok(!stored.includes(plain));
  });
});

onEachDatabase('passkeys', open => {
  test('are added, sign in, are renamed and removed', async () => {
    const service = openService(await open());
    const browser = await service.operator();
    const passkey = createAuthenticator(BASE_URL, 'localhost');
    service.takeAudited();
    const asked = (await browser.call('auth.passkeys.begin_registration')).body as unknown as { challenge: string };
    const added = await browser.call('auth.passkeys.add', { response: passkey.create(asked), name: 'Laptop' });
    assert.equal(added.status, 200, JSON.stringify(added.body));
    const visitor = service.visitor();
    const options = (await visitor.call('auth.passkeys.begin_sign_in')).body as unknown as { challenge: string };
    const signed = await visitor.call('auth.passkeys.sign_in', { response: passkey.get(options) });
    assert.equal(signed.status, 200, JSON.stringify(signed.body));
    assert.equal((await visitor.call('auth.me')).status, 200);
    const { id } = added.body;
    assert.equal((await browser.call('auth.passkeys.rename', { id, name: 'Old laptop' })).status, 200);
    assert.equal(((await browser.call('auth.passkeys.list')).body as unknown as { name: string }[])[0]!.name, 'Old laptop');
    const unverified = (await visitor.call('auth.passkeys.begin_sign_in')).body as unknown as { challenge: string };
    assert.equal((await visitor.call('auth.passkeys.sign_in', { response: passkey.get(unverified, false) })).body.code, 'invalid_credentials', 'anyone who only holds the device');
    assert.equal((await browser.call('auth.passkeys.delete', { id })).status, 200);
    assert.deepEqual(actions(service), ['passkey.added', 'session.created', 'passkey.renamed', 'passkey.removed']);
    const again = (await visitor.call('auth.passkeys.begin_sign_in')).body as unknown as { challenge: string };
    assert.equal((await visitor.call('auth.passkeys.sign_in', { response: passkey.get(again) })).status, 404);
  });

  test('of another page or an older question are refused', async () => {
    const service = openService(await open());
    const browser = await service.operator();
    const asked = (await browser.call('auth.passkeys.begin_registration')).body as unknown as { challenge: string };
    const elsewhere = createAuthenticator('https://evil.example', 'localhost');
    assert.notEqual((await browser.call('auth.passkeys.add', { response: elsewhere.create(asked) })).status, 200);
    const passkey = createAuthenticator(BASE_URL, 'localhost');
    assert.equal((await browser.call('auth.passkeys.add', { response: passkey.create(asked) })).body.code, 'invalid_request');
    assert.deepEqual(service.takeFaults(), []);
  });

  test('of somebody else answer as none', async () => {
    const service = openService(await open());
    const browser = await service.operator();
    const asked = (await browser.call('auth.passkeys.begin_registration')).body as unknown as { challenge: string };
    const { id } = (await browser.call('auth.passkeys.add', { response: createAuthenticator(BASE_URL, 'localhost').create(asked) })).body;
    const stranger = await service.person('anna@example.net');
    for (const operation of ['auth.passkeys.delete', 'auth.passkeys.rename']) {
      const name = operation.endsWith('rename') ? { name: 'Mine' } : {};
      const [theirs, none] = [await stranger.call(operation, { id, ...name }), await stranger.call(operation, { id: 'auth_none', ...name })];
      assert.deepEqual([theirs.status, theirs.body.code, theirs.body['detail']], [none.status, none.body.code, none.body['detail']]);
      assert.equal(theirs.status, 404);
    }
  });
});
