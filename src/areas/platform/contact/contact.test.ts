import assert from 'node:assert/strict';
import test from 'node:test';
import type { Email, Mailer } from '../../../core/outside/mail.ts';
import type { Store } from '../../../store/index.ts';
import { onEachDatabase } from '../../../../test/databases.ts';
import { testService } from '../audit/testing.ts';
import { contactOperations } from './operations.ts';
import { allTables } from '../../../../test/tables.ts';

const [sendMessage] = contactOperations;
const visitor = { kind: 'anonymous', address: '192.0.2.7' } as const;
const message = { name: 'Ada', email: 'ada@example.org', message: 'Which plan has the weekly report?' };

/** A service whose e-mails land in `mails`; `twoSent` resolves with the second one. */
function serviceOf(store: Store, send: (mail: Email) => void = () => {}) {
  const mails: Email[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const mailer: Mailer = {
    configured: true,
    async send(mail) {
      mails.push(mail);
      if (mails.length === 2) resolve();
      send(mail);
      return 250;
    },
  };
  return { ...testService(store, { mailer }), mails, twoSent: promise };
}

onEachDatabase('a message through the contact form', open => {
  test('is kept and sent to each owner of the operator\'s account, answerable to the visitor', async () => {
    const store = await open();
    const service = serviceOf(store);
    const operator = await service.addAccount({ plan: 'enterprise', operator: true });
    await service.addPerson(operator.id, 'owner-1@example.net', 'owner');
    await service.addPerson(operator.id, 'owner-2@example.net', 'owner');
    await service.addPerson(operator.id, 'member@example.net', 'member');
    await service.addPerson((await service.addAccount()).id, 'customer@example.com', 'owner');
    const { status, body } = await service.call(sendMessage, visitor, message);
    assert.deepEqual([status, body], [200, { success: true, data: { received: true } }]);
    await service.twoSent;
    assert.deepEqual(service.mails.map(({ to }) => to), ['owner-1@example.net', 'owner-2@example.net']);
    assert.deepEqual(service.mails[0], {
      to: 'owner-1@example.net', replyTo: 'ada@example.org', subject: 'Message through the contact form',
      text: 'Ada (ada@example.org) wrote:\n\nWhich plan has the weekly report?\n',
    });
    const kept = await allTables(store.db).selectFrom('contact_message').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual(kept, { id: kept.id, ...message, created_at: store.clock.now() });
    assert.deepEqual(await allTables(store.db).selectFrom('audit_entry').selectAll().execute(), []);
  });

  test('is kept also where an e-mail cannot be sent, and the visitor learns nothing of it', async () => {
    const store = await open();
    const service = serviceOf(store, () => { throw new Error('no mail today'); });
    await service.addPerson((await service.addAccount({ operator: true })).id, 'owner@example.net', 'owner');
    assert.equal((await service.call(sendMessage, visitor, message)).status, 200);
    for (let n = 0; n < 100 && service.reported.length === 0; n++) await new Promise(resolve => { setTimeout(resolve, 10); });
    assert.match(String(service.reported[0]), /no mail today/);
    assert.equal((await allTables(store.db).selectFrom('contact_message').selectAll().execute()).length, 1);
  });

  test('of a program that fills in every field gets the same reply and is thrown away', async () => {
    const store = await open();
    const service = serviceOf(store);
    await service.addPerson((await service.addAccount({ operator: true })).id, 'owner@example.net', 'owner');
    const honest = await service.call(sendMessage, visitor, { ...message, website: '' });
    const filled = await service.call(sendMessage, visitor, { ...message, website: 'https://spam.example' });
    assert.deepEqual([filled.status, filled.body, filled.headers], [honest.status, honest.body, honest.headers]);
    assert.equal((await allTables(store.db).selectFrom('contact_message').selectAll().execute()).length, 1);
  });

  test('that is sent twice with one request key arrives once', async () => {
    const store = await open();
    const service = serviceOf(store);
    const replies = [await service.call(sendMessage, visitor, { ...message, request_key: 'once' }), await service.call(sendMessage, visitor, { ...message, request_key: 'once' })];
    assert.deepEqual(replies.map(({ status, replayed }) => [status, replayed]), [[200, false], [200, true]]);
    assert.equal((await allTables(store.db).selectFrom('contact_message').selectAll().execute()).length, 1);
  });

  const refused: Record<string, object> = {
    'without an address': { email: undefined },
    'with an address that is none': { email: 'ada' },
    'with a header in the address': { email: 'ada@example.org\r\nBcc: all@example.org' },
    'with a header in the name': { name: 'Ada\r\nBcc: all@example.org' },
    'that is too short': { message: '  short   ' },
    'that is too long': { message: 'a'.repeat(5001) },
    'with a NUL': { message: 'a message with \0 in it' },
    'with an unknown field': { phone: '1' },
  };
  test('that is not one is refused and not kept', async () => {
    const store = await open();
    const service = serviceOf(store);
    for (const [name, given] of Object.entries(refused)) {
      assert.equal((await service.call(sendMessage, visitor, { ...message, ...given })).body.code, 'invalid_request', name);
    }
    assert.deepEqual(await allTables(store.db).selectFrom('contact_message').selectAll().execute(), []);
  });
});
