import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { checks, type AllFacts } from '../../../checks/index.ts';
import { heedProfile, isEverNeedless, profileOf, type ProfileKind } from './profile.ts';
import { profileKinds } from './profile-kinds.ts';
import type { CheckFinding as Finding } from './shapes.ts';

const nothing = { outcome: 'absent', nxdomain: false, via: [] };
const servfail = { outcome: 'failed', kind: 'servfail', cause: 'SERVFAIL from 192.0.2.53' };
const found = (...value: unknown[]) => ({ outcome: 'found', value, via: [], ttlSeconds: 300 });
const KEY = 'v=DKIM1; k=ed25519; p=q3YdACbvPNmna5+qZsHsJ8GLMVlOXY19swmcJXh0oPA=';

interface Seen {
  mx?: unknown;
  spf?: string[] | 'failed';
  key?: string;
}

/** Facts of a domain with two mail servers, an SPF record that lists them, and no key, unless specified otherwise. */
function factsOf({ mx = found({ preference: 10, exchange: 'mx1.example.org' }, { preference: 20, exchange: 'mx2.example.org' }), spf = ['v=spf1 mx -all'], key }: Seen): AllFacts {
  const name = 'default._domainkey.example.org';
  return {
    mx: { domain: 'example.org', lookup: mx, apexA: nothing },
    spf: { domain: 'example.org', txt: spf === 'failed' ? servfail : found(...spf), records: spf === 'failed' ? [] : spf },
    dkim: {
      domain: 'example.org',
      wildcard: { selector: 'probe', name: 'probe._domainkey.example.org', lookup: nothing },
      selectors: [{ selector: 'default', name, source: 'common', because: null, lookup: key === undefined ? nothing : found(key) }],
    },
    dmarc: { policy: null },
  } as unknown as AllFacts;
}

suite('the profile follows what the records say', () => {
  const nullMx = found({ preference: 0, exchange: '' });
  const cases: [says: string, seen: Seen, kind: ProfileKind][] = [
    ['mail servers and senders', {}, 'sending'],
    ['mail servers, SPF allows nobody', { spf: ['v=spf1 -all'] }, 'receivingOnly'],
    ['mail servers, SPF allows nobody, and a key', { spf: ['v=spf1 -all'], key: KEY }, 'sending'],
    ['mail servers, SPF allows nobody, and a revoked key', { spf: ['v=spf1 -all'], key: 'v=DKIM1; p=' }, 'receivingOnly'],
    ['null MX, SPF allows nobody', { mx: nullMx, spf: ['v=spf1 -all'] }, 'noMail'],
    ['no MX, SPF allows nobody', { mx: nothing, spf: ['v=spf1 -all'] }, 'noMail'],
    ['null MX and senders', { mx: nullMx }, 'sending'],
    ['nothing at all: from such a domain anybody can send', { mx: nothing, spf: [] }, 'sending'],
    ['failed lookups say nothing', { mx: servfail, spf: 'failed' }, 'sending'],
    ['MX failed, SPF allows nobody', { mx: servfail, spf: ['v=spf1 -all'] }, 'receivingOnly'],
    ['two SPF records', { spf: ['v=spf1 -all', 'v=spf1 mx -all'] }, 'sending'],
  ];
  for (const [says, seen, kind] of cases) test(says, () => assert.equal(profileOf(factsOf(seen)).kind, kind));
  test('the evidence is in words', () => assert.deepEqual(profileOf(factsOf({ key: KEY })).evidence, ['2 mail servers', 'SPF lists senders', 'DKIM keys at default', 'no DMARC policy known']));
  test('the caller knows better', () => assert.deepEqual(profileOf(factsOf({}), 'noMail'), { kind: 'noMail', evidence: ['named in the request'] }));
});

suite('what is needless under a profile is no fault there, and what is published is judged', () => {
  const finding = (id: string, state: Finding['state']) => ({ id, state, title: 'A fault', evidence: ['seen'], fix: null }) as unknown as Finding;
  const cases: [id: string, state: Finding['state'], kind: ProfileKind, expected: Finding['state']][] = [
    ['dkim.none.found', 'fail', 'sending', 'fail'],
    ['dkim.none.found', 'fail', 'receivingOnly', 'notApplicable'],
    ['dkim.none.found', 'unknown', 'noMail', 'notApplicable'],
    ['dkim.none.found', 'pass', 'noMail', 'pass'],
    ['sts.missing', 'fail', 'receivingOnly', 'fail'],
    ['sts.missing', 'fail', 'noMail', 'notApplicable'],
    ['sts.fetch', 'fail', 'noMail', 'fail'],
    ['spf.missing', 'fail', 'noMail', 'fail'],
  ];
  for (const [id, state, kind, expected] of cases) test(`${id} ${state} for ${kind}`, () => assert.equal(heedProfile(finding(id, state), kind).state, expected));
  test('only ids of rules are named', () => {
    const ids = new Set(Object.values(checks).flatMap(check => Object.values(check.rules)).map(({ id }) => id));
    const known = [...ids].filter(isEverNeedless);
    assert.ok(known.length >= 6 && profileKinds.length === 3, known.join());
  });
});
