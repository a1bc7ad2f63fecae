import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { rowsOf } from './rows.ts';
import { CheckResult } from './shapes.ts';

type Records = CheckResult['records'];
const everything = CheckResult.parse(JSON.parse(readFileSync(new URL('../../../surfaces/cli/golden/everything.json', import.meta.url), 'utf8')));

/** What the row of `record` shows when the record has these fields. */
function summaryOf<Name extends keyof Records>(label: string, record: Name, fields: Partial<Records[Name]>): string | undefined {
  const records = { ...everything.records, [record]: { ...everything.records[record], ...fields } };
  return rowsOf({ ...everything, records }).find(row => row.label === label)?.summary;
}

suite('a row shows what was found in a few words', () => {
  const key = { status: 'ok' as const, record: 'v=DKIM1; p=AAAA', keyType: 'rsa', keyBits: 2048, via: null, revoked: false };
  const google = { name: 'Google Workspace', url: 'https://admin.google.com/' };
  const nobody = { registrar: null, expiresAt: null };
  const cases: [says: string, shown: string | undefined, expected: string][] = [
    ['SPF', summaryOf('SPF', 'spf', { record: 'v=spf1 -all', lookups: 0 }), 'v=spf1 -all  (0 of 10 lookups)'],
    ['SPF that could not be followed', summaryOf('SPF', 'spf', { record: 'v=spf1 -all', lookups: null }), 'v=spf1 -all'],
    ['no SPF', summaryOf('SPF', 'spf', { record: null }), ''],
    ['DKIM keys', summaryOf('DKIM', 'dkim', { selectors: { google: key, fm1: { ...key, keyType: 'ed25519', keyBits: 256 } } }), 'google (RSA 2048), fm1 (ED25519 256)'],
    ['a revoked DKIM key is not there', summaryOf('DKIM', 'dkim', { selectors: { google: { ...key, status: 'missing', keyBits: null, revoked: true } } }), ''],
    ['one DMARC policy for all', summaryOf('DMARC', 'dmarc', { policy: { domain: 'reject', subdomain: 'reject', nonexistent: 'reject' }, foundAt: '_dmarc.example.org' }), 'reject  (_dmarc.example.org)'],
    ['a DMARC record without effect', summaryOf('DMARC', 'dmarc', { record: 'v=DMARC1', policy: null }), 'v=DMARC1'],
    ['a null MX', summaryOf('MX', 'mx', { nullMx: true }), 'takes no mail (null MX)'],
    ['a known mail provider', summaryOf('MX', 'mx', { records: [{ priority: 1, exchange: 'smtp.google.com' }], provider: google }), 'Google Workspace: smtp.google.com'],
    ['an unknown DNS host', summaryOf('Nameservers', 'nameservers', { nameservers: [{ nameserver: 'ns1.example.org', provider: 'Unknown' }] }), 'ns1.example.org'],
    ['a known DNS host', summaryOf('Nameservers', 'nameservers', { nameservers: [{ nameserver: 'a.ns.example', provider: 'Host' }], provider: { name: 'Host', url: null } }), 'Host: a.ns.example'],
    ['a registration', summaryOf('Registration', 'registration', { expiresAt: '2026-11-23T00:00:00.000Z' }), 'Registrar Ltd, expires 2026-11-23 (1 day)'],
    ['a registration that ran out', summaryOf('Registration', 'registration', { ...nobody, expiresAt: '2026-11-20T00:00:00.000Z' }), 'expired 2026-11-20'],
    ['a registry that tells nothing else', summaryOf('Registration', 'registration', nobody), 'registered'],
    ['no registration', summaryOf('Registration', 'registration', { ...nobody, status: 'missing' }), ''],
    ['CAA', summaryOf('CAA', 'caa', { records: [{ flags: 0, tag: 'issue', value: 'letsencrypt.org' }] }), 'issue letsencrypt.org'],
    ['MTA-STS', summaryOf('MTA-STS', 'mtaSts', { record: 'v=STSv1; id=1', mode: 'testing' }), 'testing'],
    ['MTA-STS whose policy cannot be read', summaryOf('MTA-STS', 'mtaSts', { record: 'v=STSv1; id=1', mode: null }), 'v=STSv1; id=1'],
    ['mail servers that encrypt', summaryOf('STARTTLS', 'smtp', {}), '1 of 2 mail servers encrypt'],
    ['a domain without mail servers', summaryOf('STARTTLS', 'smtp', { hosts: [] }), ''],
    ['a zone that answers for every name', summaryOf('Zone', 'zone', { wildcard: true, https: false }), 'answers for every name'],
    ['a broken chain', summaryOf('DNSSEC', 'dnssec', {}), 'bogus: DIGEST_INVALID'],
    ['a secure chain', summaryOf('DNSSEC', 'dnssec', { chain: [{ zone: '', status: 'secure', reason: null }] }), 'secure from the root down (ECDSA P-256)'],
    ['an unsigned zone', summaryOf('DNSSEC', 'dnssec', { chain: [{ zone: 'example', status: 'insecure', reason: null }] }), 'not signed'],
    ['a handshake', summaryOf('TLS', 'tls', {}), 'TLSv1.3, certificate of Let\'s Encrypt until 2026-12-30'],
    ['a website that does not answer', summaryOf('Website', 'web', { httpStatus: null }), ''],
    ['a policy that no record announces', summaryOf('MTA-STS', 'mtaSts', { record: null, mode: 'enforce' }), ''],
  ];
  for (const [says, shown, expected] of cases) test(says, () => assert.equal(shown, expected));
});

test('records that nobody asked for have no row', () => {
  assert.equal(summaryOf('Registration', 'registration', { status: 'notTested' }), undefined);
  assert.deepEqual(rowsOf(everything).map(({ label }) => label), [
    'SPF', 'DKIM', 'DMARC', 'MX', 'STARTTLS', 'Nameservers', 'SOA', 'Zone', 'DNSSEC', 'Registration', 'CAA', 'MTA-STS', 'TLS-RPT', 'DANE', 'BIMI', 'TLS', 'Website',
  ]);
});
