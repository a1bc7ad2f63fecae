import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { judge } from './diff.ts';
import type { Case } from './change.ts';
import { scanWith } from './scan.sample.ts';
import type { SubjectName } from './subjects.ts';
import { canonical } from './value.ts';

function verdictOf(subject: SubjectName, before: readonly string[], after: readonly string[], given: Partial<Pick<Case, 'result' | 'accepted' | 'former'>> = {}): string {
  const verdict = judge(subject, canonical(before), canonical(after), { result: scanWith({ dnssec: { keys: [] } }), accepted: () => null, former: [], ...given });
  return typeof verdict === 'string' ? verdict : `${verdict.kind} ${verdict.severity}`;
}

const strict = ['at _dmarc.example.org', 'p=reject', 'sp=reject', 'np=reject', 'rua=mailto:d@example.org'];
const dmarc = (...changes: [from: string, to: string][]) => strict.map(line => changes.find(([from]) => from === line)?.[1] ?? line);
const locked = ['source RDAP', 'clientTransferProhibited'];

suite('a change is reported by its kind and direction', () => {
  const cases: [subject: SubjectName, says: string, before: readonly string[], after: readonly string[], expected: string][] = [
    ['domain', 'the name is gone', ['exists'], ['does not exist'], 'domain.gone critical'],
    ['domain', 'the name is there', ['does not exist'], ['exists'], 'domain.appeared info'],
    ['dns.ns', 'a new nameserver', ['ns1.a', 'ns2.a'], ['ns1.a', 'ns.thief'], 'dns.ns.changed critical'],
    ['dns.ns', 'fewer nameservers', ['ns1.a', 'ns2.a'], ['ns1.a'], 'dns.ns.changed medium'],
    ['dnssec', 'DS lost', ['secure', 'DS 1 13 2 aa'], ['unsigned'], 'dns.ds.changed critical'],
    ['dnssec', 'DS of foreign keys', ['secure', 'DS 1 13 2 aa'], ['secure', 'DS 2 13 2 bb'], 'dns.ds.changed critical'],
    ['dnssec', 'broken', ['secure', 'DS 1 13 2 aa'], ['bogus', 'DS 2 13 2 bb'], 'dnssec.broken critical'],
    ['dnssec', 'switched on', ['unsigned'], ['secure', 'DS 1 13 2 aa'], 'dnssec.enabled info'],
    ['dnssec', 'fixed', ['bogus', 'DS 1 13 2 aa'], ['secure', 'DS 1 13 2 aa'], 'dnssec.enabled info'],
    ['dns.mx', 'another server', ['10 mx.a'], ['10 mx.thief'], 'dns.mx.changed high'],
    ['dns.mx', 'gone', ['10 mx.a'], [], 'dns.mx.changed high'],
    ['dns.mx', 'null MX', ['10 mx.a'], ['0 .'], 'dns.mx.changed high'],
    ['dns.mx', 'fewer', ['10 mx.a', '20 mx.b'], ['10 mx.a'], 'dns.mx.changed medium'],
    ['dns.mx', 'another order', ['10 mx.a', '20 mx.b'], ['20 mx.a', '10 mx.b'], 'dns.mx.changed low'],
    ['dns.spf', 'gone', ['v=spf1 -all'], [], 'dns.spf.changed high'],
    ['dns.spf', 'looser', ['v=spf1 mx -all'], ['v=spf1 mx ~all'], 'dns.spf.changed high'],
    ['dns.spf', 'stricter', ['v=spf1 mx ~all'], ['v=spf1 mx -all'], 'dns.spf.changed info'],
    ['dns.spf', 'one more sender', ['v=spf1 mx -all'], ['v=spf1 mx ip4:192.0.2.1 -all'], 'dns.spf.changed high'],
    ['dns.spf', 'one sender less', ['v=spf1 mx a -all'], ['v=spf1 mx -all'], 'dns.spf.changed low'],
    ['dns.spf', 'two records', ['v=spf1 -all'], ['v=spf1 -all', 'v=spf1 mx -all'], 'dns.spf.changed high'],
    ['dns.spf', 'all without a qualifier', ['v=spf1 -all'], ['v=spf1 all'], 'dns.spf.changed high'],
    ['dns.spf', 'the first one', [], ['v=spf1 -all'], 'dns.spf.changed info'],
    ['dns.dmarc', 'reject to none', strict, dmarc(['p=reject', 'p=none'], ['sp=reject', 'sp=none'], ['np=reject', 'np=none']), 'dns.dmarc.weakened high'],
    ['dns.dmarc', 'none to reject', dmarc(['p=reject', 'p=none']), strict, 'dns.dmarc.changed info'],
    ['dns.dmarc', 'gone', strict, [], 'dns.dmarc.weakened high'],
    ['dns.dmarc', 'subdomains', strict, dmarc(['sp=reject', 'sp=none']), 'dns.dmarc.weakened medium'],
    ['dns.dmarc', 'testing', strict, [...strict, 't=y'], 'dns.dmarc.weakened medium'],
    ['dns.dmarc', 'a tenth of the mail', strict, [...strict, 'pct=10'], 'dns.dmarc.weakened medium'],
    ['dns.dmarc', 'looser alignment', [...strict, 'aspf=s'], strict, 'dns.dmarc.weakened low'],
    ['dns.dmarc', 'reports go elsewhere', strict, dmarc(['rua=mailto:d@example.org', 'rua=mailto:d@thief.example']), 'dns.dmarc.changed medium'],
    ['dns.dmarc', 'the first one', [], strict, 'dns.dmarc.changed info'],
    ['dns.dkim', 'gone', ['s1 k=rsa p=A'], ['s1 none'], 'dns.dkim.removed high'],
    ['dns.dkim', 'another key', ['s1 k=rsa p=A'], ['s1 k=rsa p=B'], 'dns.dkim.changed high'],
    ['dns.dkim', 'one more', ['s1 none'], ['s1 k=rsa p=A'], 'dns.dkim.added info'],
    ['dns.a', 'another server', ['example.org A 192.0.2.1'], ['example.org A 198.51.100.1'], 'dns.a.changed medium'],
    ['dns.a', 'another server over IPv6', ['example.org AAAA 2001:db8::1'], ['example.org AAAA 2001:db8::2'], 'dns.aaaa.changed medium'],
    ['dns.a', 'another alias', ['www.example.org CNAME a.cdn'], ['www.example.org CNAME b.thief'], 'dns.cname.changed medium'],
    ['dns.txt', 'new', [], ['google-site-verification=x'], 'dns.txt.added low'],
    ['dns.txt', 'gone', ['google-site-verification=x'], [], 'dns.txt.removed low'],
    ['dns.txt', 'another', ['a=1'], ['a=2'], 'dns.txt.changed low'],
    ['dns.caa', 'one more authority', ['0 issue a.example'], ['0 issue a.example', '0 issue b.example'], 'dns.caa.changed medium'],
    ['dns.caa', 'gone', ['0 issue a.example'], [], 'dns.caa.changed medium'],
    ['dns.caa', 'nobody', ['0 issue a.example'], ['0 issue ;'], 'dns.caa.changed low'],
    ['dns.caa', 'the first one', [], ['0 issue a.example'], 'dns.caa.changed info'],
    ['dns.wildcard', 'appeared', [], ['every name has an address'], 'wildcard.appeared medium'],
    ['dns.wildcard', 'gone', ['every name has an address'], [], 'follow'],
    ['dns.dangling', 'appeared', [], ['MX: mx.gone does not exist'], 'cname.dangling high'],
    ['dns.dangling', 'fewer, perhaps not seen', ['a', 'b'], ['a'], 'keep'],
    ['mtaSts', 'not enforced', ['mode enforce', 'mx a'], ['mode testing', 'mx a'], 'mtaSts.changed medium'],
    ['mtaSts', 'enforced', ['mode testing'], ['mode enforce'], 'mtaSts.changed info'],
    ['tlsRpt', 'gone', ['v=TLSRPTv1; rua=mailto:a@b'], [], 'tlsRpt.changed low'],
    ['bimi', 'another logo', ['v=BIMI1; l=https://a/'], ['v=BIMI1; l=https://b/'], 'bimi.changed low'],
    ['takeover', 'safe again', ['shop.example.org at risk: claim a.cdn'], ['shop.example.org safe'], 'follow'],
    ['takeover', 'certain', ['shop.example.org safe'], ['shop.example.org at risk: claim a.cdn'], 'takeover.possible critical'],
    ['takeover', 'perhaps, next to one that was accepted', ['api.example.org at risk: register b.cdn', 'shop.example.org safe'], ['api.example.org at risk: register b.cdn', 'shop.example.org at risk: maybeClaim a.cdn'], 'takeover.possible high'],
    ['blocklists', 'delisted', ['Spamhaus ZEN 192.0.2.1: listed'], ['Spamhaus ZEN 192.0.2.1: not listed'], 'follow'],
    ['blocklists', 'a mail server', ['Spamhaus ZEN 192.0.2.1: not listed'], ['Spamhaus ZEN 192.0.2.1: listed'], 'blocklist.listed medium'],
    ['blocklists', 'a mail server over IPv6', ['Spamhaus ZEN 2001:db8::1: not listed'], ['Spamhaus ZEN 2001:db8::1: listed'], 'blocklist.listed medium'],
    ['blocklists', 'an address of end users', ['Spamhaus ZEN 192.0.2.1: not listed'], ['Spamhaus ZEN 192.0.2.1: listed by policy'], 'blocklist.listed low'],
    ['blocklists', 'the domain', ['Spamhaus DBL example.org: not listed'], ['Spamhaus DBL example.org: listed'], 'blocklist.listed high'],
    ['blocklists', 'the domain and a mail server together', ['Spamhaus DBL example.org: not listed', 'Spamhaus ZEN 192.0.2.1: not listed'], ['Spamhaus DBL example.org: listed', 'Spamhaus ZEN 192.0.2.1: listed'], 'blocklist.listed high'],
    ['registrar', 'another company', ['Good Names (IANA 1)'], ['Thief Names (IANA 2)'], 'registrar.changed critical'],
    ['registrar', 'another name of the same', ['Good Names (IANA 1)'], ['Better Names Ltd (IANA 1)'], 'follow'],
    ['registrar', 'another spelling', ['Good Names, Inc.'], ['GOOD NAMES INC'], 'follow'],
    ['registrar', 'a source without numbers', ['Good Names (IANA 1)'], ['Good Registrations'], 'keep'],
    ['registration.status', 'lock removed', locked, ['source RDAP'], 'transfer.lock.removed critical'],
    ['registration.status', 'another lock is left', [...locked, 'serverTransferProhibited'], ['source RDAP', 'serverTransferProhibited'], 'registrar.status.changed low'],
    ['registration.status', 'transfer under way', locked, [...locked, 'pendingTransfer'], 'transfer.pending critical'],
    ['registration.status', 'hold', locked, [...locked, 'serverHold'], 'registrar.status.hold critical'],
    ['registration.status', 'hold is over', [...locked, 'serverHold'], locked, 'registrar.status.changed info'],
    ['registration.status', 'another source that shows less', locked, ['source WHOIS'], 'keep'],
    ['registration.status', 'another source that shows the same', locked, ['source WHOIS', 'locked'], 'follow'],
    ['registration.expiry', 'renewed', ['2027-01-01'], ['2028-01-01'], 'registration.renewed info'],
    ['registration.expiry', 'shorter', ['2028-01-01'], ['2027-01-01'], 'registration.shortened medium'],
    ['registration.expiry', 'a day that is rounded', ['2028-01-01'], ['2027-12-31'], 'follow'],
  ];
  for (const [subject, says, before, after, expected] of cases) {
    test(`${subject}: ${says}`, () => assert.equal(verdictOf(subject, before, after), expected));
  }
});

suite('a judgement heeds what else was seen', () => {
  test('a DS that fits a key of the zone, in a chain that holds, is a rollover', () => {
    const result = scanWith({ dnssec: { keys: [{ keyTag: 2 }] } });
    assert.equal(verdictOf('dnssec', ['secure', 'DS 1 13 2 aa'], ['secure', 'DS 2 13 2 bb'], { result }), 'dns.ds.changed low');
  });
  test('the parent zone is reported where it differs from the zone, and once where both have changed', () => {
    const result = scanWith({ nameservers: { status: 'found', nameservers: [{ nameserver: 'ns.new' }] } });
    const accepted = (names: string[]) => () => names;
    assert.equal(verdictOf('delegation', ['ns.old'], ['ns.thief'], { result, accepted: accepted(['ns.old']) }), 'delegation.mismatch critical');
    assert.equal(verdictOf('delegation', ['ns.old'], ['ns.new'], { result, accepted: accepted(['ns.old']) }), 'keep');
    assert.equal(verdictOf('delegation', ['ns.old'], ['ns.new'], { result, accepted: accepted(['ns.new']) }), 'follow');
  });
  const before = ['authority Good CA', 'serial 1', 'until 2026-01-01'];
  const after = ['authority Other CA', 'serial 2', 'until 2027-01-01'];
  const site = (trusted: boolean, mismatch: string, tags: string[]) =>
    scanWith({ tls: { trusted }, caa: { records: tags.map(tag => ({ flags: 0, tag, value: 'other.example' })) } }, [{ id: 'caa.mismatch', state: mismatch }]);
  const certificates: [says: string, after: string[], given: Partial<Case>, expected: string][] = [
    ['a renewal', ['authority Good CA', 'serial 2', 'until 2027-01-01'], {}, 'follow'],
    ['an authority of former times', after, { former: ['authority Other CA'] }, 'follow'],
    ['an authority that CAA allows', after, { result: site(true, 'pass', ['issue']) }, 'cert.changed info'],
    ['an authority that nothing forbids', after, { result: site(true, 'pass', []) }, 'cert.unexpectedCa high'],
    ['an authority that CAA forbids', after, { result: site(true, 'fail', ['issue']) }, 'cert.unexpectedCa high'],
    ['a certificate that browsers refuse', after, { result: site(false, 'pass', ['issue']) }, 'cert.unexpectedCa high'],
  ];
  for (const [says, seen, given, expected] of certificates) test(says, () => assert.equal(verdictOf('certificate', before, seen, given), expected));
});
