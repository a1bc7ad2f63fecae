import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import { deviations, untimed, type Field } from './conformance/whois-expectations.ts';
import { parseWhois } from './parse-whois.ts';
import type { Registration } from './registration.ts';

/** One expectation file of the corpus, as far as it is compared. */
interface Expected {
  domain: {
    punycode: string;
    status?: string[];
    name_servers?: string[];
    dnssec?: boolean;
    created_date?: string;
    created_date_in_time?: string;
    updated_date?: string;
    updated_date_in_time?: string;
    expiration_date?: string;
    expiration_date_in_time?: string;
  };
  registrar?: { id?: string; name?: string };
}

const registeredFolder = new URL('conformance/whois/registered/', import.meta.url);
const notRegisteredFolder = new URL('conformance/whois/not-registered/', import.meta.url);
const samples = textFiles(registeredFolder);

function textFiles(folder: URL): string[] {
  return readdirSync(folder).filter(name => name.endsWith('.txt')).map(name => name.slice(0, -'.txt'.length));
}

function raw(folder: URL, name: string): string {
  return readFileSync(new URL(`${name}.txt`, folder), 'utf8');
}

/** The corpus says `dnssec` only where it is true. */
function expectedOf(name: string): Record<Field, unknown> {
  const { domain, registrar } = JSON.parse(readFileSync(new URL(`${name}.json`, registeredFolder), 'utf8')) as Expected;
  return {
    registered: 'yes',
    domain: domain.punycode,
    registrar: registrar?.name ?? null,
    ianaId: registrar?.id === undefined ? null : Number(registrar.id),
    createdAt: momentOf(domain.created_date, domain.created_date_in_time),
    updatedAt: momentOf(domain.updated_date, domain.updated_date_in_time),
    expiresAt: momentOf(domain.expiration_date, domain.expiration_date_in_time),
    statuses: domain.status ?? [],
    nameservers: domain.name_servers ?? [],
    dnssec: domain.dnssec ?? false,
  };
}

function momentOf(text: string | undefined, time: string | undefined): string | null {
  if (time) return new Date(time).toISOString();
  return text ? untimed[text] ?? null : null;
}

function foundIn(name: string): Record<Field, unknown> {
  const reading = parseWhois(raw(registeredFolder, name));
  const registration: Partial<Registration> = reading.registered === 'yes' ? reading.registration : {};
  const { domain, registrar, createdAt, updatedAt, expiresAt, statuses, nameservers, dnssec } = registration;
  return {
    registered: reading.registered, domain, registrar: registrar?.name ?? null, ianaId: registrar?.ianaId ?? null,
    createdAt, updatedAt, expiresAt, statuses, nameservers, dnssec: dnssec ?? false,
  };
}

suite('parseWhois reads every registered sample of the corpus by its raw text', () => {
  for (const name of samples) {
    test(name, () => {
      const own = deviations.filter(({ files }) => name in files).map(({ field, files }) => [field, files[name]]);
      assert.deepEqual(foundIn(name), { ...expectedOf(name), ...Object.fromEntries(own) });
    });
  }
  test('the corpus is whole', () => assert.deepEqual([samples.length, textFiles(notRegisteredFolder).length], [109, 48]));
  test('at least 95 % of its expectations are met before the deviations are counted as right', t => {
    const outcomes = samples.flatMap(name => {
      const [expected, found] = [expectedOf(name), foundIn(name)];
      return (Object.keys(expected) as Field[]).map(field => JSON.stringify(found[field]) === JSON.stringify(expected[field]));
    });
    const right = outcomes.filter(Boolean).length;
    const explained = deviations.flatMap(({ files }) => Object.keys(files)).length;
    t.diagnostic(`fields as in the corpus: ${right} of ${outcomes.length} (${(100 * right / outcomes.length).toFixed(1)} %), explained deviations: ${explained}`);
    assert.ok(right / outcomes.length >= 0.95);
    assert.equal(right + explained, outcomes.length);
  });
});

suite('parseWhois knows every way of the corpus to say that a name is not registered', () => {
  for (const name of textFiles(notRegisteredFolder)) test(name, () => assert.deepEqual(parseWhois(raw(notRegisteredFolder, name)), { registered: 'no' }));
});

test('a name that sounds like a refusal is none', () => assert.deepEqual(parseWhois('No match for "denied.org".'), { registered: 'no' }));

suite('parseWhois tells a refusal, and a reply without meaning, from "not registered"', () => {
  const cases: [says: string, text: string, cause: string][] = [
    ['rate limit', 'Number of allowed queries exceeded. Please try again later.\r\n', 'the registry refused to answer: Number of allowed queries exceeded. Please try again later.'],
    ['rate limit after an echo of the name', 'domain: example.de\n% Error: 55000000002 Connection refused; access control limit exceeded.\n',
      'the registry refused to answer: Connection refused; access control limit exceeded.'],
    ['a refusal that begins like an absence', 'No information available: query limit exceeded', 'the registry refused to answer: No information available: query limit exceeded'],
    ['blocked address', '%% Your IP address has been blocked.\n', 'the registry refused to answer: Your IP address has been blocked.'],
    ['control characters in a refusal', 'Quota exceeded \u001b[2J\u202e\n', 'the registry refused to answer: Quota exceeded [2J'],
    ['nothing', '', 'the reply of the registry was empty'],
    ['blank lines', '\r\n \r\n', 'the reply of the registry was empty'],
    ['an echo of the name alone', 'Domain: example.org\n', 'the reply of the registry could not be read'],
    ['a web page', '<html><body>Hello</body></html>', 'the reply of the registry could not be read'],
    ['bytes', '\u0000\u00ff\u00fe\r\u0080\n', 'the reply of the registry could not be read'],
    ['prose that mentions what is not found', 'If a domain is not found here, it may still exist.\n', 'the reply of the registry could not be read'],
  ];
  for (const [says, text, cause] of cases) test(says, () => assert.deepEqual(parseWhois(text), { registered: 'unclear', cause }));
});

suite('parseWhois reads layouts that the corpus does not have', () => {
  const cases: [says: string, lines: string[], expected: Partial<Registration>][] = [
    ['Belgium: tabs, English dates, flags', [
      'Domain:\texample.be', 'Status:\tNOT AVAILABLE', 'Registered:\tTue Dec 12 2000', '', 'Registrant:', '\tNot shown, please visit www.dnsbelgium.be', '',
      'Registrar:', '\tName:\t Example Registrar', '\tWebsite: https://registrar.example', '', 'Nameservers:', '\tns1.example.be (192.0.2.1)', '\tns2.example.be', '',
      'Keys:', '', 'Flags:', '\tclientTransferProhibited',
    ], {
      domain: 'example.be', createdAt: '2000-12-12T00:00:00.000Z', registrar: { name: 'Example Registrar', ianaId: null },
      nameservers: ['ns1.example.be', 'ns2.example.be'], statuses: ['NOT AVAILABLE', 'clientTransferProhibited'],
    }],
    ['Japan in Japanese', [
      '[ JPRS database provides information on network administration.               ]', 'Domain Information: [ドメイン情報]',
      '[ドメイン名]                    EXAMPLE.JP', '[ネームサーバ]                  ns1.example.jp', '[署名鍵]                        ',
      '[登録年月日]                    2001/03/26', '[有効期限]                      2027/03/31', '[状態]                          Active', '[最終更新]                      2026/04/01 01:05:57 (JST)',
    ], {
      domain: 'example.jp', createdAt: '2001-03-26T00:00:00.000Z', expiresAt: '2027-03-31T00:00:00.000Z', updatedAt: '2026-03-31T16:05:57.000Z',
      statuses: ['Active'], nameservers: ['ns1.example.jp'],
    }],
    ['Turkey: stars and month names', [
      '** Domain Name: example.com.tr', '', '** Registrar:', 'NIC Handle\t\t: exa-metu', 'Organization Name\t: Example Registrar', '',
      '** Domain Servers:', 'ns1.example.com.tr', 'ns2.example.com.tr', '', '** Additional Info:', 'Created on..............: 2001-Aug-23.', 'Expires on..............: 2030-Aug-22.',
    ], {
      domain: 'example.com.tr', createdAt: '2001-08-23T00:00:00.000Z', expiresAt: '2030-08-22T00:00:00.000Z', nameservers: ['ns1.example.com.tr', 'ns2.example.com.tr'],
      registrar: { name: 'Example Registrar', ianaId: null },
    }],
    ['Brazil: dates without separators, a person with dates of its own', [
      'domain:      example.com.br', 'owner:       Example', 'nserver:     a.dns.br', 'created:     19990518 #162310', 'changed:     20260424', 'expires:     20300518', 'status:      published', '',
      'nic-hdl-br:  EXA', 'person:      Example', 'created:     20100101', 'changed:     20110101',
    ], { domain: 'example.com.br', createdAt: '1999-05-18T00:00:00.000Z', updatedAt: '2026-04-24T00:00:00.000Z', expiresAt: '2030-05-18T00:00:00.000Z', statuses: ['published'] }],
    ['Italy: several statuses in a line', ['Domain:             example.it', 'Status:             pendingDelete / redemptionPeriod'], { domain: 'example.it', statuses: ['pendingDelete', 'redemptionPeriod'] }],
    ['a person with dates, a domain without', ['domain: example.at', 'nserver: ns1.example.at', '', 'nic-hdl: XY1', 'changed: 20110101', 'created: 20100101'],
      { createdAt: null, updatedAt: null, nameservers: ['ns1.example.at'] }],
    ['Korea: blanks in dates', ['Domain Name                 : example.co.kr', 'Registered Date             : 1999. 07. 28.', 'Expiration Date             : 2030. 07. 28.'],
      { createdAt: '1999-07-28T00:00:00.000Z', expiresAt: '2030-07-28T00:00:00.000Z' }],
    ['prose right above', ['Welcome to the registry', 'Domain: example.test', 'Created: 2001-02-03', 'Status: active'], { createdAt: '2001-02-03T00:00:00.000Z', statuses: ['active'] }],
    ['slashes that nothing explains are no date', ['Domain Name: example.test', 'Creation Date: 01/02/2003', 'Name Server: ns1.example.test'], { createdAt: null }],
    ['slashes explained by another date', ['Domain Name: example.test', 'Creation Date: 01/02/2003', 'Expiry Date: 31/12/2030'],
      { createdAt: '2003-02-01T00:00:00.000Z', expiresAt: '2030-12-31T00:00:00.000Z' }],
    ['ICANN: an address record, a DS record, a holder behind a service', [
      'Domain Name: EXAMPLE.NET', 'Registrar: Example, Inc.', 'Registrar IANA ID: 9999', 'Registrant Name: REDACTED FOR PRIVACY', 'Name Server: NS1.EXAMPLE.NET 192.0.2.1 2001:db8::1',
      'DNSSEC: signedDelegation', 'DNSSEC DS Data: 12345 13 2 ABCDEF',
    ], { registrar: { name: 'Example, Inc.', ianaId: 9999 }, nameservers: ['ns1.example.net'], dnssec: true, holder: 'withheld' }],
    ['control characters are left out of what is shown', ['Domain Name: example.net', 'Registrar: \u001b[31mEvil\u202e'], { registrar: { name: '[31mEvil', ianaId: null } }],
  ];
  for (const [says, lines, expected] of cases) {
    test(says, () => {
      const reading = parseWhois(`${lines.join('\r\n')}\r\n`);
      assert.ok(reading.registered === 'yes');
      assert.deepEqual({ ...reading.registration, ...expected }, reading.registration);
    });
  }
});

suite('parseWhois is total and linear', () => {
  const options = { seed: 3912, numRuns: 1000 };
  const texts = samples.map(name => raw(registeredFolder, name));
  const mutated = fc.tuple(fc.constantFrom(...texts), fc.nat(3000), fc.nat(40), fc.string({ unit: 'binary', maxLength: 20 }))
    .map(([text, at, cut, insert]) => text.slice(0, at) + insert + text.slice(at + cut));
  test('on arbitrary text', () => fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), text => void parseWhois(text)), options));
  test('on real replies with changes', () => fc.assert(fc.property(mutated, text => void parseWhois(text)), options));
  for (const unit of ['a', ' ', '\n', ':', 'a:', 'a:b\n', '[', '[a]', '.', '-', '\t', '(', 'Name Server: a.b\n', 'Domain Status: a -', 'on 1', '"', 'Registrar:\n', 'a '.repeat(200).concat('\n')]) {
    test(`1 MiB of ${JSON.stringify(unit.slice(0, 20))} takes no time`, () => {
      const text = unit.repeat(2 ** 20 / unit.length);
      const startedMs = performance.now();
      parseWhois(text);
      parseWhois(`Domain Status: ${text}`);
      assert.ok(performance.now() - startedMs < 5000);
    });
  }
});
