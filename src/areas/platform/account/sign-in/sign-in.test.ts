import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { suite } from 'node:test';
import { createNewId } from '../../../../core/ids.ts';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { appendAudit, verifyChains } from '../../audit/index.ts';
import { createOperatorLink } from '../index.ts';
import { openService, PASSWORD, statuses, tokenOfLink, type Service } from '../service.sample.ts';
import { allTables } from '../../../../../test/tables.ts';

const actions = (service: Service) => service.takeAudited().map(({ action }) => action);

onEachDatabase('nobody gets in before the operator', open => {
  test('sign-up is refused and leaves nothing behind', async () => {
    const service = openService(await open());
    const reply = await service.visitor().call('auth.sign_up', { name: 'Eve', email: 'eve@example.com', password: PASSWORD });
    assert.deepEqual([reply.status, reply.body.code], [403, 'forbidden']);
    assert.deepEqual(await allTables(service.store.db).selectFrom('auth_user').selectAll().execute(), []);
  });

  test('the link makes the operator, signs in, and works once', async () => {
    const service = openService(await open(), { scrypt: true });
    const link = (await createOperatorLink(service.services))!;
    const browser = service.visitor();
    const given = { token: tokenOfLink(link), name: 'Otto', email: 'Otto@Example.org', password: PASSWORD };
    assert.equal((await browser.call('auth.operator', given)).status, 201);
    assert.deepEqual(actions(service), ['account.created', 'session.created']);
    const { data } = (await browser.call('auth.me')).body;
    assert.deepEqual([data!['plan'], data!['role'], (data!['account'] as { operator: boolean }).operator], ['enterprise', 'owner', true]);
    assert.equal((await service.visitor().call('auth.operator', { ...given, email: 'eve@example.com' })).body.code, 'invalid_credentials');
    assert.equal(await createOperatorLink(service.services), null);
  });

  test('a link is invalid after an hour, and when a newer one was made', async () => {
    const service = openService(await open());
    const older = tokenOfLink((await createOperatorLink(service.services))!);
    const newer = tokenOfLink((await createOperatorLink(service.services))!);
    const become = (token: string) => service.visitor().call('auth.operator', { token, name: 'Otto', email: 'otto@example.org', password: PASSWORD });
    assert.equal((await become(older)).body.code, 'invalid_credentials');
    service.advance(3_600_001);
    assert.equal((await become(newer)).body.code, 'invalid_credentials');
  });

  test('a link used several times at once makes one operator', async () => {
    const service = openService(await open());
    const token = tokenOfLink((await createOperatorLink(service.services))!);
    const replies = await Promise.all(Array.from({ length: 5 }, (_, at) =>
      service.visitor().call('auth.operator', { token, name: 'Otto', email: `otto${at}@example.org`, password: PASSWORD })));
    assert.equal(replies.filter(({ status }) => status === 201).length, 1, JSON.stringify(replies.map(({ body }) => body)));
    assert.equal((await allTables(service.store.db).selectFrom('account').select('id').execute()).length, 1);
    assert.deepEqual(service.takeFaults(), []);
  });
});

onEachDatabase('sign-up', open => {
  test('sends an e-mail; only its link lets the person in', async () => {
    const service = openService(await open());
    await service.operator();
    service.takeAudited();
    const browser = service.visitor();
    const reply = await browser.call('auth.sign_up', { name: 'Anna', email: 'anna@example.net', password: PASSWORD });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    assert.equal(browser.cookies.size, 0);
    const [mail] = service.takeEmails();
    assert.equal(mail!.to, 'anna@example.net');
    assert.equal((await browser.signIn('anna@example.net')).body.code, 'forbidden');
    const verified = await browser.call('auth.verify_email', { token: tokenOfLink(mail!.text), callbackURL: '/sign-in' });
    assert.deepEqual([verified.status, verified.headers['location']], [302, '/sign-in']);
    assert.equal((await browser.signIn('anna@example.net')).status, 200);
    assert.deepEqual(actions(service), ['account.created', 'person.email_verified', 'session.created']);
    const { data } = (await browser.call('auth.me')).body;
    assert.deepEqual([data!['plan'], data!['role'], (data!['user'] as { email: string }).email], ['free', 'owner', 'anna@example.net']);
  });

  test('sends its letter again to who asks, and to nobody else', async () => {
    const service = openService(await open());
    await service.operator();
    await service.visitor().call('auth.sign_up', { name: 'Anna', email: 'anna@example.net', password: PASSWORD });
    service.takeEmails();
    const replies = await Promise.all(['anna@example.net', 'otto@example.org', 'nobody@example.net'].map(email => service.visitor().call('auth.send_verification', { email })));
    assert.deepEqual(replies.map(({ status, body }) => [status, body]), Array.from({ length: 3 }, () => [200, { status: true, mailConfigured: true }]));
    assert.deepEqual(service.takeEmails().map(({ to }) => to), ['anna@example.net']);
  });

  test('with an address that is taken looks the same as any other, while letters leave', async () => {
    const service = openService(await open());
    await service.operator();
    const signUp = (email: string) => service.visitor().call('auth.sign_up', { name: 'Anna', email, password: PASSWORD });
    const [first, second] = [await signUp('anna@example.net'), await signUp('anna@example.net')];
    const shape = ({ status, body, headers }: typeof first) => JSON.stringify([status, headers, body]).replaceAll(/usr_\w+|20\d\d-[^"]+/g, '*');
    assert.equal(shape(first), shape(second));
    assert.equal((await allTables(service.store.db).selectFrom('auth_user').select('id').where('email', '=', 'anna@example.net').execute()).length, 1);
  });

  test('without mail signs in at once, and says that an address is taken, also in a race', async () => {
    const service = openService(await open(), { mail: false });
    await service.operator();
    const browsers = Array.from({ length: 4 }, () => service.visitor());
    const replies = await Promise.all(browsers.map(browser => browser.call('auth.sign_up', { name: 'Anna', email: 'anna@example.net', password: PASSWORD })));
    assert.deepEqual(statuses(replies), [200, 409, 409, 409]);
    assert.deepEqual(new Set(replies.map(({ body }) => body.code)), new Set([undefined, 'already_exists']));
    assert.deepEqual(service.takeFaults(), []);
    assert.equal((await allTables(service.store.db).selectFrom('account').select('id').execute()).length, 2);
    const made = browsers[replies.findIndex(({ status }) => status === 200)]!;
    assert.equal((await made.call('auth.me')).status, 200);
  });

  const refused: [title: string, input: Record<string, unknown>, path: string][] = [
    ['a password that everybody knows', { password: 'correct horse battery staple' }, 'password'],
    ['a short password', { password: 'seven77' }, 'password'],
    ['an endless password', { password: 'x'.repeat(129) }, 'password'],
    ['no address', { email: 'anna' }, 'email'],
    ['a name with control characters', { name: 'a\r\nb' }, 'name'],
    ['a role of their own choosing', { role: 'owner' }, 'role'],
    ['an account of their own choosing', { accountId: 'acc_1' }, 'accountId'],
    ['a place elsewhere to come back to', { callbackURL: 'https://evil.example/' }, 'callbackURL'],
    ['a place elsewhere that looks like a path', { callbackURL: '//evil.example/' }, 'callbackURL'],
  ];
  for (const [title, input, path] of refused) {
    test(`refuses ${title}`, async () => {
      const service = openService(await open());
      await service.operator();
      const { status, body } = await service.visitor().call('auth.sign_up', { name: 'Anna', email: 'anna@example.net', password: PASSWORD, ...input });
      assert.deepEqual([status, body.code, (body['errors'] as { path: string }[])[0]!.path], [400, 'invalid_request', path]);
      assert.equal((await allTables(service.store.db).selectFrom('auth_user').select('id').execute()).length, 1);
    });
  }

  test('is undone whole when the audit log refuses', async () => {
    const service = openService(await open(), { audit: async (_, { details }) => { if (details?.['email'] === 'anna@example.net') throw new Error('no room'); } });
    await service.operator();
    const { status, body } = await service.visitor().call('auth.sign_up', { name: 'Anna', email: 'anna@example.net', password: PASSWORD });
    assert.deepEqual([status, body.code], [500, 'internal_error']);
    assert.equal(service.takeFaults().map(String).join(), 'Error: no room');
    assert.equal((await allTables(service.store.db).selectFrom('auth_user').select('id').execute()).length, 1);
    assert.equal((await allTables(service.store.db).selectFrom('account').select('id').execute()).length, 1);
  });
});

onEachDatabase('the audit log', open => {
  test('has every step in its chain, and addresses only as hashes', async () => {
    const newId = createNewId({ now: () => Date.now() }, randomBytes);
    const service = openService(await open(), { audit: (tx, change) => appendAudit(tx, { newId }, change) });
    const browser = await service.operator();
    await browser.call('auth.sign_out');
    await service.person('anna@example.net');
    const verdicts = await Array.fromAsync(verifyChains(service.store.db, null));
    assert.deepEqual(verdicts.map(({ broken, entries }) => [broken, entries]), [[null, 3], [null, 2]], JSON.stringify(verdicts));
    const stored = JSON.stringify(await allTables(service.store.db).selectFrom('audit_entry').selectAll().execute());
    for (const plain of ['@example', '192.0.2.']) assert.ok(!stored.includes(plain));
  });

  test('that refuses keeps a session alive, and the reply says so', async () => {
    const service = openService(await open(), { audit: async (_, { action }) => { if (action === 'session.revoked') throw new Error('no room'); } });
    const browser = await service.operator();
    const cookies = new Map(browser.cookies);
    assert.equal((await browser.call('auth.sign_out')).status, 500);
    assert.deepEqual(browser.cookies, cookies);
    assert.equal((await browser.call('auth.me')).status, 200);
  });
});

onEachDatabase('passwords', open => {
  test('ten wrong ones in a quarter of an hour are all; the right one does not count', async () => {
    const service = openService(await open());
    await service.operator();
    const browser = service.visitor();
    for (let at = 0; at < 15; at++) assert.equal((await browser.signIn('otto@example.org')).status, 200);
    for (let at = 0; at < 10; at++) assert.equal((await service.visitor().signIn('otto@example.org', `wrong ${at}`)).body.code, 'invalid_credentials');
    const { status, body } = await service.visitor().signIn('otto@example.org');
    assert.deepEqual([status, body.code, (body['limit'] as { name: string }).name], [429, 'rate_limited', 'sign_in']);
    assert.equal((await service.visitor('198.51.100.7').signIn('Otto@example.org')).status, 200, 'from elsewhere');
    assert.equal((await service.visitor().signIn('anna@example.net')).body.code, 'invalid_credentials', 'another address');
    service.advance(15 * 60_000);
    assert.equal((await service.visitor().signIn('otto@example.org')).status, 200, 'later');
  });

  test('wrong ones at once are no more than wrong ones in turn', async () => {
    const service = openService(await open());
    await service.operator();
    const replies = await Promise.all(Array.from({ length: 14 }, () => service.visitor().signIn('otto@example.org', 'wrong')));
    assert.equal(replies.filter(({ body }) => body.code === 'invalid_credentials').length, 10);
  });

  test('a new one by e-mail ends all sessions, and the link works once', async () => {
    const service = openService(await open());
    const browser = await service.operator();
    const visitor = service.visitor();
    await visitor.call('auth.request_password_reset', { email: 'otto@example.org' });
    const [mail] = service.takeEmails();
    const token = tokenOfLink(mail!.text);
    assert.ok(mail!.text.includes('http://localhost:3000/reset-password?token='));
    service.takeAudited();
    const leaked = await visitor.call('auth.reset_password', { token, newPassword: 'correct horse battery staple' });
    assert.equal(leaked.body.code, 'invalid_request');
    assert.equal((await visitor.call('auth.reset_password', { token, newPassword: 'a new and rare phrase' })).status, 200);
    assert.deepEqual(actions(service), ['person.password_changed', 'session.revoked']);
    assert.equal((await browser.call('auth.me')).body.code, 'session_expired');
    assert.equal((await visitor.call('auth.reset_password', { token, newPassword: 'another new phrase' })).body.code, 'invalid_request');
    assert.equal((await visitor.signIn('otto@example.org')).body.code, 'invalid_credentials');
    assert.equal((await visitor.signIn('otto@example.org', 'a new and rare phrase')).status, 200);
    assert.ok(!JSON.stringify(await allTables(service.store.db).selectFrom('auth_verification').selectAll().execute()).includes(token), 'tokens are stored hashed');
  });

  test('an e-mail to a stranger is not sent, and the reply does not tell', async () => {
    const service = openService(await open());
    await service.operator();
    const ask = (email: string) => service.visitor().call('auth.request_password_reset', { email });
    const [known, unknown] = [await ask('otto@example.org'), await ask('nobody@example.net')];
    assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
    assert.deepEqual(service.takeEmails().map(({ to }) => to), ['otto@example.org']);
  });

  test('five letters an hour go to one address; more are dropped without a word', async () => {
    const service = openService(await open());
    await service.operator();
    for (let at = 0; at < 7; at++) assert.equal((await service.visitor().call('auth.request_password_reset', { email: 'otto@example.org' })).status, 200);
    assert.equal(service.takeEmails().length, 5);
  });

  test('changing it needs the old one, ends the other sessions and begins a new one', async () => {
    const service = openService(await open());
    const browser = await service.operator();
    const other = service.visitor();
    await other.signIn('otto@example.org');
    service.takeAudited();
    const change = (currentPassword: string, newPassword: string) => browser.call('auth.change_password', { currentPassword, newPassword });
    assert.equal((await change('wrong', 'a new and rare phrase')).body.code, 'invalid_credentials');
    assert.equal((await change(PASSWORD, 'correct horse battery staple')).body.code, 'invalid_request');
    assert.deepEqual(actions(service), []);
    assert.equal((await change(PASSWORD, 'a new and rare phrase')).status, 200);
    assert.deepEqual(actions(service), ['person.password_changed', 'session.revoked', 'session.revoked', 'session.created']);
    assert.equal((await other.call('auth.me')).body.code, 'session_expired');
    assert.equal((await browser.call('auth.me')).status, 200);
  });
});

suite('a reply of the library that is no refusal', () => {
  test('is a fault', async () => {
    const { problemOf } = await import('./errors.ts');
    assert.equal(problemOf('/sign-in/email', 500, { code: 'FAILED_TO_GET_SESSION' }, 0), null);
    assert.equal(problemOf('/sign-in/email', 403, { message: 'Some new refusal' }, 0)!.message, 'Some new refusal.');
    assert.equal(problemOf('/sign-in/email', 429, { code: 'ACCOUNT_TEMPORARILY_LOCKED' }, 0)!.code, 'rate_limited');
  });
});
