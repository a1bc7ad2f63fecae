import assert from 'node:assert/strict';
import { createHash, type X509Certificate } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import test, { after, suite } from 'node:test';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { readWorld } from '../world.ts';
import { createAuthority } from './ca.ts';
import { startMailHosts } from './mail-hosts.ts';
import { keyWords, labServer } from './mail-hosts-keys.ts';

const NOW = Date.now();
const world = readWorld([{
  file: 'mail.yaml',
  text: `
servers: [{ name: ns1.lab-dns.net, addresses: [45.54.11.53] }]
domains:
  - name: a.example
    servers: [ns1.lab-dns.net]
    records: |
      @ MX 10 good
      @ MX 20 expired
      @ MX 30 private
      @ MX 40 plain
      @ MX 50 hangs-up
      @ MX 60 talks-on
      @ MX 70 old
      @ MX 80 silent
      @ MX 90 endless
      @ MX 99 gone
      good A 45.54.90.1
      good AAAA 2a0e:b100:0::1
      expired A 45.54.90.1
      private A 45.54.90.1
      plain A 45.54.90.2
      hangs-up A 45.54.90.3
      talks-on A 45.54.90.4
      old A 45.54.90.5
      silent A 45.54.90.6
      endless A 45.54.90.7
      gone A 45.54.90.8
    mailServers:
      - { host: expired, certificate: expired }
      - { host: private, certificate: privateAuthority }
      - { host: plain, fault: noStarttls }
      - { host: hangs-up, fault: hangUp }
      - { host: talks-on, fault: injection }
      - { host: old, fault: oldTls }
      - { host: silent, fault: silent }
      - { host: endless, fault: endless }
      - { host: gone, fault: unreachable }
`,
}], NOW);

const authority = createAuthority(NOW, { web: labServer });
const { routes, stop } = await startMailHosts(world, authority, NOW);
after(stop);

/** What the server at `address` says to each of `lines`, and the connection. */
async function talk(address: string, ...lines: string[]): Promise<{ replies: string[]; socket: Socket }> {
  const socket = connect(routes.get(`${address}:25`)!, '127.0.0.1').on('error', () => {});
  const heard = () => new Promise<string>(resolve => socket.once('data', bytes => resolve(bytes.toString())));
  const replies = [await heard()];
  for (const line of lines) {
    socket.write(`${line}\r\n`);
    replies.push(await heard());
  }
  return { replies, socket };
}

/** The handshake with `host` behind STARTTLS, whatever its certificate. */
async function secure(address: string, host: string): Promise<TLSSocket> {
  const { socket } = await talk(address, 'EHLO me', 'STARTTLS');
  const tls = connectTls({ socket, servername: host, ca: authority.pem, rejectUnauthorized: false, minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' });
  await new Promise<void>((resolve, reject) => void tls.once('secureConnect', resolve).once('error', reject).once('close', () => reject(new Error('closed'))));
  return tls;
}

suite('every host of an MX record is a mail server', () => {
  test('under each of its addresses', () => assert.equal(routes.get('45.54.90.1:25'), routes.get('2a0e:b100::1:25')));
  test('with a certificate of its own by SNI', async () => {
    const tls = await secure('45.54.90.1', 'good.a.example');
    assert.deepEqual([tls.authorized, tls.getPeerCertificate().subjectaltname], [true, 'DNS:good.a.example']);
    tls.destroy();
  });
  test('whose key is the one that TLSA records name', async () => {
    const tls = await secure('45.54.90.1', 'expired.a.example');
    const { publicKey } = tls.getPeerX509Certificate()!;
    assert.equal(createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' })).digest('hex'), keyWords['labServerKey']);
    assert.equal(String(tls.authorizationError), 'CERT_HAS_EXPIRED');
    tls.destroy();
  });
  test('or with one of an authority that only TLSA records name, which is sent along', async () => {
    const tls = await secure('45.54.90.1', 'private.a.example');
    const own: X509Certificate = tls.getPeerX509Certificate()!;
    const { publicKey } = own.issuerCertificate!;
    assert.ok(own.verify(publicKey) && !tls.authorized);
    assert.equal(createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' })).digest('hex'), keyWords['privateAuthorityKey']);
    tls.destroy();
  });
});

suite('servers that misbehave', () => {
  test('one offers no STARTTLS and refuses it', async () => {
    const { replies, socket } = await talk('45.54.90.2', 'EHLO me', 'STARTTLS', 'QUIT');
    assert.doesNotMatch(replies[1]!, /STARTTLS/);
    assert.match(replies[2]!, /^500 /);
    assert.match(replies[3]!, /^221 /);
    socket.destroy();
  });
  test('one hangs up in place of TLS', () => assert.rejects(secure('45.54.90.3', 'hangs-up.a.example')));
  test('one says more before TLS', async () => {
    const { replies, socket } = await talk('45.54.90.4', 'EHLO me', 'STARTTLS');
    assert.match(replies[2]!, /^220 .*\r\n250 /);
    socket.destroy();
  });
  test('one speaks TLS 1.1 at best', async () => {
    const tls = await secure('45.54.90.5', 'old.a.example');
    assert.equal(tls.getProtocol(), 'TLSv1.1');
    tls.destroy();
  });
  test('one never greets', async () => {
    const greeted = await Promise.race([talk('45.54.90.6').then(() => true), new Promise(resolve => setTimeout(resolve, 100, false))]);
    assert.equal(greeted, false);
  });
  test('one never stops greeting', async () => {
    const { replies, socket } = await talk('45.54.90.7');
    assert.match(replies[0]!, /^(220-Welcome\r\n)+/);
    socket.destroy();
  });
  test('one is not there', () => assert.equal(routes.has('45.54.90.8:25'), false));
  test('two that differ cannot share an address', async () => {
    const [domain] = world.domains;
    const confused = { ...world, domains: [{ ...domain!, mailServers: [{ host: 'good.a.example', certificate: 'good', fault: 'silent' } as const] }] };
    await assert.rejects(startMailHosts(confused, authority, NOW), /45\.54\.90\.1 belongs to a mail server that behaves otherwise/);
  });
});
