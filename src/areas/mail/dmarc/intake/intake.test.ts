import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Dns } from '../../../../core/lookup.ts';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { openSpool } from '../spool/spool.sample.ts';
import { OverQuota } from '../spool/quota.ts';
import { findMessage } from '../spool/store.ts';
import { addAccount } from '../store/store.sample.ts';
import { authenticate } from './authentication.ts';
import { createIntake, type IntakeLimits } from './intake.ts';
import { FORMER_TOKEN_DAYS, rotateToken, tokensOf } from './tokens.ts';

/** Answers TXT questions from a table; `null` fails. */
function dnsOf(records: Readonly<Record<string, string | null>>): Pick<Dns, 'lookup'> {
  return {
    lookup: (async (name: string) => {
      const text = records[name];
      if (text === null) return { outcome: 'failed', kind: 'servfail', cause: 'SERVFAIL' };
      return text === undefined ? { outcome: 'absent', reason: 'nxdomain' } : { outcome: 'found', value: [text] };
    }) as unknown as Dns['lookup'],
  };
}

const dns = dnsOf({ 'reporter.example': 'v=spf1 ip4:192.0.2.0/24 -all', 'helo.example': 'v=spf1 ip6:2001:db8::/32 -all', 'broken.example': null });

suite('SPF says whether the connecting address may send for the envelope sender', () => {
  const cases: [says: string, address: string, from: string, helo: string, domain: string | null, authenticated: string][] = [
    ['an address of its own', '192.0.2.7', 'dmarc@reporter.example', 'mx.reporter.example', 'reporter.example', 'spf'],
    ['IPv4 in IPv6', '::ffff:192.0.2.7', 'dmarc@reporter.example', 'mx.reporter.example', 'reporter.example', 'spf'],
    ['another address', '198.51.100.7', 'dmarc@reporter.example', 'mx.reporter.example', 'reporter.example', 'none'],
    ['the null sender, by HELO', '2001:db8::7', '', 'helo.example', 'helo.example', 'spf'],
    ['no record', '192.0.2.7', 'a@nothing.example', 'x.example', 'nothing.example', 'none'],
    ['DNS that fails', '192.0.2.7', 'a@broken.example', 'x.example', 'broken.example', 'unknown'],
    ['no domain at all', '192.0.2.7', '', '[192.0.2.7]', null, 'none'],
  ];
  for (const [says, address, from, helo, domain, authenticated] of cases) {
    test(says, async () => assert.deepEqual(await authenticate({ address, from, helo }, dns), { domain, authenticated }));
  }
});

onEachDatabase('the entry point of a token', open => {
  const opened = async (limits: Partial<IntakeLimits> = {}) => {
    const clock = testClock();
    const store = await open(clock);
    for (const id of ['acc_a', 'acc_b']) await addAccount(store.db, id, {}, clock.now());
    const { services } = openSpool(store, clock);
    const intake = createIntake({ ...services, resolve: () => dns, verifySignatures: async () => ({ from: null, signatures: [] }), secret: 'secret' }, limits);
    return { clock, store, services, intake, token: (await tokensOf(services, 'acc_a', clock.now()))[0].token };
  };

  test('leads to its account, in any case of letters; everything else is unknown', async () => {
    const { intake, token } = await opened();
    assert.deepEqual(await intake.admit(token.toUpperCase(), '192.0.2.1', 'https'), { accountId: 'acc_a', address: 'public' });
    for (const other of ['', 'postmaster', '0'.repeat(32), `${token}0`, token.slice(1), '%', "' or 1=1"]) assert.equal(await intake.admit(other, '192.0.2.1', 'https'), 'unknown', other);
  });

  test('one network of clients leaves room for others', async () => {
    const { intake: { budget } } = await opened({ budgetBytes: 100, budgetBytesPerNetwork: 60 });
    assert.deepEqual([budget.take(60, '2001:db8::1'), budget.take(1, '2001:db8::2'), budget.take(41, '192.0.2.1'), budget.take(40, '192.0.2.1'), budget.take(1, '192.0.2.2')], [true, false, false, true, false]);
    budget.give(60, '2001:db8::3');
    assert.deepEqual([budget.take(21, '::ffff:192.0.2.1'), budget.take(20, '::ffff:192.0.2.1'), budget.take(40, '2001:db8::4')], [false, true, true]);
  });

  test('a message is kept with its envelope before the id is told', async () => {
    const { intake, store } = await opened();
    const taken = await intake.take({ accountId: 'acc_a', address: 'public' }, { way: 'smtp', bytes: Buffer.from('x'), envelope: { address: '192.0.2.7', helo: 'x.example', from: 'a@reporter.example' } });
    assert.ok(taken !== 'later' && !(taken instanceof OverQuota));
    const row = (await findMessage(store.db, 'acc_a', taken.id))!;
    assert.deepEqual([row.state, row.way, row.sender_domain, row.authenticated], ['received', 'smtp', 'reporter.example', 'spf']);
  });

  test('an account, an address and a guesser each have so much in an hour; the next hour is new', async () => {
    const { intake, token, clock, store, services } = await opened({ messagesAnAddress: 2, unknownAnAddress: 1 });
    const admit = async (given: string, address: string) => {
      const result = await intake.admit(given, address, 'https');
      return result instanceof OverQuota ? 'full' : typeof result === 'string' ? result : 'taken';
    };
    assert.deepEqual([await admit(token, '192.0.2.1'), await admit(token, '192.0.2.1'), await admit(token, '192.0.2.1')], ['taken', 'taken', 'later']);
    await services.counters.spend('report_messages_hourly:acc_a:open', clock.now() - clock.now() % 3_600_000, 3000, { count: 2999, db: store.db });
    assert.equal(await admit(token, '192.0.2.2'), 'taken');
    const take = async (text: string) => intake.take({ accountId: 'acc_a', address: 'public' }, { way: 'https', bytes: Buffer.from(text) });
    const [last, over] = [await take('one'), await take('two')];
    assert.deepEqual([last instanceof OverQuota, over instanceof OverQuota, await admit(token, '192.0.2.3')], [false, true, 'full']);
    assert.deepEqual([await admit('0', '192.0.2.9'), await admit('0', '192.0.2.9')], ['unknown', 'later']);
    clock.advance(3_600_000);
    assert.deepEqual([await admit(token, '192.0.2.1'), await admit('0', '192.0.2.9')], ['taken', 'unknown']);
  });

  test('a new token leaves the former one working for its time, or ends all at once; two who ask first get the same', async () => {
    const { intake, token, services, clock, store } = await opened();
    const [one, two] = await Promise.all([tokensOf(services, 'acc_b', 1), tokensOf(services, 'acc_b', 1)]);
    assert.equal(one[0].token, two[0].token);
    const rotate = (atOnce: boolean) => store.transaction(tx => rotateToken(tx, services, 'acc_a', atOnce, clock.now()));
    const [second, former] = await rotate(false);
    assert.equal(former!.token, token);
    assert.deepEqual(await intake.admit(token, '192.0.2.1', 'https'), { accountId: 'acc_a', address: 'public' });
    clock.advance(FORMER_TOKEN_DAYS * 86_400_000 + 1);
    assert.equal(await intake.admit(token, '192.0.2.1', 'https'), 'unknown');
    assert.deepEqual(await intake.admit(second!.token, '192.0.2.1', 'https'), { accountId: 'acc_a', address: 'public' });
    assert.equal((await rotate(true)).length, 1);
    assert.equal(await intake.admit(second!.token, '192.0.2.1', 'https'), 'unknown');
  });
});
