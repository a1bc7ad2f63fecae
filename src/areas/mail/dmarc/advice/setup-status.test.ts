import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { discoverByWalk } from '../../../../checks/dmarc/discover.ts';
import { parseDmarc } from '../../../../checks/dmarc/parse.ts';
import type { Failure, Lookup } from '../../../../core/lookup.ts';
import { judgeSetup, type SetupFacts } from './setup-status.ts';

const NOW = Date.UTC(2026, 0, 15);
const HOUR_MS = 3_600_000;
const ADDRESS = 'token@reports.example.net';
const absent: Lookup<never> = { outcome: 'absent', nxdomain: true, via: [] };
const failed: Failure = { outcome: 'failed', kind: 'timeout', cause: 'no answer' };
const texts = (...value: string[]): Lookup<readonly string[]> => ({ outcome: 'found', value, via: [], ttlSeconds: 60 });

/** The DMARC facts of a domain whose own record is `lookup`; `permission` is what the external destination publishes. */
function dmarcFacts(lookup: Lookup<readonly string[]>, permission: Lookup<readonly string[]> = texts('v=DMARC1'), parent: Lookup<readonly string[]> = absent): SetupFacts['dmarc'] {
  const walk = [{ name: 'example.com', lookup }, { name: 'com', lookup: parent }];
  const record = lookup.outcome === 'found' ? parseDmarc(lookup.value[0]!) : null;
  const destinations = (record?.rua ?? []).flatMap(({ domain }) => (domain === null ? [] : [{ domain, mx: absent, a: absent, permission: domain === 'example.com' ? null : { name: `example.com._report._dmarc.${domain}`, lookup: permission } }]));
  return { domain: 'example.com', walk, strays: [], destinations, leftOut: [], policy: discoverByWalk('example.com', walk).policy, failed: lookup.outcome === 'failed' ? { ...lookup, name: 'example.com' } : null };
}

const here = texts(`v=DMARC1; p=none; rua=mailto:${ADDRESS}`);
const well: SetupFacts = {
  domain: 'example.com', now: NOW, owned: true, dmarc: dmarcFacts(here), tlsRpt: texts(`v=TLSRPTv1; rua=mailto:${ADDRESS}`), mtaSts: texts('v=STSv1; id=1'), addresses: [ADDRESS],
  recordSince: NOW - 100 * HOUR_MS, firstReportAt: NOW - 90 * HOUR_MS, lastReportAt: NOW - HOUR_MS, reporters: 5,
};
const none = { firstReportAt: null, lastReportAt: null };

const cases: Record<string, { facts: Partial<SetupFacts>; state: string; record?: string }> = {
  'a failed lookup says nothing': { facts: { dmarc: dmarcFacts(failed) }, state: 'unknown' },
  'nothing is published': { facts: { dmarc: dmarcFacts(absent), ...none }, state: 'noRecord', record: `v=DMARC1; p=none; rua=mailto:${ADDRESS}` },
  'the record is misspelt': { facts: { dmarc: dmarcFacts(texts(`p=none; v=DMARC1; rua=mailto:${ADDRESS}`)), ...none }, state: 'recordInvalid', record: `v=DMARC1; p=none; rua=mailto:${ADDRESS}` },
  'there are two records': { facts: { dmarc: dmarcFacts(texts('v=DMARC1; p=none', 'v=DMARC1; p=reject')), ...none }, state: 'recordInvalid', record: 'v=DMARC1; p=none' },
  'no reports are asked for': { facts: { dmarc: dmarcFacts(texts('v=DMARC1; p=none')), ...none }, state: 'ruaMissing', record: `v=DMARC1; p=none; rua=mailto:${ADDRESS}` },
  'reports go to others only': {
    facts: { dmarc: dmarcFacts(texts('v=DMARC1; p=none; rua=mailto:a@example.com')), ...none }, state: 'ruaElsewhere', record: `v=DMARC1; p=none; rua=mailto:a@example.com,mailto:${ADDRESS}`,
  },
  'reports go to others and come all the same, through a mailbox': { facts: { dmarc: dmarcFacts(texts('v=DMARC1; p=none; rua=mailto:a@example.com')) }, state: 'receiving' },
  'the destination has not agreed': { facts: { dmarc: dmarcFacts(here, absent), ...none }, state: 'externalNotAuthorized', record: 'v=DMARC1' },
  'whether the destination has agreed could not be determined': { facts: { dmarc: dmarcFacts(here, failed), ...none }, state: 'noReports' },
  'the domain is not proven': { facts: { owned: false }, state: 'notOwned' },
  'the record is fresh': { facts: { ...none, recordSince: NOW - 10 * HOUR_MS }, state: 'waitingFirstReport' },
  'no report has come for three days': { facts: none, state: 'noReports' },
  'reports have stopped': { facts: { lastReportAt: NOW - 80 * HOUR_MS }, state: 'stale' },
  'reports come': { facts: {}, state: 'receiving' },
  'reports come and the strictest policy is in force': { facts: { dmarc: dmarcFacts(texts(`v=DMARC1; p=reject; rua=mailto:${ADDRESS}`)) }, state: 'enforced' },
  'reports come and the policy is only tested': { facts: { dmarc: dmarcFacts(texts(`v=DMARC1; p=reject; t=y; rua=mailto:${ADDRESS}`)) }, state: 'receiving' },
};

suite('how far the set-up of reporting has come', () => {
  for (const [title, { facts, state, record }] of Object.entries(cases)) {
    test(`${title}: ${state}`, () => {
      const status = judgeSetup({ ...well, ...facts });
      assert.equal(status.state, state);
      assert.equal(status.next.record?.value, record);
    });
  }

  test('every fault says what to do, with and without an address for reports here; what lacks a record says it once', () => {
    for (const [title, { facts }] of Object.entries(cases)) {
      for (const addresses of [[ADDRESS], null] as SetupFacts['addresses'][]) {
        const { checks, next } = judgeSetup({ ...well, tlsRpt: absent, mtaSts: absent, ...facts, addresses });
        const unsaid = checks.filter(({ state, fix }) => fix === null && ['warning', 'error', 'missing'].includes(state)).map(({ id }) => id);
        const lacksRecord = checks.find(({ id }) => id === 'record')!.state !== 'ok';
        assert.deepEqual(unsaid.filter(id => !lacksRecord || !['policy', 'rua'].includes(id)), [], title);
        for (const text of [next, ...checks.flatMap(({ fix }) => fix ?? [])].map(fix => fix.text)) assert.match(text, /^[A-Z][^{}]*\.$/, title);
      }
    }
  });

  test('tags that RFC 9989 removed are shown with the record without them', () => {
    const status = judgeSetup({ ...well, dmarc: dmarcFacts(texts(`v=DMARC1; p=none; pct=50; rua=mailto:${ADDRESS}`)) });
    assert.equal(status.checks.find(({ id }) => id === 'obsoleteTags')!.fix!.record!.value, `v=DMARC1; p=none; rua=mailto:${ADDRESS}`);
  });

  test('missing TLS reporting is shown with its record, a failed lookup is unknown', () => {
    assert.equal(judgeSetup({ ...well, tlsRpt: absent }).checks.find(({ id }) => id === 'tlsRpt')!.fix!.record!.value, `v=TLSRPTv1; rua=mailto:${ADDRESS}`);
    assert.equal(judgeSetup({ ...well, tlsRpt: failed }).checks.find(({ id }) => id === 'tlsRpt')!.state, 'unknown');
  });
});
