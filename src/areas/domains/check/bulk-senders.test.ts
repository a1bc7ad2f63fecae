import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { checks, type AllFacts } from '../../../checks/index.ts';
import type { Finding, FindingState, Severity } from '../../../core/finding.ts';
import { breaches, bulkSenderRules } from './bulk-sender-rules.ts';
import { bulkSendersOf } from './bulk-senders.ts';

const ED25519 = 'q3YdACbvPNmna5+qZsHsJ8GLMVlOXY19swmcJXh0oPA=';
const absent = { outcome: 'absent', nxdomain: false, via: [] };

type Short = [id: string, state: FindingState, severity?: Severity];

/** The states by provider of a domain with these findings; `key` is what p= holds at a selector, null where there is none. */
function judge(short: readonly Short[], { key = ED25519, policy = 'none' }: { key?: string | null; policy?: string | null } = {}) {
  const findings = short.map(([id, state, severity = 'high']) => ({ id, state, severity, title: `about ${id}` }) as Finding);
  const lookup = key === null ? absent : { outcome: 'found', value: [`v=DKIM1; k=ed25519; p=${key}`], via: [], ttlSeconds: 300 };
  const facts = {
    dkim: { domain: 'example.org', wildcard: { selector: 'x', name: 'x._domainkey.example.org', lookup: absent }, selectors: [{ selector: 's', name: 's._domainkey.example.org', source: 'common', because: null, lookup }] },
    dmarc: { policy: policy === null ? null : { domain: policy } },
  } as unknown as AllFacts;
  return bulkSendersOf(findings, facts);
}

suite('each provider is judged by its own demands', () => {
  const cases: [says: string, short: Short[], facts: Parameters<typeof judge>[1], expected: string][] = [
    ['all is well', [], {}, 'pass pass pass'],
    ['no SPF', [['spf.missing', 'fail']], {}, 'fail fail fail'],
    ['eight of ten lookups are no fault', [['spf.lookups', 'fail', 'info']], {}, 'pass pass pass'],
    ['SPF failed', [['spf.missing', 'unknown']], {}, 'unknown unknown unknown'],
    ['no DKIM key was found', [['dkim.none.found', 'fail', 'medium']], { key: null }, 'unknown unknown unknown'],
    ['the only key cannot be read', [['dkim.syntax', 'fail']], { key: 'cut' }, 'fail fail fail'],
    ['a broken key next to a working one', [['dkim.syntax', 'fail']], {}, 'pass pass pass'],
    ['no DMARC', [['dmarc.missing', 'fail']], { policy: null }, 'fail fail fail'],
    ['DMARC failed', [['dmarc.missing', 'unknown']], { policy: null }, 'unknown unknown unknown'],
    ['a faulty tag in a record that is in force', [['dmarc.syntax', 'fail']], {}, 'pass pass pass'],
    ['neither SPF nor DKIM behind the policy', [['dmarc.nospfnodkim', 'fail']], {}, 'fail fail fail'],
    ['servers that send have no name', [['mx.ptr', 'fail', 'medium']], {}, 'fail fail pass'],
    ['servers that only receive have no name', [['mx.ptr', 'fail', 'low']], {}, 'pass pass pass'],
    ['port 25 is blocked here', [['smtp.starttls', 'unknown', 'info']], {}, 'pass pass pass'],
    ['a server without encryption', [['smtp.starttls', 'fail']], {}, 'fail pass pass'],
    ['a breach outweighs a failed lookup', [['spf.missing', 'unknown'], ['dmarc.missing', 'fail']], { policy: null }, 'fail fail fail'],
  ];
  for (const [says, short, facts, expected] of cases) {
    test(says, () => {
      const { google, yahoo, microsoft } = judge(short, facts);
      assert.equal([google, yahoo, microsoft].map(({ state }) => state).join(' '), expected);
    });
  }
  test('the reasons name what is demanded and the finding', () => {
    assert.deepEqual(judge([['spf.missing', 'fail']]).microsoft.reasons, [{ text: 'SPF must be set up and free of errors: about spf.missing', finding: 'spf.missing' }]);
    assert.deepEqual(judge([['dkim.none.found', 'fail']], { key: null }).google.reasons.map(({ finding }) => finding), ['dkim.none.found']);
  });
  test('what nobody can see is said', () => {
    for (const { notTested } of Object.values(judge([]))) assert.ok(notTested.length >= 3);
  });
});

test('the rules name findings that exist, a day and a page', () => {
  const ids = new Set(Object.values(checks).flatMap(check => Object.values(check.rules)).map(({ id }) => id));
  assert.deepEqual(Object.values(breaches).flatMap(({ ids }) => ids).filter(id => !ids.has(id)), []);
  for (const { since, source } of Object.values(bulkSenderRules)) assert.ok(!Number.isNaN(Date.parse(since)) && URL.canParse(source));
});
