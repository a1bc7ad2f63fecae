import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { ConfigError, readConfig, type Config } from './config.ts';

const nothing: Config = { DSS_DNS_SERVERS: null, DSS_RDAP_BOOTSTRAP: null, DSS_WHOIS_SERVER: null, DSS_ALLOW_TARGETS: null, DSS_TLS_CA_FILE: null };

suite('settings are read whole', () => {
  const cases: [env: Record<string, string>, expected: Partial<Config>][] = [
    [{}, {}],
    [{ DSS_DNS_SERVERS: ' ', DSS_TLS_CA_FILE: '' }, {}],
    [{ DSS_DNS_SERVERS: '192.0.2.53, 192.0.2.54:5353' }, { DSS_DNS_SERVERS: [{ address: '192.0.2.53', port: 53 }, { address: '192.0.2.54', port: 5353 }] }],
    [{ DSS_RDAP_BOOTSTRAP: ' https://rdap.example/dns.json ' }, { DSS_RDAP_BOOTSTRAP: 'https://rdap.example/dns.json' }],
    [{ DSS_WHOIS_SERVER: 'whois.example' }, { DSS_WHOIS_SERVER: { host: 'whois.example', port: 43 } }],
    [{ DSS_ALLOW_TARGETS: '' }, {}],
  ];
  for (const [env, expected] of cases) test(JSON.stringify(env), () => assert.deepEqual(readConfig(env), { ...nothing, ...expected }));
  test('address ranges, with or without blanks', () => assert.equal(readConfig({ DSS_ALLOW_TARGETS: '127.0.0.0/8, ::1/128,' }).DSS_ALLOW_TARGETS?.length, 2));
});

suite('a value that cannot be read is refused by the name of its setting', () => {
  const cases: [name: string, value: string, message: RegExp][] = [
    ['DSS_DNS_SERVERS', 'resolver.example', /"resolver\.example" is no DNS server/],
    ['DSS_RDAP_BOOTSTRAP', 'rdap.example', /is not an http\(s\) URL\./],
    ['DSS_WHOIS_SERVER', 'whois.example:99999', /is not host or host:port\./],
    ['DSS_ALLOW_TARGETS', '127.0.0.0/8,10.0.0.0/33', /"10\.0\.0\.0\/33" is not an address range such as 192\.0\.2\.0\/24\./],
    ['DSS_TLS_CA_FILE', '/nowhere/roots.pem', /no such file/],
    ['DSS_TLS_CA_FILE', import.meta.filename, /has no certificate in PEM form/],
  ];
  for (const [name, value, message] of cases) {
    test(`${name}=${value}`, () => assert.throws(() => readConfig({ [name]: value }), (error: unknown) => error instanceof ConfigError && error.message.startsWith(`${name}: `) && message.test(error.message)));
  }
});
