import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import type { CheckResult } from '../check/index.ts';
import { mailRouteOf, type MailRoute } from './mail-route.ts';

const { result } = JSON.parse(readFileSync(new URL('golden/healthy.json', import.meta.url), 'utf8')) as { result: CheckResult };
type Records = CheckResult['records'];
type Host = MailRoute['hosts'][number];
const HOST = 'mx.example';
const SEEN = { host: HOST, address: '45.54.1.1', failure: null, greeting: '220', startTls: true, protocol: 'TLSv1.3', cipher: null, certificate: { subject: '', issuer: '', names: [], expiresAt: null, refused: null as string | null } };

/** The route where one server is preferred, which `change` makes otherwise. */
function routeWhere(change: (records: Records) => void): MailRoute {
  const records = structuredClone(result.records);
  Object.assign(records, {
    mx: { ...records.mx, status: 'ok', nullMx: false, records: [{ priority: 20, exchange: 'backup.example' }, { priority: 10, exchange: HOST }] },
    smtp: { status: 'ok', issues: [], hosts: [SEEN] },
    dane: { status: 'ok', issues: [], hosts: [{ host: HOST, records: [], security: 'insecure' }] },
    mtaSts: { status: 'ok', issues: [], record: 'v=STSv1; id=1', mode: 'enforce', mx: ['*.example', HOST] },
  });
  change(records);
  return mailRouteOf({ records });
}

suite('the route of mail says what protects each server, and never takes what was not seen for missing', () => {
  const cases: [says: string, change: (records: Records) => void, expected: Partial<Host>][] = [
    ['an enforced policy that names the server', () => {}, { host: HOST, encryption: 'tls', protocol: 'TLSv1.3', certificate: 'trusted', dane: 'none', mtaSts: 'enforced', protectedBy: 'mtaSts' }],
    ['a policy that does not name it', ({ mtaSts }) => { mtaSts['mx'] = ['other.example']; }, { mtaSts: 'unmatched', protectedBy: 'none' }],
    ['a policy under test', ({ mtaSts }) => { mtaSts.mode = 'testing'; }, { mtaSts: 'testing', protectedBy: 'none' }],
    ['proven TLSA records as well', ({ dane }) => { dane.hosts[0] = { host: HOST, records: [{ usage: 3, selector: 1, matchingType: 1, association: 'a' }], security: 'secure' }; }, { dane: 'secure', protectedBy: 'both' }],
    ['TLSA records without DNSSEC', ({ dane, mtaSts }) => { dane.hosts[0] = { host: HOST, records: [{ usage: 3, selector: 1, matchingType: 1, association: 'a' }], security: 'insecure' }; mtaSts.record = null; mtaSts.status = 'missing'; }, { dane: 'unusable', protectedBy: 'none' }],
    ['a policy that could not be read', ({ mtaSts }) => { mtaSts.mode = null; }, { mtaSts: 'unknown', protectedBy: 'unknown' }],
    ['a record that could not be looked up', ({ mtaSts }) => { mtaSts.record = null; mtaSts.status = 'error'; }, { mtaSts: 'unknown', protectedBy: 'unknown' }],
    ['a server without STARTTLS', ({ smtp }) => { smtp.hosts[0] = { ...SEEN, startTls: false, protocol: null, certificate: null }; }, { encryption: 'none', certificate: 'unknown' }],
    ['a certificate that senders refuse', ({ smtp }) => { smtp.hosts[0] = { ...SEEN, certificate: { ...SEEN.certificate, refused: 'it has expired' } }; }, { certificate: 'refused', refused: 'it has expired' }],
    ['a server that could not be reached', ({ smtp }) => { smtp.hosts = []; }, { encryption: 'unknown', certificate: 'unknown' }],
  ];
  for (const [says, change, expected] of cases) {
    test(says, () => {
      const { state, hosts: [first, second] } = routeWhere(change);
      assert.deepEqual([state, second!.host], ['servers', 'backup.example']);
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map(field => [field, first![field as keyof Host]])), expected);
    });
  }
  test('a null MX takes no mail', () => assert.deepEqual(routeWhere(({ mx }) => { mx.nullMx = true; mx.records = []; }), { state: 'noMail', hosts: [] }));
  test('a failed lookup is unknown', () => assert.deepEqual(routeWhere(({ mx }) => { mx.status = 'error'; mx.records = []; }), { state: 'unknown', hosts: [] }));
  test('no MX record at all', () => assert.deepEqual(routeWhere(({ mx }) => { mx.status = 'missing'; mx.records = []; }), { state: 'none', hosts: [] }));
});
