import assert from 'node:assert/strict';
import test, { suite, type TestContext } from 'node:test';
import fc from 'fast-check';
import { systemClock } from '../core/clock.ts';
import type { RegistryReply } from '../core/outside/probes.ts';
import { createDoor } from './door.ts';
import { createRegistryLookup } from './registry-lookup.ts';
import { addresses, never, startLoopback, type LoopbackServer } from './testing/loopback.ts';
import { createWhois, parseWhoisServer, referralOf } from './whois.ts';

suite('a reply refers to another server by a line of its own', () => {
  const cases: [text: string, expected: ReturnType<typeof referralOf>][] = [
    ['% IANA WHOIS server\n\nrefer:        whois.nic.uk\n\ndomain:       UK\n', { host: 'whois.nic.uk', port: 43 }],
    ['domain: UK\r\nwhois:\twhois.nic.uk\r\n', { host: 'whois.nic.uk', port: 43 }],
    ['whois: a.example\nrefer: b.example\n', { host: 'b.example', port: 43 }],
    ['Refer:whois://WHOIS.nic.uk/', { host: 'whois.nic.uk', port: 43 }],
    ['refer: whois.nic.uk:4343', { host: 'whois.nic.uk', port: 4343 }],
    ['refer: [2a0e:b100::1]:43', { host: '[2a0e:b100::1]', port: 43 }],
    ['refer:\ndomain: UK', null],
    ['refer: rwhois://root.rwhois.net:4321/', null],
    ['refer: http://whois.example/', null],
    ['refer: whois.nic.uk:0', null],
    ['refer: whois.nic.uk:99999', null],
    ['refer: a@b.example', null],
    ['Registrar WHOIS Server: whois.registrar.example', null],
    ['see whois: whois.nic.uk', null],
    ['', null],
  ];
  for (const [text, expected] of cases) test(JSON.stringify(text), () => assert.deepEqual(referralOf(text), expected));
  test('no text ends in an error or takes long', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => {
      referralOf(`refer: ${text}`);
      return parseWhoisServer(text)?.port !== 0;
    }), { seed: 3912, numRuns: 2000 });
    const startedMs = performance.now();
    for (const piece of ['refer: ', 'whois:\t', 'refer:\n', ' ', 'domain: ']) referralOf(piece.repeat(20_000));
    assert.ok(performance.now() - startedMs < 5000);
  });
});

const ADDRESSES = { 'whois.nic.example': '45.54.0.1', 'whois.second.example': '45.54.0.2', 'whois.third.example': '45.54.0.3', 'inside.example': '10.0.0.1' };

/** WHOIS of a small Internet: `said` are the replies by host; the first server is the operator's, on loopback. */
async function ask(context: TestContext, said: Readonly<Record<string, string | Uint8Array>>, name = 'a.example') {
  const servers = new Map<string, LoopbackServer>();
  for (const [host, reply] of Object.entries(said)) servers.set(host, await startLoopback(socket => socket.end(reply)));
  context.after(() => Promise.all([...servers.values()].map(server => server.stop())));
  const door = createDoor({
    allow: [], clock: systemClock,
    resolve: async host => addresses(...Object.entries(ADDRESSES).filter(([known]) => known === host).map(([, address]) => address)),
    route: (address, port) => port === 43 ? servers.get(Object.entries(ADDRESSES).find(([, at]) => at === address)?.[0] ?? '') ?? null : null,
  });
  const first = servers.get('first');
  const whois = createWhois({ door, server: first ? { host: first.address, port: first.port } : null });
  return { servers, reply: await whois(name, never) };
}

function causeOf(reply: RegistryReply): string {
  return reply.outcome === 'failed' ? reply.cause : `${reply.outcome} by ${reply.server}`;
}

suite('the registry is asked, by way of at most two referrals', () => {
  test('the first server may answer itself', async context => {
    const { reply, servers } = await ask(context, { first: 'Domain Name: A.EXAMPLE\r\n' });
    assert.deepEqual(reply, { outcome: 'answered', source: 'whois', server: `127.0.0.1:${servers.get('first')!.port}`, text: 'Domain Name: A.EXAMPLE\r\n' });
    assert.equal(servers.get('first')!.received, 'a.example\r\n');
  });
  test('one referral', async context => {
    const { reply, servers } = await ask(context, { first: 'refer: whois.nic.example\n\ndomain: EXAMPLE\n', 'whois.nic.example': 'Domain: a.example\n' });
    assert.equal(causeOf(reply), 'answered by whois.nic.example');
    assert.equal(servers.get('whois.nic.example')!.received, 'a.example\r\n');
  });
  test('two referrals', async context => {
    const { reply } = await ask(context, { first: 'refer: whois.nic.example', 'whois.nic.example': 'whois: whois.second.example', 'whois.second.example': 'yes' });
    assert.equal(causeOf(reply), 'answered by whois.second.example');
  });
  test('three are too many', async context => {
    const { reply, servers } = await ask(context, {
      first: 'refer: whois.nic.example', 'whois.nic.example': 'whois: whois.second.example', 'whois.second.example': 'refer: whois.third.example', 'whois.third.example': 'yes',
    });
    assert.equal(causeOf(reply), 'more than 2 referrals');
    assert.equal(servers.get('whois.third.example')!.connections, 0);
  });
  test('a loop ends', async context => {
    const { reply } = await ask(context, { first: 'refer: whois.nic.example', 'whois.nic.example': 'refer: whois.second.example', 'whois.second.example': 'refer: whois.nic.example' });
    assert.equal(causeOf(reply), 'whois.second.example refers back to whois.nic.example');
  });
  test('a server that names itself has answered', async context => {
    const { reply } = await ask(context, { first: 'refer: whois.nic.example', 'whois.nic.example': 'Status: ok\nwhois: whois.nic.example' });
    assert.equal(causeOf(reply), 'answered by whois.nic.example');
  });
  test('a reply on the name itself is the answer, whatever it points to', async context => {
    const { reply } = await ask(context, { first: 'domain: A.EXAMPLE\nwhois: whois.nic.example' });
    assert.match(causeOf(reply), /^answered by 127\.0\.0\.1:/);
  });
  test('word of the top-level domain alone is none on the name', async context => {
    const { reply } = await ask(context, { first: 'domain:       EXAMPLE\nstatus:       ACTIVE\n' });
    assert.equal(causeOf(reply), 'no WHOIS server is known for .example');
  });
  test('nor is that there is no such top-level domain', async context => {
    const { reply } = await ask(context, { first: '% IANA WHOIS server\n% This query returned 0 objects.\n' });
    assert.equal(causeOf(reply), 'no WHOIS server is known for .example');
  });
  test('but IANA itself is the registry of .int', async context => {
    const { reply } = await ask(context, { first: '% IANA WHOIS server\n% This query returned 0 objects.\n' }, 'nobody.int');
    assert.match(causeOf(reply), /^answered by 127\.0\.0\.1:/);
  });
  for (const [says, to, cause] of [
    ['a private address', '10.0.0.1', /^10\.0\.0\.1 must not be reached/],
    ['loopback', '127.0.0.1', /^127\.0\.0\.1 must not be reached/],
    ['a name at a private address', 'inside.example', /^inside\.example must not be reached/],
    ['a disguise', '0x7f.1', /is neither a host name nor a plain IP address/],
    ['a name without address', 'nowhere.example', /nowhere\.example has no address/],
  ] as const) {
    test(`a referral to ${says} is not followed`, async context => assert.match(causeOf((await ask(context, { first: `refer: ${to}` })).reply), cause));
  }
});

const first = async (context: TestContext, reply: string | Uint8Array) => (await ask(context, { first: reply })).reply;

suite('a hostile reply is bounded', () => {
  test('a huge one', async context => assert.match(causeOf(await first(context, 'x'.repeat(200_000))), /: the reply is larger than 128 KiB$/));
  test('an empty one', async context => assert.match(causeOf(await first(context, '')), /: the reply is empty$/));
  test('UTF-8 is read as such', async context => {
    const reply = await first(context, 'Inhaber: Müller');
    assert.equal(reply.outcome === 'answered' && reply.text, 'Inhaber: Müller');
  });
  test('anything else as Latin-1', async context => {
    const reply = await first(context, Buffer.from('Inhaber: Müller', 'latin1'));
    assert.equal(reply.outcome === 'answered' && reply.text, 'Inhaber: Müller');
  });
  test('one that trickles ends with the time, and is a failure', async context => {
    const server = await startLoopback(socket => {
      const trickle = setInterval(() => (socket.destroyed ? clearInterval(trickle) : socket.write('x\n')), 5);
      trickle.unref();
    });
    context.after(() => server.stop());
    const door = createDoor({ allow: [], clock: systemClock, resolve: async () => addresses() });
    const startedMs = performance.now();
    const reply = await createWhois({ door, server: { host: server.address, port: server.port } })('a.example', AbortSignal.timeout(100));
    assert.equal(causeOf(reply), `127.0.0.1:${server.port}: timeout`);
    assert.ok(performance.now() - startedMs < 8000);
  });
});

const answered = (source: 'rdap' | 'whois'): RegistryReply => ({ outcome: 'answered', source, server: 's.example', text: '' });
const absent: RegistryReply = { outcome: 'absent', source: 'rdap', server: 's.example' };
const down = (source: 'rdap' | 'whois'): RegistryReply => ({ outcome: 'failed', source, cause: `${source} is down` });

suite('the registry is looked up by RDAP where there is one, else by WHOIS', () => {
  const cases: [says: string, rdap: RegistryReply | null, whois: RegistryReply, expected: RegistryReply][] = [
    ['RDAP answers', answered('rdap'), down('whois'), answered('rdap')],
    ['RDAP says that there is none', absent, answered('whois'), absent],
    ['no RDAP', null, answered('whois'), answered('whois')],
    ['no RDAP, WHOIS down', null, down('whois'), down('whois')],
    ['RDAP down', down('rdap'), answered('whois'), answered('whois')],
    ['both down', down('rdap'), down('whois'), { outcome: 'failed', source: 'rdap', cause: 'RDAP: rdap is down; WHOIS: whois is down' }],
  ];
  for (const [says, rdap, whois, expected] of cases) {
    test(says, async () => {
      const registry = createRegistryLookup({ rdap: async () => rdap, whois: async () => whois });
      assert.deepEqual(await registry.find('a.example', never), expected);
    });
  }
  test('a name that could break the question is never asked', async () => {
    const asked: string[] = [];
    const note = async (name: string) => (asked.push(name), answered('whois'));
    const registry = createRegistryLookup({ rdap: note, whois: note });
    for (const name of ['', '.', 'a b.example', 'a.example\r\nb.example', 'a.example\n', 'a/../b.example', 'a.example?x', 'a.example%0d', 'ä.example', '-T dn,ace a.example', 'a..example', `${'a.'.repeat(200)}example`]) {
      assert.equal((await registry.find(name, never)).outcome, 'failed', JSON.stringify(name));
    }
    assert.deepEqual(asked, []);
  });
  test('WHOIS is not asked when the check is over', async () => {
    const registry = createRegistryLookup({ rdap: async () => down('rdap'), whois: () => assert.fail('asked') });
    assert.deepEqual(await registry.find('a.example', AbortSignal.abort()), down('rdap'));
  });
});
