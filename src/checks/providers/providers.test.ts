import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import { dnsHosts } from './dns-hosts.ts';
import { mailProviders } from './mail-providers.ts';
import { findDnsHost, findMailProvider, findSender, inferSelectors } from './match.ts';
import { senders } from './senders.ts';

const everySender = [...mailProviders, ...senders];
const tables = [
  { says: 'DNS hosts', entries: dnsHosts, atLeast: 130, patternsOf: (id: string) => dnsHosts.find(host => host.id === id)!.match, find: findDnsHost },
  {
    says: 'mail providers', entries: mailProviders, atLeast: 90, find: findMailProvider,
    patternsOf: (id: string) => mailProviders.find(provider => provider.id === id)!.match,
  },
  {
    says: 'senders', entries: everySender, atLeast: 220, find: findSender,
    patternsOf: (id: string) => everySender.filter(sender => sender.id === id).flatMap(({ spfIncludes = [], dkimTargets = [] }) => spfIncludes.concat(dkimTargets)),
  },
];
const sampleOf = (pattern: string) => pattern.replaceAll('#', '7').replaceAll('*', 'x1');

for (const { says, entries, atLeast, patternsOf, find } of tables) {
  const patterns = entries.flatMap(({ id }) => patternsOf(id).map(pattern => ({ id, pattern })));
  suite(`the table of ${says}`, () => {
    test(`has at least ${atLeast} entries`, () => assert.ok(entries.length >= atLeast, `${entries.length}`));
    test('has every id and every pattern once', () => {
      assert.deepEqual(repeated(entries.map(({ id }) => id)), []);
      assert.deepEqual(repeated(patterns.map(({ pattern }) => pattern)), []);
    });
    test('has patterns in lower case, of two labels or more, that end in a plain label', () =>
      assert.deepEqual(patterns.filter(({ pattern }) => !/^([a-z0-9_*#-]+\.)+[a-z][a-z-]*$/.test(pattern)), []));
    test('knows every pattern as the name itself and below it', () => {
      for (const { id, pattern } of patterns) {
        for (const name of [sampleOf(pattern), `a.b.${sampleOf(pattern)}`, `${sampleOf(pattern).toUpperCase()}.`]) assert.equal(find(name)?.id, id, name);
      }
    });
    test('does not know a pattern with one letter before or a name behind it', () => {
      for (const { id, pattern } of patterns) {
        for (const name of [`evil${sampleOf(pattern)}`, `${sampleOf(pattern)}.evil.example`, `${sampleOf(pattern)}x`]) assert.notEqual(find(name)?.id, id, name);
      }
    });
  });
}

suite('every entry can be used', () => {
  test('there are at least 130 senders besides the mail providers', () => assert.ok(senders.length >= 130, `${senders.length}`));
  test('links are https and lead to a host name', () => {
    for (const url of [...dnsHosts.map(({ portalUrl }) => portalUrl), ...mailProviders.map(provider => provider.url)]) {
      assert.equal(new URL(url).protocol, 'https:', url);
      assert.equal(new URL(url).href, url);
    }
  });
  test('every sender leaves a mark by which it is known', () =>
    assert.deepEqual(senders.filter(({ spfIncludes, dkimTargets, txtPrefixes }) => !spfIncludes && !dkimTargets && !txtPrefixes), []));
  test('selectors are names, TXT prefixes are lower case and stand for one sender', () => {
    const selectors = everySender.flatMap(sender => sender.selectors ?? []);
    assert.deepEqual(selectors.filter(selector => !/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(selector)), []);
    const prefixes = everySender.flatMap(sender => sender.txtPrefixes ?? []);
    assert.deepEqual([prefixes.filter(prefix => prefix !== prefix.toLowerCase()), repeated(prefixes)], [[], []]);
  });
});

suite('findDnsHost knows the names that hosts really use', () => {
  const cases: [nameserver: string, id: string | undefined][] = [
    ['ns-123.awsdns-45.co.uk', 'aws-route-53'],
    ['ns-2047.awsdns-63.com', 'aws-route-53'],
    ['ns1-01.azure-dns.com', 'azure-dns'],
    ['ns4-205.azure-dns.info', 'azure-dns'],
    ['dns1.p01.nsone.net', 'ns1'],
    ['pdns1.ultradns.net', 'ultradns'],
    ['a1-64.akam.net', 'akamai'],
    ['ns-cloud-a1.googledomains.com', 'google-cloud-dns'],
    ['ns1.googledomains.com', 'squarespace'],
    ['ada.ns.cloudflare.com', 'cloudflare'],
    ['ns07.domaincontrol.com', 'godaddy'],
    ['dns101.registrar-servers.com', 'namecheap'],
    ['ns1.dnsv5.com', 'dnspod'],
    ['ns1.dns.ne.jp', 'sakura'],
    ['a.auto.dns.br', 'registro-br'],
    ['ns1.p201.dns.oraclecloud.net', 'oracle-cloud'],
    ['ns1.example.net', undefined],
    ['ns-123.awsdns-x5.co.uk', undefined],
    ['ns-123.evilawsdns-45.co.uk', undefined],
    ['awsdns-45.co.uk.evil.example', undefined],
    ['awsdns-45.example', undefined],
    ['ns-cloud-.googledomains.com.evil.example', undefined],
    ['ns1.notcloudflare.com', undefined],
    ['cloudflare.com.example.org', undefined],
    ['ns1.akam.net.example', undefined],
    ['', undefined],
    ['.', undefined],
    ['com', undefined],
  ];
  for (const [nameserver, id] of cases) test(JSON.stringify(nameserver), () => assert.equal(findDnsHost(nameserver)?.id, id));
});

suite('findMailProvider knows the names that providers really use', () => {
  const cases: [exchange: string, id: string | undefined][] = [
    ['example-org.mail.protection.outlook.com', 'microsoft-365'],
    ['example-org.a-v1.mx.microsoft', 'microsoft-365'],
    ['hotmail-com.olc.protection.outlook.com', 'outlook-com'],
    ['aspmx.l.google.com', 'google-workspace'],
    ['alt4.aspmx.l.google.com', 'google-workspace'],
    ['aspmx2.googlemail.com', 'google-workspace'],
    ['smtp.google.com', 'google-workspace'],
    ['gmail-smtp-in.l.google.com', 'gmail'],
    ['mxa-00123456.gslb.pphosted.com', 'proofpoint'],
    ['eu-smtp-inbound-1.mimecast.com', 'mimecast'],
    ['route2.mx.cloudflare.net', 'cloudflare-email-routing'],
    ['inbound-smtp.eu-west-1.amazonaws.com', 'amazon-ses'],
    ['mx-biz.mail.am0.yahoodns.net', 'turbify'],
    ['mta5.am0.yahoodns.net', 'yahoo-mail'],
    ['evilgoogle.com', undefined],
    ['aspmx.l.evilgoogle.com', undefined],
    ['smtp.google.com.evil.example', undefined],
    ['google.com', undefined],
    ['mail.google.com', undefined],
    ['notmail.protection.outlook.com', undefined],
    ['mx.microsoft.example', undefined],
    ['evilmx.microsoft', undefined],
    ['inbound-smtp.amazonaws.com', undefined],
    ['inbound-smtp.eu-west-1.evil.amazonaws.com', undefined],
    ['mxbizx.qq.com', undefined],
    ['', undefined],
  ];
  for (const [exchange, id] of cases) test(JSON.stringify(exchange), () => assert.equal(findMailProvider(exchange)?.id, id));
});

suite('findSender reads SPF terms and DKIM aliases', () => {
  const cases: [name: string, id: string | undefined][] = [
    ['sendgrid.net', 'sendgrid'],
    ['u123.wl456.sendgrid.net', 'sendgrid'],
    ['_spf.google.com', 'google-workspace'],
    ['%{i}._spf.mta.salesforce.com', 'salesforce'],
    ['%{ir}.%{v}.%{d}.spf.has.pphosted.com', 'proofpoint'],
    ['selector1-example-org._domainkey.contoso.onmicrosoft.com', 'microsoft-365'],
    ['selector1-example-org._domainkey.contoso.a-v1.dkim.mail.microsoft', 'microsoft-365'],
    ['abc.dkim.amazonses.com', 'amazon-ses'],
    ['google.com', undefined],
    ['evilsendgrid.net', undefined],
    ['_spf.example.org', undefined],
  ];
  for (const [name, id] of cases) test(name, () => assert.equal(findSender(name)?.id, id));
});

suite('inferSelectors guesses from what is seen', () => {
  const nothing = { mxHosts: [], spfHosts: [], txt: [] };
  test('nothing seen, nothing guessed', () => assert.deepEqual(inferSelectors(nothing), []));
  test('mail exchangers', () => assert.deepEqual(inferSelectors({ ...nothing, mxHosts: ['mx.zoho.com', 'mx2.zoho.com'] }),
    [{ selector: 'zmail', because: 'MX points to Zoho Mail' }, { selector: 'zoho', because: 'MX points to Zoho Mail' }]));
  test('SPF terms', () => assert.deepEqual(inferSelectors({ ...nothing, spfHosts: ['spf.mandrillapp.com'] })[0],
    { selector: 'mte1', because: 'SPF names Mailchimp Transactional' }));
  test('verification records', () => assert.deepEqual(inferSelectors({ ...nothing, txt: ['Brevo-Code:0123', 'v=spf1 -all'] })[0],
    { selector: 'brevo1', because: 'a TXT record verifies the domain for Brevo' }));
  test('the first selector of each service comes before the second of any, each once', () => {
    const spfHosts = ['_spf.google.com', 'sendgrid.net', 'servers.mcsv.net', 'mailgun.org'];
    const guesses = inferSelectors({ mxHosts: ['aspmx.l.google.com'], spfHosts, txt: ['MS=ms12345678'] });
    assert.deepEqual(guesses.map(({ selector }) => selector).slice(0, 8), ['google', 's1', 'k2', 'mx', 'selector1', 's2', 'k3', 'pic']);
    assert.equal(new Set(guesses.map(({ selector }) => selector)).size, guesses.length);
    assert.equal(guesses[0]!.because, 'MX points to Google Workspace');
  });
});

test('no name and no text ends in an error', () => {
  const known = fc.constantFrom('google', 'com', 'awsdns-1', 'co', 'uk', '*', '#', '', 'mx', 'microsoft', '__proto__', 'constructor');
  const label = fc.oneof(known, fc.string({ unit: 'binary', maxLength: 20 }));
  fc.assert(fc.property(fc.array(label, { maxLength: 12 }), labels => {
    const name = labels.join('.');
    findDnsHost(name);
    findMailProvider(name);
    findSender(name);
    inferSelectors({ mxHosts: [name], spfHosts: [name], txt: [name] });
  }), { seed: 1035, numRuns: 2000 });
});

test('a hundred thousand names are looked up in less than two seconds', () => {
  const startedMs = performance.now();
  for (let n = 0; n < 100_000; n++) findDnsHost(`ns${n}.some-host-${n % 97}.com`);
  findSender('a'.repeat(100_000));
  findSender('a.'.repeat(100_000));
  assert.ok(performance.now() - startedMs < 8000);
});

function repeated(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}
