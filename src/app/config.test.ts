import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, suite } from 'node:test';
import { ConfigError, readConfig, secretSettings, settings, unknownSettings, type Config } from './config.ts';

/** What people rely on without having set it. */
const reliedOn: Partial<Config> = {
  DSS_PORT: 3000, DSS_HOST: '127.0.0.1', DSS_BASE_URL: null, DSS_TRUST_PROXY: null, DSS_DATA_DIR: './data', DATABASE_URL: null, DSS_BLOB_URL: null, DSS_S3_KEY: null, DSS_S3_SECRET: null, DSS_ROLE: 'all', DSS_WORKERS: 8, DSS_SECRET: null,
  DSS_OPERATOR_EMAIL: null, DSS_OPERATOR_PASSWORD: null, DSS_DEFAULT_PLAN: 'free', DSS_PLANS_FILE: null,
  DSS_REPORTS_HOST: null, DSS_SMTP_PORT: null, DSS_SMTP_HOST: '0.0.0.0', DSS_SMTP_CERT_FILE: null, DSS_SMTP_KEY_FILE: null, DSS_REPORTS_MAILDIR: null, DSS_REPORTS_S3_URL: null,
  DSS_SMTP_URL: null, DSS_MAIL_FROM: 'Domain Security Service <dss@localhost>', DSS_PASSWORD_RANGE_URL: 'https://api.pwnedpasswords.com/range/',
  DSS_SECURITY_CONTACT: null, DSS_CHROMIUM: null, DSS_TEMPLATES: null, DSS_TECHNOLOGIES: null, DSS_LOG_FORMAT: 'text', DSS_LOG_LEVEL: 'info', DSS_METRICS: false, DSS_BLOCKLISTS: null, DSS_IP_DATA: null, DSS_SPAMHAUS_DQS_KEY: null,
  DSS_STATUS_FEEDS: 'direct', DSS_CT: false, DSS_CT_LOG_LIST: 'https://www.gstatic.com/ct/log_list/v3/log_list.json', DSS_CRTSH_URL: null, DSS_CERTSPOTTER_KEY: null, DSS_CERTSPOTTER_URL: 'https://api.certspotter.com/',
  DSS_CZDS_USER: null, DSS_CZDS_PASSWORD: null, DSS_CZDS_URLS: 'https://account-api.icann.org/,https://czds-api.icann.org/', DSS_NRD_URL: null,
  DSS_BULK_DNS_RATE: 500, DSS_BULK_DNS_THREADS: 0, DSS_DNS_SERVERS: null, DSS_DNS_ROOTS: null, DSS_DNS_TRUST_ANCHORS: null, DSS_RDAP_BOOTSTRAP: null, DSS_WHOIS_SERVER: null, DSS_ALLOW_TARGETS: null, DSS_TLS_CA_FILE: null,
};

const nothing = Object.fromEntries(Object.entries(settings).map(([name, { value }]) => [name, value]));

test('defaults that people rely on stay as they are', () => assert.partialDeepStrictEqual(nothing, reliedOn));

suite('settings are read whole', () => {
  const cases: [env: Record<string, string>, expected: Partial<Config>][] = [
    [{}, {}],
    [{ DSS_DNS_SERVERS: ' ', DSS_TLS_CA_FILE: '' }, {}],
    [{ DSS_DNS_SERVERS: '192.0.2.53, 192.0.2.54:5353' }, { DSS_DNS_SERVERS: [{ address: '192.0.2.53', port: 53 }, { address: '192.0.2.54', port: 5353 }] }],
    [{ DSS_DNS_ROOTS: 'a.root-servers.net=198.41.0.4, Root.lab.=127.0.0.1:5353' },
      { DSS_DNS_ROOTS: [{ name: 'a.root-servers.net', address: '198.41.0.4', port: 53 }, { name: 'root.lab', address: '127.0.0.1', port: 5353 }] }],
    [{ DSS_DNS_TRUST_ANCHORS: 'none' }, { DSS_DNS_TRUST_ANCHORS: [] }],
    [{ DSS_DNS_TRUST_ANCHORS: '. IN DS 1 13 2 AB01 ; 2 8 4 cd 02' }, { DSS_DNS_TRUST_ANCHORS: [{ keyTag: 1, algorithm: 13, digestType: 2, digest: 'ab01' }, { keyTag: 2, algorithm: 8, digestType: 4, digest: 'cd02' }] }],
    [{ DSS_RDAP_BOOTSTRAP: ' https://rdap.example/dns.json ' }, { DSS_RDAP_BOOTSTRAP: 'https://rdap.example/dns.json' }],
    [{ DSS_WHOIS_SERVER: 'whois.example' }, { DSS_WHOIS_SERVER: { host: 'whois.example', port: 43 } }],
    [{ DSS_CT: 'on', DSS_CZDS_URLS: 'https://a.example, https://b.example/x' }, { DSS_CT: true, DSS_CZDS_URLS: 'https://a.example/,https://b.example/x/' }],
    [{ DSS_BLOCKLISTS: 'off' }, { DSS_BLOCKLISTS: [] }],
    [{ DSS_BLOCKLISTS: 'Zen.Spamhaus.org., bl.spamcop.net' }, { DSS_BLOCKLISTS: ['zen.spamhaus.org', 'bl.spamcop.net'] }],
    [{ DSS_SPAMHAUS_DQS_KEY: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' }, { DSS_SPAMHAUS_DQS_KEY: 'abcdefghijklmnopqrstuvwxyz' }],
    [{ DSS_ALLOW_TARGETS: '' }, {}],
    [{ DSS_PORT: '0', DSS_HOST: '::', DSS_BASE_URL: 'https://DSS.example/' }, { DSS_PORT: 0, DSS_HOST: '::', DSS_BASE_URL: 'https://dss.example' }],
    [{ DSS_DEFAULT_PLAN: 'pro', DSS_METRICS: 'on', DSS_PASSWORD_RANGE_URL: 'off' }, { DSS_DEFAULT_PLAN: 'pro', DSS_METRICS: true, DSS_PASSWORD_RANGE_URL: 'off' }],
    [{ DSS_OPERATOR_EMAIL: 'Ops@Example.org' }, { DSS_OPERATOR_EMAIL: 'ops@example.org' }],
  ];
  for (const [env, expected] of cases) test(JSON.stringify(env), () => assert.deepEqual(readConfig(env), { ...nothing, ...expected }));
  test('address ranges, with or without blanks', () => assert.equal(readConfig({ DSS_ALLOW_TARGETS: '127.0.0.0/8, ::1/128,' }).DSS_ALLOW_TARGETS?.length, 2));
});

test('a name that is no setting is found', () => assert.deepEqual(unknownSettings({ DSS_PROT: '1', DSS_PORT: '1', DSS_TEST_DATABASE_URL: 'x', DSS_KEY: 'x', HOME: '/' }), ['DSS_PROT']));

suite('a secret may lie in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dss-secret-files-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const values: Record<string, string> = { DATABASE_URL: 'postgres://u:p@h/d', DSS_SMTP_URL: 'smtp://u:p@h', DSS_NRD_URL: 'https://n.example/{date}' };
  for (const name of secretSettings) {
    test(`${name}_FILE`, () => {
      const value = values[name] ?? 'abcdefghijklmnopqrst';
      const [given, read] = [readConfig({ [name]: value }), readConfig({ [`${name}_FILE`]: file(name, `${value}\n`) })];
      assert.deepEqual(read, given);
      assert.notEqual(read[name as keyof Config], null);
      assert.deepEqual(unknownSettings({ [`${name}_FILE`]: 'x' }), []);
    });
  }
  const refused: [says: string, env: () => Record<string, string>, message: RegExp][] = [
    ['both', () => ({ DSS_SECRET: 'x'.repeat(20), DSS_SECRET_FILE: file('both', 'y'.repeat(20)) }), /^DSS_SECRET: It is set together with DSS_SECRET_FILE\. Leave out one of them\.$/],
    ['no file', () => ({ DSS_SECRET_FILE: join(folder, 'none') }), /^DSS_SECRET_FILE: .*no such file/],
    ['a folder', () => ({ DSS_SECRET_FILE: folder }), /^DSS_SECRET_FILE: .*directory/],
    ['an empty file', () => ({ DSS_SECRET_FILE: file('empty', '\n') }), /^DSS_SECRET_FILE: .* is empty\.$/],
    ['a file that is too large', () => ({ DSS_SECRET_FILE: file('large', 'x'.repeat(100_000)) }), /^DSS_SECRET_FILE: .* is larger than 65536 bytes/],
    ['a value that is refused, without repeating it', () => ({ DSS_SECRET_FILE: file('short', 'sesame') }), /^DSS_SECRET: (?!.*sesame).*fewer than 16/],
  ];
  for (const [says, env, message] of refused) test(says, () => assert.throws(() => readConfig(env()), (error: unknown) => error instanceof ConfigError && message.test(error.message)));
  test('what holds none has no such file', () => assert.deepEqual(unknownSettings({ DSS_PORT_FILE: 'x' }), ['DSS_PORT_FILE']));
});

suite('a value that cannot be read is refused by the name of its setting', () => {
  test('and a secret value is not repeated in the message', () => {
    const env: Record<string, string> = { DSS_SECRET: 'sesame', DSS_OPERATOR_PASSWORD: 'sesame', DATABASE_URL: 'my:sesame', DSS_SMTP_URL: 'x:sesame', DSS_SPAMHAUS_DQS_KEY: 'sesame' };
    for (const [name, value] of Object.entries(env)) assert.throws(() => readConfig({ [name]: value }), (error: unknown) => !(error as Error).message.includes('sesame'));
  });
  const cases: [name: string, value: string, message: RegExp][] = [
    ['DSS_DNS_SERVERS', 'resolver.example', /"resolver\.example" is no DNS server/],
    ['DSS_DNS_ROOTS', '198.41.0.4', /"198\.41\.0\.4" is no root server/],
    ['DSS_BLOCKLISTS', 'zen', /"zen" is not the zone of a list/],
    ['DSS_BLOCKLISTS', 'dnsbl.sorbs.net', /was shut down in 2024/],
    ['DSS_CZDS_URLS', 'https://a.example/', /is not two URLs/],
    ['DSS_RDAP_BOOTSTRAP', 'rdap.example', /is not an http\(s\) URL\./],
    ['DSS_WHOIS_SERVER', 'whois.example:99999', /is not host or host:port\./],
    ['DSS_ALLOW_TARGETS', '127.0.0.0/8,10.0.0.0/33', /"10\.0\.0\.0\/33" is not an address range such as 192\.0\.2\.0\/24\./],
    ['DSS_TLS_CA_FILE', '/nowhere/roots.pem', /no such file/],
    ['DSS_PORT', '65536', /is not a port/],
    ['DSS_PORT', '3000.5', /is not a port/],
    ['DSS_HOST', 'dss.example', /is not an IP address/],
    ['DSS_BASE_URL', 'https://dss.example/app', /is not an origin/],
    ['DSS_BASE_URL', 'dss.example', /is not an origin/],
    ['DATABASE_URL', 'mysql://x', /is not a URL such as postgres/],
    ['DSS_ROLE', 'both', /"both" is not one of all, api, worker/],
    ['DSS_WORKERS', '0', /"0" is not a number from 1 to 1000/],
    ['DSS_SECRET', 'short', /fewer than 16 characters/],
    ['DSS_OPERATOR_EMAIL', 'ops', /is not an e-mail address/],
    ['DSS_OPERATOR_PASSWORD', 'short', /8 to 128 characters/],
    ['DSS_DEFAULT_PLAN', 'gold', /is not one of free, pro, enterprise/],
    ['DSS_SMTP_URL', 'mail.example', /is not a URL such as smtp/],
    ['DSS_TEMPLATES', '/nowhere/templates', /There is no folder \/nowhere\/templates\./],
    ['DSS_CHROMIUM', '/nowhere/chromium', /There is no program \/nowhere\/chromium\./],
    ['DSS_LOG_FORMAT', 'xml', /"xml" is not one of text, json\./],
    ['DSS_LOG_LEVEL', 'debug', /"debug" is not one of info, warn, error\./],
    ['DSS_METRICS', 'yes', /is not on or off/],
    ['DSS_SECURITY_CONTACT', 'me@example.org', /is not a mailto: or https: address/],
    ['DSS_TLS_CA_FILE', import.meta.filename, /has no certificate in PEM form/],
  ];
  for (const [name, value, message] of cases) {
    test(`${name}=${value}`, () => assert.throws(() => readConfig({ [name]: value }), (error: unknown) => error instanceof ConfigError && error.message.startsWith(`${name}: `) && message.test(error.message)));
  }
});
