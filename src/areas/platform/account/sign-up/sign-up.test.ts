import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { allTables } from '../../../../../test/tables.ts';
import { openService, PASSWORD, tokenOfLink, type Service, type ServiceOptions } from '../service.sample.ts';

const people = async ({ store }: Service) => (await allTables(store.db).selectFrom('auth_user').select('email').orderBy('id').execute()).map(({ email }) => email);
const signUp = ({ visitor }: Service, email: string) => visitor().call('auth.sign_up', { name: 'Anna', email, password: PASSWORD });
const join = ({ visitor }: Service, link: string) => visitor().call('auth.join', { token: tokenOfLink(link), name: 'Anna', password: PASSWORD });

onEachDatabase('who may sign up', open => {
  const cases: [says: string, policy: ServiceOptions['signUp'], email: string, status: number, detail: RegExp | null][] = [
    ['open: anybody', { mode: 'open' }, 'anna@example.net', 200, null],
    ['open within a domain: its addresses', { mode: 'open', domains: ['example.net'] }, 'Anna@Example.NET', 200, null],
    ['open within a domain: no other', { mode: 'open', domains: ['example.net'] }, 'anna@example.com', 403, /at example\.net only/],
    ['open within a domain: none below it', { mode: 'open', domains: ['example.net'] }, 'anna@sub.example.net', 403, /at example\.net only/],
    ['open within a domain: none that contains it', { mode: 'open', domains: ['example.net'] }, '"x@example.net"@evil.example', 400, null],
    ['invited: nobody by themselves', { mode: 'invited' }, 'anna@example.net', 403, /by invitation only/],
    ['closed: nobody', { mode: 'closed' }, 'anna@example.net', 403, /closed/],
  ];
  for (const mail of [true, false]) {
    for (const [says, policy, email, status, detail] of cases) {
      test(`${says}${mail ? '' : ', without a mail server'}`, async () => {
        const service = openService(await open(), { mail, signUp: policy! });
        await service.operator();
        const reply = await signUp(service, email);
        assert.equal(reply.status, status, JSON.stringify(reply.body));
        if (detail) assert.match(String(reply.body['detail']), detail);
        assert.equal((await people(service)).length, status === 200 ? 2 : 1);
        const { body } = await service.visitor().call('sign_up.show');
        assert.deepEqual(body.data, { mode: policy!.mode, domains: policy!.domains ?? null, confirmsByEmail: mail });
      });
    }
  }

  for (const password of ['password1', 'Iloveyou', 'qwertyuiop', '12345678']) {
    test(`nobody with the frequent password ${password}, although no range service is asked`, async () => {
      const service = openService(await open());
      await service.operator();
      const reply = await service.visitor().call('auth.sign_up', { name: 'Anna', email: 'anna@example.net', password });
      assert.deepEqual([reply.status, (reply.body['errors'] as { path: string }[])[0]!.path], [400, 'password']);
      assert.match(String(reply.body['detail']), /most frequent/);
      const change = await (await service.person('berta@example.net')).call('auth.change_password', { currentPassword: PASSWORD, newPassword: password });
      assert.deepEqual([change.status, (change.body['errors'] as { path: string }[])[0]!.path], [400, 'newPassword']);
    });
  }

  test('a refusal does not tell whether the address is taken', async () => {
    const service = openService(await open(), { signUp: { mode: 'invited' } });
    await service.operator();
    const [taken, free] = [await signUp(service, 'otto@example.org'), await signUp(service, 'nobody@example.org')];
    assert.deepEqual([taken.status, taken.body['detail']], [free.status, free.body['detail']]);
  });

  test('the operator sets up the service whatever the policy is', async () => {
    for (const mode of ['open', 'invited', 'closed'] as const) {
      const service = openService(await open(), { signUp: { mode, domains: ['example.net'] } });
      const browser = await service.operator();
      assert.equal((await browser.call('auth.me')).status, 200);
    }
  });
});

onEachDatabase('an invitation of the operator', open => {
  const invited = async (options: ServiceOptions = {}) => {
    const service = openService(await open(), { mail: false, signUp: { mode: 'invited', domains: ['example.org'] }, ...options });
    return { service, operator: await service.operator() };
  };

  test('opens an account of its own with a confirmed address, whatever its domain, once', async () => {
    const { service, operator } = await invited();
    const { status, body } = await operator.call('sign_up.invite', { email: 'Anna@example.net' });
    assert.deepEqual([status, body.data!['email'], body.data!['status']], [201, 'anna@example.net', 'open']);
    const joined = await join(service, body['link'] as string);
    assert.equal(joined.status, 201, JSON.stringify(joined.body));
    const account = await allTables(service.store.db).selectFrom('account').innerJoin('auth_user', 'auth_user.accountId', 'account.id').select(['plan', 'operator', 'role', 'emailVerified']).where('auth_user.email', '=', 'anna@example.net').executeTakeFirst();
    assert.deepEqual(account, { plan: 'free', operator: 0, role: 'owner', emailVerified: 1 });
    assert.equal((await join(service, body['link'] as string)).body.code, 'invalid_credentials');
    assert.deepEqual(((await operator.call('sign_up.invitations')).body.data as unknown as { status: string }[]).map(one => one.status), ['accepted']);
    assert.deepEqual(service.takeAudited().map(({ action }) => action).filter(action => !action.startsWith('session')), ['account.created', 'sign_up.invited', 'account.created']);
  });

  test('goes by e-mail where there is a mail server, and is never shown then', async () => {
    const { service, operator } = await invited({ mail: true });
    const { body } = await operator.call('sign_up.invite', { email: 'anna@example.net' });
    const [mail] = service.takeEmails();
    assert.deepEqual([body['link'], mail!.to], [null, 'anna@example.net']);
    assert.equal((await join(service, mail!.text)).status, 201);
  });

  const ends: [says: string, end: (service: Service, operator: Awaited<ReturnType<Service['operator']>>, id: string) => Promise<unknown> | void][] = [
    ['withdrawn', (_, operator, id) => operator.call('sign_up.withdraw', { id })],
    ['older than a week', service => service.advance(7 * 86_400_000 + 1)],
    ['followed by another', (_, operator) => operator.call('sign_up.invite', { email: 'anna@example.net' })],
  ];
  for (const [says, end] of ends) {
    test(`is worth nothing when it is ${says}`, async () => {
      const { service, operator } = await invited();
      const { body } = await operator.call('sign_up.invite', { email: 'anna@example.net' });
      await end(service, operator, body.data!['id'] as string);
      assert.equal((await join(service, body['link'] as string)).body.code, 'invalid_credentials');
      assert.deepEqual(await people(service), ['otto@example.org']);
    });
  }

  test('is for the administrators of the operator alone, and not for addresses that are taken', async () => {
    const { service, operator } = await invited({ signUp: { mode: 'open' } });
    const anna = await service.person('anna@example.net');
    for (const [id, input] of [['sign_up.invite', { email: 'eve@example.net' }], ['sign_up.invitations', {}], ['sign_up.withdraw', { id: 'inv_1' }]] as const) {
      assert.deepEqual([(await anna.call(id, input)).body.code, (await service.visitor().call(id, input)).body.code], ['forbidden', 'missing_credentials'], id);
    }
    assert.equal((await operator.call('sign_up.invite', { email: 'anna@example.net' })).body.code, 'already_exists');
  });

  test('used several times at once opens one account', async () => {
    const { service, operator } = await invited();
    const { body } = await operator.call('sign_up.invite', { email: 'anna@example.net' });
    const replies = await Promise.all(Array.from({ length: 5 }, () => join(service, body['link'] as string)));
    assert.equal(replies.filter(({ status }) => status === 201).length, 1);
    assert.equal((await people(service)).length, 2);
  });
});

onEachDatabase('an invitation into an account', open => {
  const cases: [says: string, policy: ServiceOptions['signUp'], email: string, status: number][] = [
    ['is sent where sign-up is by invitation', { mode: 'invited' }, 'berta@example.com', 201],
    ['is sent within the mail domains', { mode: 'invited', domains: ['example.org'] }, 'berta@example.org', 201],
    ['is not sent beyond the mail domains', { mode: 'invited', domains: ['example.org'] }, 'berta@example.com', 403],
    ['is not sent where sign-up is closed', { mode: 'closed' }, 'berta@example.org', 403],
  ];
  for (const [says, policy, email, status] of cases) {
    test(says, async () => {
      const service = openService(await open(), { signUp: policy! });
      const operator = await service.operator();
      assert.equal((await operator.call('invitations.create', { email, role: 'member' })).status, status);
    });
  }

  test('that was sent before sign-up was closed is not accepted any more', async () => {
    const store = await open();
    const before = openService(store, { mail: false });
    const { body } = await (await before.operator()).call('invitations.create', { email: 'berta@example.org', role: 'member' });
    const service = openService(store, { mail: false, signUp: { mode: 'closed' } });
    assert.deepEqual([(await join(service, body['link'] as string)).status, await people(service)], [403, ['otto@example.org']]);
  });
});

onEachDatabase('an address that is not confirmed', open => {
  test('ends with the mail server that is set later: the session that began before scans nothing', async () => {
    const store = await open();
    const before = openService(store, { mail: false });
    await before.operator();
    const anna = before.visitor();
    await anna.call('auth.sign_up', { name: 'Anna', email: 'anna@example.net', password: PASSWORD });
    assert.equal((await anna.call('auth.me')).status, 200);
    const after = openService(store, { mail: true });
    const same = after.visitor();
    for (const [name, value] of anna.cookies) same.cookies.set(name, value);
    const { status, body } = await same.call('auth.me');
    assert.deepEqual([status, body.code], [401, 'session_expired']);
    assert.match(String(body['detail']), /not confirmed/);
    assert.equal((await after.visitor().signIn('anna@example.net')).status, 403);
    assert.equal((await after.visitor().signIn('otto@example.org')).status, 200);
  });
});
