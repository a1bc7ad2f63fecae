import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:https';
import test, { after, before, suite } from 'node:test';
import { createAuthority } from '../lab/services/ca.ts';
import { listen } from '../lab/services/listen.ts';
import { apache, haproxy, isInstalled, lighttpd, makeCredentials, nginx, sServer, startServer, stunnel, type ServerRecipe } from '../lab/services/tls-programs.ts';
import { systemClock as clock } from '../src/core/clock.ts';
import type { TlsOffer } from '../src/core/outside/probes.ts';
import { createDoor } from '../src/wire/door.ts';
import { never, smallInternet } from '../src/wire/testing/loopback.ts';
import { groups } from '../src/wire/tls/groups.ts';
import { createTlsProbes } from '../src/wire/tls/probe.ts';
import { suites13, suitesOlder } from '../src/wire/tls/suite-list.ts';

const ORACLE = 'sslscan';
const HOST = 'localhost.example';
const rsaOnly = ({ rsa }: { rsa: { cert: string; key: string } }) => `ssl_certificate ${rsa.cert}; ssl_certificate_key ${rsa.key};`;
const ecdsaToo = ({ ecdsa }: { ecdsa: { cert: string; key: string } }) => `ssl_certificate ${ecdsa.cert}; ssl_certificate_key ${ecdsa.key};`;
const INTERMEDIATE = 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305';
const EVERYTHING = 'ALL:eNULL:@SECLEVEL=0';

/** Servers as they are met, and as they should not be. */
const recipes: Readonly<Record<string, ServerRecipe>> = {
  'nginx, as it comes': nginx(serverFiles => rsaOnly(serverFiles)),
  'nginx, intermediate': nginx(serverFiles => `${rsaOnly(serverFiles)} ssl_protocols TLSv1.2 TLSv1.3; ssl_ciphers ${INTERMEDIATE}; ssl_prefer_server_ciphers off;`),
  'nginx, modern': nginx(serverFiles => `${ecdsaToo(serverFiles)} ssl_protocols TLSv1.3; ssl_ecdh_curve X25519:prime256v1:secp384r1;`),
  'nginx, everything, RSA and ECDSA': nginx(serverFiles => `${rsaOnly(serverFiles)} ${ecdsaToo(serverFiles)} ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3; ssl_ciphers ${EVERYTHING}; ssl_dhparam ${serverFiles.dh}; ssl_prefer_server_ciphers on;`),
  'nginx, one curve': nginx(serverFiles => `${rsaOnly(serverFiles)} ssl_protocols TLSv1.2; ssl_ecdh_curve secp521r1;`),
  'Apache, as it comes': apache(''),
  'Apache, everything': apache(`SSLProtocol all\nSSLCipherSuite ${EVERYTHING}\nSSLHonorCipherOrder on`),
  'Apache, TLS 1.1 alone': apache('SSLProtocol TLSv1.1\nSSLCipherSuite DEFAULT:@SECLEVEL=0'),
  'lighttpd, as it comes': lighttpd(''),
  'lighttpd, from TLS 1.0 on': lighttpd('ssl.openssl.ssl-conf-cmd = ("MinProtocol" => "TLSv1", "CipherString" => "DEFAULT:@SECLEVEL=0")'),
  'HAProxy, as it comes': haproxy(({ rsa }) => `crt ${rsa.both}`),
  'HAProxy, old': haproxy(({ rsa }) => `crt ${rsa.both} ssl-min-ver TLSv1.0 ssl-max-ver TLSv1.2 ciphers DEFAULT:@SECLEVEL=0 curves P-256:P-384`),
  'stunnel, as it comes': stunnel(''),
  'OpenSSL, brainpool': sServer(() => ['-groups', 'brainpoolP256r1:brainpoolP384r1:P-256:ffdhe2048']),
  'OpenSSL, TLS 1.3 with CCM': sServer(() => ['-tls1_3', '-ciphersuites', 'TLS_AES_128_CCM_SHA256:TLS_AES_128_CCM_8_SHA256:TLS_AES_256_GCM_SHA384']),
  'OpenSSL, RSA key exchange alone': sServer(() => ['-no_tls1_3', '-cipher', 'kRSA:@SECLEVEL=0', '-serverpref']),
  'OpenSSL, anonymous': sServer(() => ['-cipher', 'aNULL:@SECLEVEL=0']),
};

/** What sslscan says otherwise, and why; by server. */
const differences: Readonly<Record<string, { why: string; groups13?: readonly string[]; groupsOlder?: readonly string[] }>> = {
  'Node.js': {
    why: 'sslscan of Debian 12 is built with OpenSSL 3.0, which does not know post-quantum groups; and it offers one curve at a time, '
      + 'so that a certificate on P-256 cannot be used with any other (RFC 8422 §5.1), though all browsers offer both',
    groups13: ['X25519MLKEM768'],
    groupsOlder: ['x25519'],
  },
  'OpenSSL, anonymous': { why: 'sslscan looks for groups with suites that authenticate alone', groupsOlder: ['secp256r1', 'secp384r1', 'secp521r1', 'x25519', 'x448'] },
};

interface Offered {
  /** `TLSv1.2 0xc02f`. */
  suites: string[];
  /** Numbers of groups, of TLS 1.3 and of the newest version below it. */
  groups13: number[];
  groupsOlder: number[];
}

const missing = [ORACLE, 'openssl', ...new Set(Object.values(recipes).map(({ program }) => program))].filter(program => !isInstalled(program));

suite('versions, suites and groups are those that sslscan finds', { skip: missing.length > 0 ? `not installed: ${missing.join(', ')}` : false }, () => {
  let credentials: ReturnType<typeof makeCredentials>;
  before(() => { credentials = makeCredentials(); });
  after(() => credentials.remove());

  for (const [name, recipe] of Object.entries(recipes)) {
    test(name, async () => {
      const server = await startServer(recipe, credentials);
      try {
        await compare(name, server.port);
      } finally {
        await server.stop();
      }
    });
  }

  test('Node.js', async () => {
    const server = await listen(createServer(createAuthority(Date.now()).issue(HOST, 'good')));
    try {
      await compare('Node.js', server.port);
    } finally {
      await server.stop();
    }
  });
});

async function compare(name: string, port: number): Promise<void> {
  const ours = offeredBy(await enumerate(port));
  const theirs = await sslscan(port);
  const { groups13 = [], groupsOlder = [], why } = differences[name] ?? {};
  assert.ok(ours.suites.length > 0);
  assert.deepEqual(ours.suites, theirs.suites);
  assert.deepEqual(ours.groups13, sorted([...theirs.groups13, ...codesOf(groups13)]), why);
  assert.deepEqual(ours.groupsOlder, sorted([...theirs.groupsOlder, ...codesOf(groupsOlder)]), why);
}

async function enumerate(port: number): Promise<TlsOffer> {
  const door = createDoor(smallInternet({ [HOST]: ['45.54.80.80'] }, { address: '127.0.0.1', port }));
  const reply = await createTlsProbes({ ca: [], clock, random: Math.random })(door).enumerate({ host: HOST, port: 443 }, never);
  assert.ok(reply.outcome === 'answered', JSON.stringify(reply));
  return reply.offer;
}

function offeredBy({ versions, groups }: TlsOffer): Offered {
  const codes = new Map([...suites13, ...suitesOlder].map(([code, name]) => [name, code]));
  return {
    suites: versions.flatMap(({ version, suites }) => suites.map(suite => inOneWord(version, codes.get(suite)!))).toSorted(),
    groups13: codesOf(groups.tls13),
    groupsOlder: codesOf(groups.older),
  };
}

function codesOf(names: readonly string[]): number[] {
  return sorted(groups.filter(([, name]) => names.includes(name)).map(([code]) => code));
}

function sorted(codes: readonly number[]): number[] {
  return codes.toSorted((a, b) => a - b);
}

function inOneWord(version: string, code: number): string {
  return `${version} 0x${code.toString(16).padStart(4, '0')}`;
}

async function sslscan(port: number): Promise<Offered> {
  const flags = ['--xml=-', '--show-cipher-ids', '--no-heartbleed', '--no-renegotiation', '--no-compression', '--no-check-certificate', '--no-fallback', '--sni-name=localhost'];
  const child = spawn(ORACLE, [...flags, `127.0.0.1:${port}`], { stdio: ['ignore', 'pipe', 'ignore'] });
  let xml = '';
  for await (const chunk of child.stdout) xml += String(chunk);
  const elements = (name: string) => xml.matchAll(new RegExp(`<${name} (.*?)/>`, 'g')).map(([, text]) => Object.fromEntries(text!.matchAll(/(\w+)="(.*?)"/g).map(([, key, value]) => [key!, value!]))).toArray();
  const groupsIn = (isTls13: boolean) => sorted(elements('group').filter(({ sslversion }) => (sslversion === 'TLSv1.3') === isTls13).map(({ id }) => Number(id)));
  return {
    suites: elements('cipher').map(({ sslversion, id }) => inOneWord(sslversion!.replace('TLSv1.0', 'TLSv1'), Number(id))).toSorted(),
    groups13: groupsIn(true),
    groupsOlder: groupsIn(false),
  };
}
