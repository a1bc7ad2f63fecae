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

suite('parseWhois knows other ways of saying it', () => {
  const cases: [says: string, text: string][] = [
    ['IANA, for .int', '% IANA WHOIS server\n% This query returned 0 objects.\n%\n% You queried for example.int but this server does not have\n% any data for example.int.\n'],
    ['Korea, in both languages', 'query : example.kr\n\n# KOREAN(UTF8)\n\n상기 도메인이름은 등록되어 있지 않습니다.\n\n# ENGLISH\n\nThe requested domain was not found in the Registry or Registrar’s WHOIS Server.\n\n- KISA/KRNIC WHOIS Service -\n'],
    ['Korea, in Korean alone', 'query : example.kr\n\n상기 도메인이름은 등록되어 있지 않습니다.\n'],
    ['Serbia', '%ERROR:103: Domain is not registered'],
    ['Slovakia', 'Domain not found.\n'],
    ['EDUCAUSE', 'NO MATCH: example.edu\n'],
    ['Mexico', 'No_Se_Encontro_El_Objeto/Object_Not_Found\n'],
    ['Thailand', '% No match for "example.co.th".\n'],
    ['Israel', '% No data was found to match the request criteria.\n'],
    ['Portugal', 'example.pt - No Match\n'],
  ];
  for (const [says, text] of cases) test(says, () => assert.deepEqual(parseWhois(text), { registered: 'no' }));
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
    ['Slovakia: the end as "Valid Until", the registrar by handle with its name below, people with dates of their own', [
      'Domain:                       example.sk', 'Created:                      2004-05-21', 'Valid Until:                  2030-04-24', 'Updated:                      2026-03-21',
      'Domain Status:                clientTransferProhibited, clientUpdateProhibited', 'Nameserver:                   ns1.example.net', '',
      'Domain registrant:            A24C-154952', 'Name:                         Example Owner', 'Created:                      2021-06-28', 'Updated:                      2027-09-15', '',
      'Registrar:                    ACTI-0024', 'Name:                         Example Registrar, s.r.o.', 'Organization:                 Example Group', 'Updated:                      2028-10-10', '',
      'Administrative Contact:       A24C-154952', 'Name:                         Example Owner', 'Updated:                      2029-09-15',
    ], {
      domain: 'example.sk', createdAt: '2004-05-21T00:00:00.000Z', updatedAt: '2026-03-21T00:00:00.000Z', expiresAt: '2030-04-24T00:00:00.000Z',
      registrar: { name: 'Example Registrar, s.r.o.', ianaId: null }, statuses: ['clientTransferProhibited', 'clientUpdateProhibited'], nameservers: ['ns1.example.net'],
    }],
    ['Korea: an agency as registrar, nameservers as hosts under headings, twice in two languages', [
      'query : example.kr', '', '# KOREAN(UTF8)', '', '도메인이름                  : example.kr', '등록대행자                  : 예시(주)(http://registrar.example)', 'DNSSEC                      : 미서명', '',
      '1차 네임서버 정보', '   호스트이름               : ns1.example.net', '', '# ENGLISH', '', 'Domain Name                 : example.kr', 'Registered Date             : 2012. 05. 19.',
      'Last Updated Date           : 2026. 10. 17.', 'Expiration Date             : 2030. 05. 19.', 'Authorized Agency           : Example Registrar(http://registrar.example)',
      'DNSSEC                      : unsigned', 'Domain Status               : clientTransferProhibited', '', 'Primary Name Server', '   Host Name                : ns1.example.net', '   IP Address               : 192.0.2.1', '',
      'Secondary Name Server', '   Host Name                : ns2.example.net', '', '- KISA/KRNIC WHOIS Service -',
    ], {
      domain: 'example.kr', createdAt: '2012-05-19T00:00:00.000Z', updatedAt: '2026-10-17T00:00:00.000Z', expiresAt: '2030-05-19T00:00:00.000Z',
      registrar: { name: 'Example Registrar', ianaId: null }, nameservers: ['ns1.example.net', 'ns2.example.net'], dnssec: false, statuses: ['clientTransferProhibited'],
    }],
    ['Serbia: nameservers as "DNS" with an address or a dash, a modification date', [
      'Domain name: example.rs', 'Domain status: Active, clientUpdateProhibited', 'Registration date: 10.03.2008 12:31:19', 'Modification date: 07.02.2026 18:38:00', 'Expiration date: 10.03.2030 12:31:19',
      'Registrar: Example d.o.o.', '', '', 'DNS: ns1.example.net - ', 'DNS: ns3.example.net - 192.0.2.10', '', 'DNSSEC signed: yes', '', 'Registrant: Example LLC',
    ], {
      updatedAt: '2026-02-07T18:38:00.000Z', expiresAt: '2030-03-10T12:31:19.000Z', nameservers: ['ns1.example.net', 'ns3.example.net'], dnssec: true,
      registrar: { name: 'Example d.o.o.', ianaId: null }, statuses: ['Active', 'clientUpdateProhibited'],
    }],
    ['EDUCAUSE: the dates of the record', [
      'The EDUCAUSE Whois database is authoritative for the', '.EDU domain.', '', '-------------------------------------------------------------', '', 'Domain Name: EXAMPLE.EDU', '', 'Registrant:', '\tExample University', '',
      'Name Servers:', '\tNS1.EXAMPLE.EDU', '\tNS2.EXAMPLE.EDU      192.0.2.53', '', 'Domain record activated:    15-Jul-1985', 'Domain record last updated: 30-Jun-2026', 'Domain expires:             31-Jul-2030',
    ], {
      createdAt: '1985-07-15T00:00:00.000Z', updatedAt: '2026-06-30T00:00:00.000Z', expiresAt: '2030-07-31T00:00:00.000Z', nameservers: ['ns1.example.edu', 'ns2.example.edu'],
    }],
    ['IANA as the registry of .int', [
      '% IANA WHOIS server', '% This query returned 1 object', '', 'domain:       EXAMPLE.INT', '', 'organisation: Example Organization', '', 'contact:      administrative', 'name:         Role Account', '',
      'nserver:      DNS1.EXAMPLE.INT 192.0.2.3', '', 'created:      1996-08-23', 'changed:      2009-03-19', 'source:       IANA',
    ], { domain: 'example.int', createdAt: '1996-08-23T00:00:00.000Z', updatedAt: '2009-03-19T00:00:00.000Z', nameservers: ['dns1.example.int'], registrar: null }],
    ['AFNIC: DS records as a list', [
      'domain:      example.wf', 'status:      ACTIVE', 'hold:        NO', 'nsl-id:      NSL69982-FRNIC', 'dsl-id:      SIGN1586367-FRNIC', 'registrar:   Example Registrar', 'Expiry Date: 2030-10-19T22:07:38Z',
      'created:     2016-04-19T17:08:51Z', 'last-update: 2026-05-12T21:49:18Z', 'source:      FRNIC', '', 'ns-list:     NSL69982-FRNIC', 'nserver:     ns.example.net', 'source:      FRNIC', '',
      'ds-list:     SIGN1586367-FRNIC', 'key1-tag:    62351', 'key1-algo:   8 [RSASHA256]', 'source:      FRNIC',
    ], { dnssec: true, updatedAt: '2026-05-12T21:49:18.000Z', expiresAt: '2030-10-19T22:07:38.000Z', nameservers: ['ns.example.net'], registrar: { name: 'Example Registrar', ianaId: null } }],
    ['AFNIC: a key without a list', ['domain: example.fr', 'registrar: Example Registrar', 'nserver: ns.example.net', 'key1-tag: 62351'], { dnssec: true }],
    ['a registrar that sponsors, with its number', ['Domain Name: example.cc', 'Registrar: Example, Inc.', 'Sponsoring Registrar IANA ID: 299'], { registrar: { name: 'Example, Inc.', ianaId: 299 } }],
    ['CoCCA: fractions of seconds', ['Domain Name: example.cx', 'Registrar: Example', 'Updated Date: 2019-06-27T09:31:23.513Z', 'Creation Date: 2010-07-29T18:15:42.56Z', 'Registry Expiry Date: 2030-07-29T18:15:42.158Z'],
      { createdAt: '2010-07-29T18:15:42.560Z', updatedAt: '2019-06-27T09:31:23.513Z', expiresAt: '2030-07-29T18:15:42.158Z' }],
    ['Mexico: nameservers as "DNS" under a heading', ['Domain Name:       example.mx', 'Created On:        2009-05-12', 'Expiration Date:   2030-05-11', 'Last Updated On:   2026-04-15', 'Registrar:         Example', '', 'Name Servers:', '   DNS:            ns1.example.net', '   DNS:            ns2.example.net'],
      { createdAt: '2009-05-12T00:00:00.000Z', updatedAt: '2026-04-15T00:00:00.000Z', expiresAt: '2030-05-11T00:00:00.000Z', nameservers: ['ns1.example.net', 'ns2.example.net'] }],
    ['Thailand: "Exp date"', ['Domain Name:       EXAMPLE.CO.TH', 'Registrar:         Example', 'Name Server:       NS1.EXAMPLE.NET', 'DNSSEC:            unsigned', 'Status:            ACTIVE', 'Updated date:      17 Sep 2026', 'Created date:      08 Oct 1999', 'Exp date:          07 Oct 2030'],
      { createdAt: '1999-10-08T00:00:00.000Z', updatedAt: '2026-09-17T00:00:00.000Z', expiresAt: '2030-10-07T00:00:00.000Z' }],
    ['Israel: "validity", the registrar with a website', ['domain:       example.co.il', '', 'descr:        Example', 'nserver:      ns1.example.net', 'validity:     05-06-2030', 'DNSSEC:       unsigned', 'status:       Transfer Locked', '', 'registrar name: Example Registrar', 'registrar info: https://registrar.example'],
      { expiresAt: '2030-06-05T00:00:00.000Z', nameservers: ['ns1.example.net'], registrar: { name: 'Example Registrar', ianaId: null } }],
    ['Czechia: a key set stands for DNSSEC', ['domain:       example.cz', 'nsset:        EXAMPLE', 'keyset:       AUTO-EXAMPLE', 'registrar:    REG-EXAMPLE', 'registered:   21.07.2000 15:21:00', 'changed:      05.04.2026 10:00:00', 'expire:       22.07.2030', '', 'nsset:        EXAMPLE', 'nserver:      ns1.example.net (192.0.2.1)', 'created:      02.10.2009 12:33:12', 'changed:      02.02.2024 10:00:00'],
      { createdAt: '2000-07-21T15:21:00.000Z', updatedAt: '2026-04-05T10:00:00.000Z', expiresAt: '2030-07-22T00:00:00.000Z', dnssec: true, nameservers: ['ns1.example.net'], registrar: { name: 'REG-EXAMPLE', ianaId: null } }],
    ['Portugal: days first, servers with addresses behind a bar', ['Domain: example.pt', 'Domain Status: Registered', 'Creation Date: 16/04/2003 00:00:00', 'Expiration Date: 30/04/2030 23:59:00', 'Owner Name: Example', 'Name Server: ns1.example.net | IPv4:  and IPv6: ', 'Name Server: ns2.example.pt | IPv4: 192.0.2.1 and IPv6: '],
      { createdAt: '2003-04-16T00:00:00.000Z', expiresAt: '2030-04-30T23:59:00.000Z', nameservers: ['ns1.example.net', 'ns2.example.pt'] }],
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
