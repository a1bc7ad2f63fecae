import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase } from '../../../../test/databases.ts';
import { openService, PASSWORD, statuses, tokenOfLink, type Service, type Visitor } from './service.sample.ts';
import { allTables } from '../../../../test/tables.ts';

const actions = (service: Service) => service.takeAudited().map(({ action }) => action);

/** Invites and lets join; gives the new person's browser and id. */
async function joined(service: Service, by: Visitor, email: string, role: string): Promise<{ browser: Visitor; id: string }> {
  assert.equal((await by.call('invitations.create', { email, role })).status, 201);
  const browser = service.visitor();
  const { status, body } = await browser.call('auth.join', { token: tokenOfLink(service.takeEmails().at(-1)!.text), name: email.split('@')[0]!, password: PASSWORD });
  assert.equal(status, 201, JSON.stringify(body));
  return { browser, id: body.data!['userId'] as string };
}

onEachDatabase('whoever loses the role', open => {
  const made = async () => {
    const service = openService(await open());
    const owner = await service.operator();
    const admin = await joined(service, owner, 'adam@example.org', 'admin');
    const links = [];
    for (const [by, email] of [[admin.browser, 'berta@example.org'], [owner, 'carl@example.org']] as const) {
      assert.equal((await by.call('invitations.create', { email, role: 'admin' })).status, 201);
      links.push(tokenOfLink(service.takeEmails().at(-1)!.text));
    }
    assert.equal((await admin.browser.call('sign_up.invite', { email: 'dora@example.net' })).status, 201);
    links.push(tokenOfLink(service.takeEmails().at(-1)!.text));
    service.takeAudited();
    const join = async (token: string) => (await service.visitor().call('auth.join', { token, name: 'X', password: PASSWORD })).status;
    return { service, owner, admin, join, own: links[0]!, ofOwner: links[1]!, toSignUp: links[2]! };
  };
  type Made = Awaited<ReturnType<typeof made>>;
  const ends: [says: string, end: (made: Made) => ReturnType<Visitor['call']>][] = [
    ['is removed', ({ owner, admin }) => owner.call('people.remove', { id: admin.id })],
    ['leaves', ({ admin }) => admin.browser.call('people.remove', { id: admin.id })],
    ['is demoted', ({ owner, admin }) => owner.call('people.change_role', { id: admin.id, role: 'member' })],
  ];
  for (const [says, end] of ends) {
    test(`leaves no open invitation behind: one who ${says}`, async () => {
      const all = await made();
      assert.equal((await end(all)).status, 200);
      assert.deepEqual([await all.join(all.own), await all.join(all.toSignUp), await all.join(all.ofOwner)], [401, 401, 201]);
      assert.deepEqual(actions(all.service).filter(action => /deleted|withdrawn/.test(action)), ['invitation.deleted', 'sign_up.withdrawn']);
    });
  }

  test('keeps invitations with a higher role', async () => {
    const all = await made();
    assert.equal((await all.owner.call('people.change_role', { id: all.admin.id, role: 'owner' })).status, 200);
    assert.deepEqual([await all.join(all.own), await all.join(all.toSignUp)], [201, 201]);
  });

  test('leaves none behind that is made at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { service, owner, admin } = await made();
      await Promise.all([
        ...['e@example.org', 'f@example.org'].map(email => admin.browser.call('invitations.create', { email, role: 'admin' })),
        owner.call('people.remove', { id: admin.id }),
        admin.browser.call('sign_up.invite', { email: 'g@example.net' }),
      ]);
      const left = await Promise.all((['invitation', 'sign_up_invitation'] as const).map(table => allTables(service.store.db).selectFrom(table).select('id').where('created_by', '=', admin.id).where('accepted_at', 'is', null).execute()));
      assert.deepEqual(left, [[], []]);
    }
  });
});

onEachDatabase('an invitation', open => {
  test('gives its link to who invites only on a service without mail', async () => {
    for (const mail of [true, false]) {
      const service = openService(await open(), { mail });
      const owner = await service.operator();
      const { body } = await owner.call('invitations.create', { email: 'berta@example.org', role: 'member' });
      const link = /http:\S+\/join\?token=[\w-]{32}/.exec(service.takeEmails().at(-1)!.text)![0];
      assert.equal(body['link'], mail ? null : link);
    }
  });
  for (const kind of ['invitations', 'sign_up'] as const) {
    const [create, list] = kind === 'sign_up' ? ['sign_up.invite', 'sign_up.invitations'] : ['invitations.create', 'invitations.list'];
    const inputOf = (email: string) => (kind === 'sign_up' ? { email } : { email, role: 'viewer' });

    test(`of ${create} says what became of its e-mail`, async () => {
      const service = openService(await open());
      const owner = await service.operator();
      const first = await owner.call(create, inputOf('a@example.org'));
      service.mailServer.refuses = true;
      await owner.call(create, inputOf('b@example.org'));
      const silent = openService(await open(), { mail: false });
      const alone = await silent.operator();
      const rows = async (by: typeof owner) => ((await by.call(list)).body.data as unknown as { delivery: string }[]).map(({ delivery }) => delivery);
      assert.deepEqual([first.body.data!['delivery'], await rows(owner), service.takeFaults().length], ['waiting', ['failed', 'delivered'], 1]);
      assert.deepEqual([(await alone.call(create, inputOf('a@example.org'))).body.data!['delivery'], await rows(alone)], ['notConfigured', ['notConfigured']]);
    });

    test(`of ${create} beyond five e-mails an hour to one address is refused, and leaves the older link as it was`, async () => {
      const service = openService(await open());
      const owner = await service.operator();
      for (let count = 0; count < 5; count++) assert.equal((await owner.call(create, inputOf('a@example.org'))).status, 201);
      const before = (await owner.call(list)).body.data;
      const refused = await owner.call(create, inputOf('A@example.org'));
      const limit = refused.body['limit'] as Record<string, unknown>;
      assert.deepEqual([refused.status, refused.body.code, limit['name'], limit['max'], limit['used'], limit['windowSeconds']], [429, 'rate_limited', 'emails_hourly', 5, 5, 3600]);
      assert.ok(Number(refused.headers['retry-after']) > 0);
      assert.deepEqual((await owner.call(list)).body.data, before);
      assert.equal(service.takeEmails().filter(({ to }) => to === 'a@example.org').length, 5);
    });
  }

  test('brings its reader into the account, confirmed, with the role, once', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    service.takeAudited();
    const invited = await owner.call('invitations.create', { email: 'Berta@Example.org', role: 'member' });
    assert.deepEqual([invited.status, invited.body.data!['email'], invited.body.data!['status']], [201, 'berta@example.org', 'open']);
    const [mail] = service.takeEmails();
    assert.equal(mail!.to, 'berta@example.org');
    assert.match(mail!.text, /http:\/\/localhost:3000\/join\?token=[\w-]{32}\n/);
    const token = tokenOfLink(mail!.text);
    assert.ok(!JSON.stringify(await allTables(service.store.db).selectFrom('invitation').selectAll().execute()).includes(token));
    const browsers = [service.visitor(), service.visitor()];
    const replies = await Promise.all(browsers.map(browser => browser.call('auth.join', { token, name: 'Berta', password: PASSWORD })));
    assert.deepEqual(statuses(replies), [201, 401]);
    const berta = browsers[replies.findIndex(({ status }) => status === 201)]!;
    const { data } = (await berta.call('auth.me')).body;
    assert.deepEqual([data!['role'], (data!['user'] as { emailVerified: boolean }).emailVerified, (data!['account'] as { operator: boolean }).operator], ['member', true, true]);
    assert.deepEqual(actions(service), ['invitation.created', 'person.joined', 'session.created']);
    const { body } = await owner.call('invitations.list');
    assert.deepEqual((body.data as unknown as { status: string }[]).map(({ status }) => status), ['accepted']);
  });

  test('is invalid after seven days, when it was withdrawn, and when a newer one was sent', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    const invite = async (email: string) => {
      const { body } = await owner.call('invitations.create', { email, role: 'viewer' });
      return { id: body.data!['id'], token: tokenOfLink(service.takeEmails()[0]!.text) };
    };
    const joinWith = async (token: string) => (await service.visitor().call('auth.join', { token, name: 'X', password: PASSWORD })).body.code;
    const [withdrawn, older] = [await invite('a@example.org'), await invite('b@example.org')];
    const newer = await invite('b@example.org');
    assert.equal((await owner.call('invitations.delete', { id: withdrawn.id })).status, 200);
    assert.equal(await joinWith(withdrawn.token), 'invalid_credentials');
    assert.equal(await joinWith(older.token), 'invalid_credentials');
    await allTables(service.store.db).updateTable('invitation').set({ expires_at: Date.now() }).execute();
    assert.equal(await joinWith(newer.token), 'invalid_credentials');
  });

  test('refuses a leaked password and who is there already', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    assert.equal((await owner.call('invitations.create', { email: 'otto@example.org', role: 'viewer' })).body.code, 'already_exists');
    await service.person('anna@example.net');
    service.takeEmails();
    await owner.call('invitations.create', { email: 'anna@example.net', role: 'viewer' });
    const token = tokenOfLink(service.takeEmails()[0]!.text);
    const join = (password: string) => service.visitor().call('auth.join', { token, name: 'Anna', password });
    assert.equal((await join('correct horse battery staple')).body.code, 'invalid_request');
    assert.equal((await join(PASSWORD)).body.code, 'already_exists');
    assert.equal((await allTables(service.store.db).selectFrom('invitation').select('accepted_at').executeTakeFirst())!.accepted_at, null, 'the refusal undoes the acceptance');
  });

  test('carries no links but its own, whatever the account is called', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    await owner.call('settings.update', { version: 1, account: { name: 'Win at https://evil.example/x or evil.example' } });
    await owner.call('invitations.create', { email: 'berta@example.org', role: 'member' });
    assert.deepEqual(service.takeEmails()[0]!.text.match(/\S+\.\S+|\S+:\S+/g)?.map(link => new URL(link).host), ['localhost:3000']);
  });

  test('speaks the language of the account, as do the e-mails about the sign-in of its people', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    await owner.call('settings.update', { version: 1, account: { locale: 'en-XA' } });
    await owner.call('invitations.create', { email: 'berta@example.org', role: 'member' });
    await owner.call('auth.request_password_reset', { email: 'otto@example.org' });
    assert.deepEqual(service.takeEmails().map(({ subject }) => subject), ['⟦Yóú áré íñvítéd⟧', '⟦Chóóšé á ñéw páššwórd⟧']);
  });

  test('is not made when the audit log refuses, and no e-mail goes out', async () => {
    const service = openService(await open(), { audit: async (_, { action }) => { if (action === 'invitation.created') throw new Error('no room'); } });
    const owner = await service.operator();
    assert.equal((await owner.call('invitations.create', { email: 'berta@example.org', role: 'member' })).status, 500);
    assert.deepEqual(await allTables(service.store.db).selectFrom('invitation').selectAll().execute(), []);
    assert.deepEqual(service.takeEmails(), []);
  });
});

onEachDatabase('roles', open => {
  test('decide who may manage people', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    const ownerId = ((await owner.call('auth.me')).body.data!['user'] as { id: string }).id;
    const [admin, member] = [await joined(service, owner, 'adam@example.org', 'admin'), await joined(service, owner, 'mia@example.org', 'member')];
    const table: [who: string, browser: Visitor, operation: string, input: Record<string, unknown>, status: number][] = [
      ['a member lists nobody', member.browser, 'people.list', {}, 403],
      ['a member invites nobody', member.browser, 'invitations.create', { email: 'x@example.org', role: 'viewer' }, 403],
      ['a member removes nobody else', member.browser, 'people.remove', { id: admin.id }, 403],
      ['an admin lists', admin.browser, 'people.list', {}, 200],
      ['an admin invites no owner', admin.browser, 'invitations.create', { email: 'x@example.org', role: 'owner' }, 403],
      ['an admin makes no owner', admin.browser, 'people.change_role', { id: member.id, role: 'owner' }, 403],
      ['an admin demotes no owner', admin.browser, 'people.change_role', { id: ownerId, role: 'member' }, 403],
      ['a member ends nobody\'s sessions', member.browser, 'people.end_sessions', { id: admin.id }, 403],
      ['an admin ends no owner\'s sessions', admin.browser, 'people.end_sessions', { id: ownerId }, 403],
      ['an admin removes no owner', admin.browser, 'people.remove', { id: ownerId }, 403],
      ['an admin changes others', admin.browser, 'people.change_role', { id: member.id, role: 'viewer' }, 200],
      ['the last owner is not demoted', owner, 'people.change_role', { id: ownerId, role: 'member' }, 409],
      ['the last owner does not leave', owner, 'people.remove', { id: ownerId }, 409],
      ['a viewer leaves', member.browser, 'people.remove', { id: member.id }, 200],
      ['and is gone', member.browser, 'auth.me', {}, 401],
      ['an owner makes another', owner, 'people.change_role', { id: admin.id, role: 'owner' }, 200],
      ['and leaves', owner, 'people.remove', { id: ownerId }, 200],
    ];
    for (const [who, browser, operation, input, status] of table) {
      const reply = await browser.call(operation, input);
      assert.equal(reply.status, status, `${who}: ${JSON.stringify(reply.body)}`);
    }
  });

  test('two owners that demote each other at once leave one', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    const ownerId = ((await owner.call('auth.me')).body.data!['user'] as { id: string }).id;
    const other = await joined(service, owner, 'olga@example.org', 'owner');
    const replies = await Promise.all([
      owner.call('people.change_role', { id: other.id, role: 'member' }),
      other.browser.call('people.change_role', { id: ownerId, role: 'member' }),
    ]);
    // The second is refused as the last owner, or, where the first was done before it was checked, as no owner any more.
    const [done, refused] = statuses(replies);
    assert.ok(done === 200 && (refused === 409 || refused === 403), JSON.stringify(replies.map(({ body }) => body)));
    assert.equal((await allTables(service.store.db).selectFrom('auth_user').select('id').where('role', '=', 'owner').execute()).length, 1);
  });

  test('that stay as they are leave no entry', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    const { id } = await joined(service, owner, 'mia@example.org', 'member');
    service.takeAudited();
    assert.equal((await owner.call('people.change_role', { id, role: 'member' })).status, 200);
    await owner.call('people.change_role', { id, role: 'viewer' });
    assert.deepEqual(actions(service), ['person.role_changed']);
  });

  test('are listed in pages, newest first, without anything secret', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    for (const email of ['a@example.org', 'b@example.org']) await joined(service, owner, email, 'viewer');
    const first = await owner.call('people.list', { limit: 2 });
    const second = await owner.call('people.list', { limit: 2, cursor: first.body['nextCursor'] });
    const emails = [first, second].flatMap(({ body }) => (body.data as unknown as { email: string }[]).map(({ email }) => email));
    assert.deepEqual(emails, ['b@example.org', 'a@example.org', 'otto@example.org']);
    assert.equal(second.body['nextCursor'], null);
    assert.deepEqual(Object.keys((first.body.data as unknown as object[])[0]!).toSorted(), ['createdAt', 'email', 'emailVerified', 'id', 'name', 'role', 'twoFactorEnabled']);
  });
});

onEachDatabase('a stranger', open => {
  test('meets ids of another account as if they did not exist', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    const { id: personId } = await joined(service, owner, 'mia@example.org', 'member');
    const invitationId = (await owner.call('invitations.create', { email: 'x@example.org', role: 'viewer' })).body.data!['id'];
    const stranger = await service.person('anna@example.net');
    const table: [operation: string, id: unknown, none: string, rest: Record<string, unknown>][] = [
      ['people.change_role', personId, 'usr_none', { role: 'viewer' }],
      ['people.remove', personId, 'usr_none', {}],
      ['people.end_sessions', personId, 'usr_none', {}],
      ['invitations.delete', invitationId, 'inv_none', {}],
    ];
    for (const [operation, id, none, rest] of table) {
      const [theirs, nothing] = [await stranger.call(operation, { id, ...rest }), await stranger.call(operation, { id: none, ...rest })];
      assert.equal(theirs.status, 404);
      assert.deepEqual({ ...theirs.body, requestId: '' }, { ...nothing.body, requestId: '' });
    }
    assert.equal(((await stranger.call('people.list')).body.data as unknown as unknown[]).length, 1);
    assert.deepEqual((await stranger.call('invitations.list')).body.data, []);
  });
});
