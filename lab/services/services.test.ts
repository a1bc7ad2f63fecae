import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import { connect } from 'node:net';
import test, { after, suite } from 'node:test';
import { readWorld } from '../world.ts';
import { startServices } from './index.ts';

const NOW = Date.UTC(2026, 10, 21);

const world = readWorld([{
  file: 'services.yaml',
  text: `
servers: [{ name: ns1.lab-dns.net, addresses: [45.54.11.53] }, { name: ns2.lab-dns.net, addresses: [45.54.12.53] }]
domains:
  - name: a.example
    signed: true
    records: |
      @ A 45.54.80.80
      @ AAAA 2a0e:b100:0::80
      wrong A 45.54.80.80
      expired A 45.54.80.80
      own A 45.54.80.80
    pages:
      - { host: '@', body: 'Hello from {domain}', headers: { content-type: text/html } }
      - { host: '@', path: /moved, status: 301, headers: { location: / } }
      - { host: '@', path: /reset, fault: reset }
      - { host: '@', path: /drop, fault: drop }
      - { host: '@', path: /slow, fault: slow, body: ab }
      - { host: '@', path: /huge, fault: huge }
      - { host: wrong, certificate: wrongName }
      - { host: expired, certificate: expired }
      - { host: own, certificate: selfSigned }
    registration: { createdAt: -10d, updatedAt: -5d, expiresAt: +20d, statuses: [clientTransferProhibited, ok], registrar: { name: 'Acme, Inc.', ianaId: 1234 } }
  - { name: not-there.example, registration: { fault: notFound } }
  - { name: limited.example, registration: { fault: rateLimited } }
  - { name: broken.example, registration: { fault: serverError } }
  - { name: half.example, registration: { fault: malformed } }
  - { name: silent.example, registration: { fault: drop } }
  - { name: nic.io, registration: { via: whois }, records: whois A 45.54.43.1 }
  - { name: nic.fi, registration: { via: whois }, records: whois A 45.54.43.2 }
  - { name: nic.jp, registration: { via: whois }, records: whois A 45.54.43.3 }
  - { name: limited.io, registration: { via: whois, fault: rateLimited } }
  - { name: broken.io, registration: { via: whois, fault: serverError } }
  - { name: silent.io, registration: { via: whois, fault: drop } }
  - { name: half.io, registration: { via: whois, fault: malformed } }
`,
}], NOW);

const services = await startServices(world, { now: NOW });
after(() => services.stop());

interface Page {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** One GET as a client of the lab's authority makes it, cut off at `maxBytes`. */
function get(host: string, path = '/', { signal, maxBytes = Infinity }: { signal?: AbortSignal; maxBytes?: number } = {}): Promise<Page> {
  return new Promise((resolve, reject) => {
    const port = services.routes.get('45.54.80.80:443')!;
    const asked = request({ host: '127.0.0.1', port, path, servername: host, headers: { host }, ca: services.caPem, agent: false, ...(signal && { signal }) }, response => {
      let body = '';
      const done = () => resolve({ status: response.statusCode!, headers: response.headers, body });
      response.on('data', chunk => {
        body += String(chunk);
        if (body.length >= maxBytes) {
          done();
          asked.destroy();
        }
      }).on('end', done).on('error', reject);
    });
    asked.on('error', reject).end();
  });
}

/** What a WHOIS server says to one query; what has come until then when `signal` fires. */
function whois(port: number, query: string, signal = AbortSignal.timeout(20_000)): Promise<string> {
  return new Promise(resolve => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${query}\r\n`));
    const done = () => {
      resolve(text);
      socket.destroy();
    };
    socket.on('data', chunk => { text += chunk.toString('latin1'); }).on('error', () => {}).on('close', done);
    signal.addEventListener('abort', done);
  });
}

suite('pages are served by name over HTTPS', () => {
  test('under each address of their host, IPv6 as RFC 5952 writes it', () => {
    assert.deepEqual(services.addresses.get('a.example'), ['45.54.80.80', '2a0e:b100::80']);
    assert.equal(services.routes.get('2a0e:b100::80:443'), services.routes.get('45.54.80.80:443'));
  });
  test('with a certificate that a client accepts who trusts the authority', async () => {
    const page = await get('a.example');
    assert.deepEqual([page.status, page.headers['content-type'], page.body], [200, 'text/html', 'Hello from a.example']);
  });
  test('status and headers are those of the page', async () => {
    const page = await get('a.example', '/moved');
    assert.deepEqual([page.status, page.headers['location']], [301, '/']);
  });
  test('what is no page is 404', async () => assert.equal((await get('a.example', '/none')).status, 404));
  const refused: [host: string, code: string][] = [
    ['wrong.a.example', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['expired.a.example', 'CERT_HAS_EXPIRED'],
    ['own.a.example', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['stranger.example', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ];
  for (const [host, code] of refused) test(`the certificate of ${host} is refused: ${code}`, () => assert.rejects(get(host), { code }));
  test('a page can hang up', () => assert.rejects(get('a.example', '/reset'), { code: 'ECONNRESET' }));
  test('a page can keep silent', () => assert.rejects(get('a.example', '/drop', { signal: AbortSignal.timeout(100) }), { name: 'AbortError' }));
  test('a page can come one letter at a time', async () => {
    const startedMs = performance.now();
    assert.equal((await get('a.example', '/slow')).body, 'ab');
    assert.ok(performance.now() - startedMs > 450);
  });
  test('a page can go on for ever', async () => assert.ok((await get('a.example', '/huge', { maxBytes: 1_000_000 })).body.length >= 1_000_000));
  test('the authority may sign certificates and says so', () => {
    const root = new X509Certificate(services.caPem);
    assert.ok(root.ca && root.verify(root.publicKey));
  });
});

suite('the registry answers by RDAP', async () => {
  const bootstrap = await (await fetch(services.rdapBootstrapUrl)).json() as { version: string; services: [string[], [string]][] };
  const baseUrl = bootstrap.services[0]![1][0];
  const ask = (name: string, signal = AbortSignal.timeout(20_000)) => fetch(`${baseUrl}domain/${name}`, { signal });

  test('the bootstrap list has the top-level domains that speak RDAP and leaves the others out', () => {
    assert.equal(bootstrap.version, '1.0');
    assert.deepEqual(bootstrap.services, [[['example'], [baseUrl]]]);
  });
  test('a registration has dates, statuses, nameservers, registrar and DNSSEC (RFC 9083)', async () => {
    const reply = await ask('A.example');
    assert.equal(reply.headers.get('content-type'), 'application/rdap+json');
    const { events, status, nameservers, entities, secureDNS, ldhName, objectClassName } = await reply.json() as Record<string, any>;
    assert.deepEqual({ ldhName, objectClassName, status, secureDNS }, {
      ldhName: 'a.example', objectClassName: 'domain', status: ['client transfer prohibited', 'active'], secureDNS: { delegationSigned: true },
    });
    assert.deepEqual(events.map((event: { eventAction: string; eventDate: string }) => `${event.eventAction} ${event.eventDate.slice(0, 10)}`),
      ['registration 2026-11-11', 'expiration 2026-12-11', 'last changed 2026-11-16']);
    assert.deepEqual(nameservers.map(({ ldhName }: { ldhName: string }) => ldhName), ['ns1.lab-dns.net', 'ns2.lab-dns.net']);
    assert.deepEqual(entities[0].roles, ['registrar']);
    assert.deepEqual(entities[0].publicIds, [{ type: 'IANA Registrar ID', identifier: '1234' }]);
    assert.deepEqual(entities[0].vcardArray[1][1], ['fn', {}, 'text', 'Acme, Inc.']);
  });
  const statuses: [name: string, status: number][] = [
    ['nobody.example', 404], ['not-there.example', 404], ['limited.example', 429], ['broken.example', 500], ['', 400], ['%E0%A4%A', 404],
  ];
  for (const [name, status] of statuses) {
    test(`${name || 'no name'}: ${status} with an error object`, async () => {
      const reply = await ask(name);
      assert.equal(reply.status, status);
      assert.equal((await reply.json() as { errorCode: number }).errorCode, status);
      assert.equal(reply.headers.get('retry-after'), status === 429 ? '60' : null);
    });
  }
  test('half a document is no JSON', async () => assert.rejects((await ask('half.example')).json(), SyntaxError));
  test('a silent registry does not answer', () => assert.rejects(ask('silent.example', AbortSignal.timeout(200)), { name: 'TimeoutError' }));
});

suite('the registry answers by WHOIS', () => {
  const first = Number(services.whoisServer.split(':')[1]);
  const io = services.routes.get('45.54.43.1:43')!;
  test('the first server refers to that of the top-level domain', async () => {
    assert.match(await whois(first, 'limited.io'), /^refer: +whois\.nic\.io\r$/m);
    assert.match(await whois(first, 'jp'), /^whois: +whois\.nic\.jp\r$/m);
    assert.match(await whois(first, 'a.example'), /returned 0 objects/);
    assert.deepEqual(services.addresses.get('whois.nic.io'), ['45.54.43.1']);
  });
  const layouts: [name: string, pattern: RegExp][] = [
    ['nic.io', /^Registry Expiry Date: 2027-09-17T00:00:00Z\r$/m],
    ['nic.fi', /^expires\.{12}: 17\.9\.2027 00:00:00\r$/m],
    ['nic.jp', /^\[Expires on\] {20}2027\/09\/17\r$/m],
  ];
  for (const [name, pattern] of layouts) test(`${name} in the layout of its registry`, async () => assert.match(await whois(io, name), pattern));
  const replies: [query: string, pattern: RegExp][] = [
    ['nobody.io', /^No match for "NOBODY\.IO"/], ['nobody.fi', /^Domain not found/], ['nobody.jp', /^No match!!/],
    ['-T dn NIC.IO.', /^Domain Name: NIC\.IO/], ['limited.io', /queries exceeded/], ['half.io', /^\0/], ['broken.io', /^$/], ['x'.repeat(1000), /^$/],
  ];
  for (const [query, pattern] of replies) test(query.slice(0, 40), async () => assert.match(await whois(io, query), pattern));
  test('a silent server does not answer', async () => assert.equal(await whois(io, 'silent.io', AbortSignal.timeout(100)), ''));
});

test('the services of the whole world start within seconds and end with their connections', async () => {
  const startedMs = performance.now();
  const again = await startServices(world, { now: NOW });
  assert.ok(performance.now() - startedMs < 5000);
  const open = connect(Number(again.whoisServer.split(':')[1]), '127.0.0.1');
  const closed = new Promise(resolve => open.on('close', resolve).on('error', () => {}));
  await new Promise(resolve => open.once('connect', resolve));
  await again.stop();
  await closed;
});
