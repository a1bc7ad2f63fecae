import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import { startLab } from '../../../lab/index.ts';
import type { Fault, Lab } from '../../../lab/types.ts';
import { systemClock } from '../../core/clock.ts';
import { openStore } from '../../store/index.ts';
import { listeningTerminal } from '../../surfaces/cli/testing.ts';
import type { Outside } from '../compose.ts';
import { readConfig, unknownSettings } from '../config.ts';
import { checkBaseUrl, checkBrowser, checkDatabase, checkFolder, checkIpData, checkPort, checkSecret } from '../doctor/machine.ts';
import { checkClockAndRdap, checkDnssec, checkMail, checkPort25, checkPort53, checkResolvers, checkWhois } from '../doctor/network.ts';
import type { Patient, Verdict } from '../doctor/verdict.ts';
import { outsideOfLab } from './demo.ts';
import { runDoctor } from './doctor.ts';
import { allTables } from '../../../test/tables.ts';
import { schema } from '../registry.ts';

let lab: Lab;
let folder: string;
before(async () => {
  lab = await startLab({ cache: false });
  folder = mkdtempSync(join(tmpdir(), 'dss-doctor-'));
});
after(async () => {
  await lab.stop();
  rmSync(folder, { recursive: true });
});

/** Nothing listens there, on loopback. */
const closed = { address: '127.0.0.1', port: 9 };
const patient = (over: Partial<Patient> & { outside?: Outside } = {}): Patient => ({
  config: readConfig({ DSS_DATA_DIR: folder }), outside: outsideOfLab(lab), clock: systemClock, signal: new AbortController().signal, mailDomain: 'healthy.example', ...over,
});
const outside = (over: Partial<Outside>): Patient => patient({ outside: { ...outsideOfLab(lab), ...over } });
const config = (env: Record<string, string>) => ({ config: readConfig({ DSS_DATA_DIR: folder, ...env }) });
const aheadBy = (ms: number) => patient({ clock: { ...systemClock, now: () => systemClock.now() + ms } });
const stoppingAt = async (fault: Fault, check: () => Promise<Verdict | Verdict[]>) => {
  const clearFault = lab.addFault(fault);
  try {
    return await check();
  } finally {
    clearFault();
  }
};

suite('what works is reported as ok, and what is wrong comes with its cause and its remedy', () => {
  const cases: [says: string, check: () => Verdict | Verdict[] | Promise<Verdict | Verdict[]>, state: Verdict['state'], words: RegExp][] = [
    ['the resolver', () => checkResolvers(patient()), 'ok', /^127\.0\.0\.1:\d+ answers in \d+ ms\.$/],
    ['a resolver that is not there', () => checkResolvers(outside({ dnsServers: [closed] })), 'fail', /^127\.0\.0\.1:9 does not answer: .* DSS_DNS_SERVERS/],
    ['a resolver that refuses', () => stoppingAt({ at: 'resolver', name: '', fault: 'refused' }, () => checkResolvers(patient())), 'fail', /REFUSED/],
    ['no resolver at all', () => checkResolvers(outside({ dnsServers: [] })), 'fail', /names no DNS resolver/],
    ['signatures', () => checkDnssec(patient()), 'ok', /validated here from the root down/],
    ['other trust anchors than the root has', () => checkDnssec(outside({ trustAnchors: outsideOfLab(lab).trustAnchors.map(anchor => ({ ...anchor, digest: 'ab'.repeat(32) })) })), 'fail', /^Answers cannot be validated .* DSS_DNS_TRUST_ANCHORS/],
    ['no trust anchors', () => checkDnssec(outside({ trustAnchors: [] })), 'warn', /nothing is validated/],
    ['signatures that could not be fetched', () => checkDnssec(outside({ dnsServers: [closed] })), 'warn', /could not be determined/],
    ['the clock', () => checkClockAndRdap(patient()), 'ok', /^The clock agrees/],
    ['a clock that is a minute ahead', () => checkClockAndRdap(aheadBy(60_000)), 'warn', /(59|60|61) seconds ahead\. .* NTP/],
    ['a clock that is an hour behind', () => checkClockAndRdap(aheadBy(-3_600_000)), 'fail', /36\d\d|35\d\d seconds behind/],
    ['no RDAP', () => checkClockAndRdap(outside({ rdapBootstrap: 'http://127.0.0.1:9/' })), 'warn', /cannot be had: .*connection refused.* DSS_RDAP_BOOTSTRAP/],
    ['WHOIS', () => checkWhois(patient()), 'ok', /takes connections/],
    ['no WHOIS', () => checkWhois(outside({ whoisServer: { host: '127.0.0.1', port: 9 } })), 'warn', /connection refused.* outgoing port 43/],
    ['nameservers', () => checkPort53(patient()), 'ok', /over UDP and TCP/],
    ['nameservers that cannot be asked', () => checkPort53(outside({ dnsRoots: [{ name: 'nowhere', ...closed }] })), 'warn', /over UDP and TCP.*outgoing port 53/],
    ['port 25', () => checkPort25(patient()), 'ok', /A mail server of healthy\.example answers/],
    ['port 25 where nobody answers', () => checkPort25(outside({ route: (address, port) => (port === 25 ? closed : lab.route(address, port)) })), 'warn', /can be reached: .*outgoing port 25/],
    ['a domain without mail servers', () => checkPort25(patient({ mailDomain: 'no-mail.example' })), 'warn', /--mail-domain/],
    ['the mail server', () => checkMail(patient(config({ DSS_SMTP_URL: lab.smtpUrl }))), 'ok', /takes connections/],
    ['a mail server that is not there', () => checkMail(patient(config({ DSS_SMTP_URL: 'smtp://127.0.0.1:9' }))), 'fail', /E-mails cannot be sent/],
    ['no mail server', () => checkMail(patient()), 'warn', /DSS_SMTP_URL/],
    ['the data folder', () => checkFolder(config({})), 'ok', /can be written to/],
    ['a data folder that is not there yet', () => checkFolder(config({ DSS_DATA_DIR: join(folder, 'deep', 'er') })), 'ok', /the first start makes it/],
    ['a data folder that is a file', () => checkFolder(config({ DSS_DATA_DIR: file('a-file', 0o600) })), 'fail', /cannot be written to/],
    ['a database that is not there yet', () => checkDatabase(config({ DSS_DATA_DIR: join(folder, 'none') })), 'ok', /the first start makes it/],
    ['no database behind DATABASE_URL', () => checkDatabase(config({ DATABASE_URL: 'postgres://dss@127.0.0.1:9/dss' })), 'fail', /cannot be reached: .*DATABASE_URL/],
    ['a secret that others can read', () => checkSecret(config({ DSS_DATA_DIR: join(file('open/secret', 0o644), '..') })), 'warn', /chmod 600/],
    ['a secret of one\'s own', () => checkSecret(config({ DSS_SECRET: 'x'.repeat(64), DATABASE_URL: 'postgres://x@y/z' })), 'ok', /is set/],
    ['no secret with PostgreSQL', () => checkSecret(config({ DATABASE_URL: 'postgres://x@y/z' })), 'fail', /openssl rand -hex 32/],
    ['an address of another machine', () => checkPort(patient(config({ DSS_HOST: '192.0.2.1' }))), 'fail', /EADDRNOTAVAIL.* DSS_HOST/],
    ['this machine alone', () => checkBaseUrl(config({})), 'ok', /this machine alone/],
    ['all of the network, and links to localhost', () => checkBaseUrl(config({ DSS_HOST: '0.0.0.0' })), 'warn', /DSS_BASE_URL/],
    ['a public origin without TLS', () => checkBaseUrl(config({ DSS_BASE_URL: 'http://dss.example.org' })), 'warn', /not encrypted/],
    ['a public origin with TLS', () => checkBaseUrl(config({ DSS_BASE_URL: 'https://dss.example.org' })), 'ok', /encrypted/],
    ['no data about addresses', () => checkIpData(config({})), 'ok', /Not configured \(DSS_IP_DATA\)/],
    ['data about addresses that are something else', () => checkIpData(config({ DSS_IP_DATA: file('ip-data', 0o600) })), 'warn', /neither an MMDB file nor a table.*DSS_IP_DATA/],
    ['a browser that does not start', () => checkBrowser(config({ DSS_CHROMIUM: '/bin/false' }), true), 'warn', /\/bin\/false does not start: .*DSS_CHROMIUM/],
  ];
  for (const [says, check, state, words] of cases) {
    test(`${says}: ${state}`, async () => {
      const [verdict] = [await check()].flat();
      assert.equal(verdict!.state, state, verdict!.says);
      assert.match(`${verdict!.says} ${verdict!.remedy ?? ''}`.trim(), words);
      assert.equal(verdict!.remedy === null, state === 'ok');
    });
  }

  test('a database of this version is ok; one of a newer version is told and not touched', async () => {
    const dataDir = join(folder, 'database');
    const store = await openStore({ dataDir, url: null, clock: systemClock, schema });
    assert.deepEqual([(await checkDatabase(config({ DSS_DATA_DIR: dataDir }))).state], ['ok']);
    await allTables(store.db).insertInto('kysely_migration' as never).values({ name: '9999-later', timestamp: '2030' }).execute();
    await store.close();
    const { state, says } = await checkDatabase(config({ DSS_DATA_DIR: dataDir }));
    assert.equal(state, 'fail');
    assert.match(says, /newer version of the program \(9999-later\)/);
  });
  test('a port that is taken: by another program it is blocking, by the service itself it is not', async t => {
    const other = createServer(socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{"status":"ok"}')).listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const DSS_PORT = String((other.address() as AddressInfo).port);
    assert.equal((await checkPort(patient(config({ DSS_PORT })))).state, 'ok');
    const stranger = createServer(socket => socket.end('220 hello\r\n')).listen(0, '127.0.0.1');
    t.after(() => stranger.close());
    await once(stranger, 'listening');
    const { state, remedy } = await checkPort(patient(config({ DSS_PORT: String((stranger.address() as AddressInfo).port) })));
    assert.deepEqual([state, remedy], ['fail', 'Stop it, or set DSS_PORT.']);
  });
});

suite('dss doctor tells all at once', () => {
  const doctor = async (env: Record<string, string>, json: boolean) => {
    const { terminal, texts } = listeningTerminal();
    const parts = { version: '0.0.0', terminal, signal: new AbortController().signal, env, home: '', config: () => readConfig(env), unknownSettings: () => unknownSettings(env) };
    return { code: await runDoctor({ mailDomain: 'healthy.example', json }, parts, () => outsideOfLab(lab)), ...texts };
  };
  const well = () => ({ DSS_DATA_DIR: join(folder, 'well'), DSS_PORT: '0', DSS_CHROMIUM: '/bin/false', DSS_SMTP_URL: lab.smtpUrl });

  test('a line each, and 0 where nothing is blocking', async () => {
    const { code, stdout } = await doctor(well(), false);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^ok {4}settings {6}All settings can be read\.\nok {4}resolver /);
    assert.match(stdout, /^warn {2}browser .*\n( {20}.*\n)* {6}fix {11}Install the package chromium/m);
    assert.match(stdout, /\n\n16 checked: 0 blocking, 1 to fix, 15 ok\.\n$/);
  });
  test('1 where something is blocking, the same as JSON', async () => {
    const { code, stdout } = await doctor({ ...well(), DSS_HOST: '192.0.2.1', DSS_PORT: '3000', DSS_TYPO: '1' }, true);
    assert.equal(code, 1);
    const { ok, verdicts } = JSON.parse(stdout) as { ok: boolean; verdicts: Verdict[] };
    assert.equal(ok, false);
    assert.deepEqual(verdicts.filter(({ state }) => state === 'fail').map(({ subject }) => subject), ['port']);
    assert.match(verdicts[0]!.says, /^DSS_TYPO: no setting/);
  });
  test('a setting that cannot be read is reported, and nothing else is checked', async () => {
    const { code, stdout } = await doctor({ DSS_PORT: 'x' }, false);
    assert.equal(code, 1);
    assert.match(stdout, /^fail {2}settings {6}DSS_PORT: "x" is not a port/);
    assert.match(stdout, /\n1 checked/);
  });
});

/** A file of this mode below the folder of the tests. */
function file(path: string, mode: number): string {
  const whole = join(folder, path);
  const parent = join(whole, '..');
  mkdirSync(parent, { recursive: true });
  writeFileSync(whole, 'x');
  chmodSync(whole, mode);
  return whole;
}
