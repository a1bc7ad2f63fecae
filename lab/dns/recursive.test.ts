import assert from 'node:assert/strict';
import { Resolver } from 'node:dns/promises';
import net from 'node:net';
import test, { after, before, suite } from 'node:test';
import type { World } from '../types.ts';
import { Client, type AskOptions } from './client.ts';
import { listen } from './listener.ts';
import { recordText, type Message } from './message.ts';
import { startDns, type RunningDns } from './start.ts';
import { worldOf } from './world-of.ts';

const text = (length: number) => Array.from({ length }, () => `"${'x'.repeat(200)}"`).join(' ');
const world = worldOf([
  {
    name: 'one.example',
    records: `@ 300 A 45.54.9.1\n@ AAAA 2a0e:b100:9::1\n@ MX 10 mail\n@ MX 0 mail.two.co.uk.\n@ TXT "v=spf1 " "-all"\n@ CAA 0 issue "letsencrypt.org"
      www CNAME web.two.co.uk.\nloop CNAME pool\npool CNAME loop\nself CNAME self\nbig TXT ${text(8)}\nbigger TXT ${text(30)}\nmute NS nowhere.one.example.\n9.9.54.45 PTR one`,
  },
  { name: 'two.co.uk', records: 'web CNAME end\nend A 45.54.9.2', servers: ['ns.three.org', 'ns.four.org'] },
  { name: 'stranger.example', servers: [], delegatedTo: ['ns1.lab-dns.net'] },
  { name: 'nobody.example', servers: [], delegatedTo: ['ns.nobody.example'] },
]);

let dns: RunningDns;
let client: Client;
before(async () => {
  dns = await start(world);
  client = await Client.open();
});
after(async () => {
  client.close();
  await dns.stop();
});

function start(of: World, more: { cache?: boolean; resolverPort?: number } = {}): Promise<RunningDns> {
  return startDns(of, { hosts: new Map(), nowMs: Date.UTC(2026, 6, 1), seed: 1, resolverPort: 0, cache: true, ...more });
}

async function ask(name: string, type: string, options: AskOptions = {}, port = dns.resolverPort): Promise<Message> {
  const asked = await client.ask(port, name, type, { recursionDesired: true, timeoutMs: 3000, ...options });
  assert.ok(asked.outcome === 'answered');
  return asked.message;
}

suite('the resolver finds what the world says', () => {
  const cases: [name: string, type: string, rcode: string, answer: string[]][] = [
    ['one.example', 'A', 'NOERROR', ['one.example. 300 A 45.54.9.1']],
    ['www.one.example', 'A', 'NOERROR', ['www.one.example. 3600 CNAME web.two.co.uk.', 'web.two.co.uk. 3600 CNAME end.two.co.uk.', 'end.two.co.uk. 3600 A 45.54.9.2']],
    ['www.one.example', 'MX', 'NOERROR', ['www.one.example. 3600 CNAME web.two.co.uk.', 'web.two.co.uk. 3600 CNAME end.two.co.uk.']],
    ['nothing.one.example', 'A', 'NXDOMAIN', []],
    ['one.example', 'TLSA', 'NOERROR', []],
    ['nothing.example', 'NS', 'NXDOMAIN', []],
    ['nothing.invalid', 'A', 'NXDOMAIN', []],
    ['loop.one.example', 'A', 'SERVFAIL', []],
    ['self.one.example', 'A', 'SERVFAIL', []],
    ['', 'NS', 'NOERROR', ['. 3600 NS a.root-servers.lab.']],
    ['stranger.example', 'A', 'SERVFAIL', []],
    ['nobody.example', 'A', 'SERVFAIL', []],
    ['mute.one.example', 'A', 'SERVFAIL', []],
  ];
  for (const [name, type, rcode, answer] of cases) {
    test(`${name || '.'} ${type}`, async () => {
      const reply = await ask(name, type);
      assert.deepEqual([reply.rcode, ...reply.answer.map(recordText)], [rcode, ...answer]);
      assert.deepEqual([reply.recursionAvailable, reply.recursionDesired, reply.authoritative], [true, true, false]);
    });
  }
  test('what is not there comes with the SOA (RFC 2308 §2)', async () => assert.deepEqual((await ask('nothing.one.example', 'A')).authority.map(({ type, name }) => `${name} ${type}`), ['one.example SOA']));
  test('a failure says why (RFC 8914)', async () => {
    assert.deepEqual((await ask('stranger.example', 'A')).edns?.errors, [
      { code: 22, text: 'at delegation stranger.example.' },
      { code: 23, text: 'ns1.lab-dns.net:53 rcode=REFUSED for stranger.example. A' },
    ]);
  });
});

suite('node:dns reads the same', () => {
  const cases: [says: string, lookup: (resolver: Resolver) => Promise<unknown>, value: unknown][] = [
    ['A', resolver => resolver.resolve4('one.example', { ttl: true }), [{ address: '45.54.9.1', ttl: 300 }]],
    ['AAAA', resolver => resolver.resolve6('one.example'), ['2a0e:b100:9::1']],
    ['MX', async resolver => (await resolver.resolveMx('one.example')).map(({ priority, exchange }) => `${priority} ${exchange}`), ['10 mail.one.example', '0 mail.two.co.uk']],
    ['TXT', resolver => resolver.resolveTxt('one.example'), [['v=spf1 ', '-all']]],
    ['NS', resolver => resolver.resolveNs('one.example'), ['ns1.lab-dns.net', 'ns2.lab-dns.net']],
    ['SOA', async resolver => (await resolver.resolveSoa('one.example')).hostmaster, 'hostmaster.one.example'],
    ['CAA', async resolver => (await resolver.resolveCaa('one.example'))[0]?.issue, 'letsencrypt.org'],
    ['PTR', resolver => resolver.resolvePtr('9.9.54.45.one.example'), ['one.one.example']],
    ['CNAME', resolver => resolver.resolve4('www.one.example'), ['45.54.9.2']],
    ['a long TXT, over TCP', async resolver => (await resolver.resolveTxt('bigger.one.example'))[0]?.length, 30],
    ['no such name', resolver => resolver.resolve4('nothing.one.example').catch((error: { code: string }) => error.code), 'ENOTFOUND'],
    ['no such type', resolver => resolver.resolveSrv('one.example').catch((error: { code: string }) => error.code), 'ENODATA'],
    ['a failure', resolver => resolver.resolve4('loop.one.example').catch((error: { code: string }) => error.code), 'ESERVFAIL'],
  ];
  for (const [says, lookup, value] of cases) {
    test(says, async () => {
      const resolver = new Resolver({ timeout: 1000, tries: 1 });
      resolver.setServers([`127.0.0.1:${dns.resolverPort}`]);
      assert.deepEqual(await lookup(resolver), value);
    });
  }
});

suite('size decides the transport', () => {
  const cases: [name: string, options: AskOptions, truncated: boolean][] = [
    ['big', { edns: null, transport: 'udp' }, true],
    ['big', { edns: { udpSize: 1232 }, transport: 'udp' }, true],
    ['big', { edns: { udpSize: 4096 }, transport: 'udp' }, false],
    ['bigger', { edns: { udpSize: 65_535 }, transport: 'udp' }, true],
    ['bigger', { edns: null, transport: 'tcp' }, false],
    ['bigger', {}, false],
  ];
  for (const [name, options, truncated] of cases) {
    test(`${name} with ${JSON.stringify(options)}`, async () => {
      const reply = await ask(`${name}.one.example`, 'TXT', options);
      assert.deepEqual([reply.truncated, reply.answer.length], [truncated, truncated ? 0 : 1]);
    });
  }
});

function upstreamOf(lab: RunningDns): number {
  return lab.takeSeen().filter(({ at }) => at !== 'resolver').length;
}

suite('the cache', () => {
  test('spares questions that were answered, and half the way for others', async () => {
    const lab = await start(world);
    await ask('one.example', 'A', {}, lab.resolverPort);
    lab.takeSeen();
    await ask('one.example', 'A', {}, lab.resolverPort);
    assert.equal(upstreamOf(lab), 0);
    await ask('one.example', 'MX', {}, lab.resolverPort);
    assert.deepEqual(lab.takeSeen().map(({ at, name, type, transport }) => `${at} ${name} ${type} ${transport}`), ['resolver one.example MX udp', 'ns1.lab-dns.net one.example MX udp']);
    await lab.stop();
  });
  test('can be switched off', async () => {
    const lab = await start(world, { cache: false });
    await ask('one.example', 'A', {}, lab.resolverPort);
    const first = upstreamOf(lab);
    await ask('one.example', 'A', {}, lab.resolverPort);
    assert.ok(first > 0);
    assert.equal(upstreamOf(lab), first);
    await lab.stop();
  });
  test('equal questions at once are one', async () => {
    const lab = await start(world);
    await Promise.all(Array.from({ length: 5 }, () => ask('end.two.co.uk', 'A', {}, lab.resolverPort)));
    assert.equal(lab.takeSeen().filter(({ at, name }) => at === 'ns.three.org' && name === 'end.two.co.uk').length, 1);
    await lab.stop();
  });
});

suite('a silent server', () => {
  test('costs its timeout once, and is then asked last', async () => {
    const lab = await start(world);
    const remove = lab.addFault({ at: 'ns.three.org', fault: 'drop' });
    const startedMs = performance.now();
    assert.equal((await ask('end.two.co.uk', 'A', {}, lab.resolverPort)).answer.length, 1);
    const firstMs = performance.now() - startedMs;
    lab.takeSeen();
    assert.equal((await ask('end.two.co.uk', 'TXT', {}, lab.resolverPort)).rcode, 'NOERROR');
    assert.deepEqual(lab.takeSeen().map(({ at }) => at), ['resolver', 'ns.four.org']);
    assert.ok(firstMs >= 100 && firstMs < 1500, `${firstMs} ms`);
    remove();
    await ask('end.two.co.uk', 'TXT', {}, lab.resolverPort);
    assert.ok(lab.takeSeen().some(({ at }) => at === 'ns.three.org'), 'forgotten with the fault');
    await lab.stop();
  });
  test('with no other ends in SERVFAIL and EDE 22, in bounded time', async () => {
    const lab = await start(world);
    lab.addFault({ name: '*.two.co.uk', at: 'ns.three.org', fault: 'drop' });
    lab.addFault({ name: '*.two.co.uk', at: 'ns.four.org', fault: 'drop' });
    const startedMs = performance.now();
    const reply = await ask('end.two.co.uk', 'A', {}, lab.resolverPort);
    assert.deepEqual([reply.rcode, reply.edns?.errors], ['SERVFAIL', [{ code: 22, text: 'at delegation two.co.uk.' }]]);
    assert.ok(performance.now() - startedMs < 3000);
    await lab.stop();
  });
});

suite('starting and stopping', () => {
  test('sixty zones are up in well under 400 ms', async () => {
    const many = worldOf(Array.from({ length: 60 }, (_, i) => ({ name: `d${i}.example`, signed: true, records: '@ A 45.54.9.1\n@ TXT "v=spf1 -all"\nmail A 45.54.9.2' })));
    // The best of some rounds: the machine may have other work.
    let tookMs = Infinity;
    for (let round = 0; round < 10 && tookMs >= 400; round++) {
      const startedMs = performance.now();
      const lab = await start(many);
      tookMs = Math.min(tookMs, performance.now() - startedMs);
      await lab.stop();
    }
    assert.ok(tookMs < 400, `${tookMs} ms`);
  });
  test('a port that is given is used, or the start fails', async () => {
    const holder = await listen(async () => null);
    await assert.rejects(start(world, { resolverPort: holder.port }), { code: 'EADDRINUSE' });
    await holder.close();
    const lab = await start(world, { resolverPort: holder.port });
    assert.equal(lab.resolverPort, holder.port);
    await lab.stop();
  });
  test('addresses lead to ports of loopback, others nowhere', () => {
    assert.equal(typeof dns.route('45.54.1.53'), 'number');
    assert.equal(typeof dns.route('2a0e:b100:1::53'), 'number');
    assert.equal(dns.route('10.0.0.1'), null);
    assert.match(dns.roots, /^a\.root-servers\.lab=127\.0\.0\.1:\d+$/);
    assert.match(dns.trustAnchor, /^\. IN DS \d+ 13 2 [0-9a-f]{64}$/);
  });
  test('with questions under way it stops all the same', async () => {
    const lab = await start(world);
    lab.addFault({ at: 'ns.three.org', fault: 'drop' });
    const asked = client.ask(lab.resolverPort, 'end.two.co.uk', 'A', { recursionDesired: true, timeoutMs: 100 });
    await new Promise(done => void setTimeout(done, 30));
    await lab.stop();
    assert.deepEqual(await asked, { outcome: 'silent' });
  });
  test('an answer too large for any message is SERVFAIL', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => `@ TXT "${String(i).padEnd(250, 'x')}"`).join('\n');
    const lab = await start(worldOf([{ name: 'fat.example', records: lines }]));
    assert.equal((await ask('fat.example', 'TXT', {}, lab.resolverPort)).rcode, 'SERVFAIL');
    await lab.stop();
  });
  test('several questions on one connection are all answered', async () => {
    const rest = '01000001000000000000036f6e65076578616d706c650000010001';
    const connection = net.connect(dns.resolverPort, '127.0.0.1');
    connection.write(Buffer.from(`001d0001${rest}001d0002${rest}`, 'hex'));
    let bytes = 0;
    await new Promise<void>(done => {
      connection.on('data', chunk => {
        bytes += chunk.length;
        if (bytes >= 2 * (2 + 29 + 16)) done();
      });
    });
    connection.destroy();
    assert.equal(bytes, 2 * (2 + 29 + 16));
  });
});
