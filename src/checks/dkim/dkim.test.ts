import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { issuesOf } from '../../core/finding.ts';
import type { Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { goldenSuite } from '../golden.ts';
import { analyzeDkim, type OutgoingMail } from './analyze.ts';
import { hasKey } from './answers.ts';
import { collectDkim, type DkimFacts } from './collect.ts';
import { ED25519, RSA_1024, RSA_2048, RSA_512 } from './keys.sample.ts';
import { knownKeys } from './known-keys.ts';
import { outgoingMail } from './outgoing.ts';
import { presentDkim } from './present.ts';
import { rules } from './rules.ts';

type Answer = Lookup<readonly string[]>;
const absent: Answer = { outcome: 'absent', nxdomain: true, via: [] };
const servfail: Answer = { outcome: 'failed', kind: 'servfail', cause: 'SERVFAIL from 192.0.2.53' };
const found = (text: string, via: readonly string[] = []): Answer => ({ outcome: 'found', value: [text], via, ttlSeconds: 300 });
const dangling: Answer = { outcome: 'absent', nxdomain: true, via: ['gone.example.net'] };
const good = `v=DKIM1; p=${RSA_2048}`;

goldenSuite<DkimFacts, { outgoing: OutgoingMail }>('analyzeDkim agrees with every golden case', import.meta.url, rules, ({ facts, others }) =>
  analyzeDkim(facts, others.outgoing));

/** Facts of example.org from answers by selector; those that are not common were inferred. */
function factsOf(answers: Record<string, Answer>, wildcard: Answer = absent): DkimFacts {
  const at = (selector: string, source: 'common' | 'inferred') =>
    ({ selector, name: `${selector}._domainkey.example.org`, source, because: null, lookup: answers[selector] ?? absent });
  const common = ['default', 'google', 'selector1', 'selector2'];
  const inferred = Object.keys(answers).filter(selector => !common.includes(selector));
  return {
    domain: 'example.org',
    wildcard: { selector: 'probe-x', name: 'probe-x._domainkey.example.org', lookup: wildcard },
    selectors: [...common.map(selector => at(selector, 'common')), ...inferred.map(selector => at(selector, 'inferred'))],
    nameStatuses: [],
  };
}

const judgeDefault = (text: string, rule: string, via: readonly string[] = []) =>
  analyzeDkim(factsOf({ default: found(text, via) }), 'possible').find(({ id }) => id === rule)!;

suite('analyzeDkim says how severe a weak key is, and what to publish instead', () => {
  const zeroModulus = Buffer.from('3006020100020103', 'hex').toString('base64');
  const weak: [says: string, key: string, severity: string][] = [
    ['512 bits', RSA_512, 'critical'],
    ['1024 bits', RSA_1024, 'medium'],
    ['a modulus of zero', zeroModulus, 'high'],
  ];
  for (const [says, key, severity] of weak) test(`${says}: ${severity}`, () => assert.equal(judgeDefault(`p=${key}`, 'dkim.rsa').severity, severity));
  const repairs: [rule: string, text: string, value: string | undefined][] = [
    ['dkim.syntax', `"v=DKIM1\\; p=${RSA_2048}"`, good],
    ['dkim.syntax', 'v=DKIM1\\; p=cut', undefined],
    ['dkim.t', `v=DKIM1; t=y; p=${RSA_2048}`, good],
    ['dkim.t', `v=DKIM1; t=y:s; p=${RSA_2048}`, `v=DKIM1; t=s; p=${RSA_2048}`],
    ['dkim.h', `v=DKIM1; h=sha1; p=${RSA_2048}`, good],
    ['dkim.s', `v=DKIM1; s=other; p=${RSA_2048}`, good],
  ];
  for (const [rule, text, value] of repairs) {
    test(`${rule}: ${text.slice(0, 30)}`, () => assert.equal(judgeDefault(text, rule).fix?.record?.value, value));
  }
  test('a record behind a CNAME is not for the owner of the domain to paste', () =>
    assert.equal(judgeDefault(`v=DKIM1; t=y; p=${RSA_2048}`, 'dkim.t', ['k.example.net']).fix?.record, undefined));
});

suite('a revoked key is named by its selector, and is as severe as its effect (RFC 6376 §3.6.1)', () => {
  const revoked = found('v=DKIM1; p=');
  const at = (facts: DkimFacts, source: 'chosen' | 'inferred') => ({ ...facts, selectors: facts.selectors.map(each => (each.source === 'inferred' ? { ...each, source } : each)) });
  const cases: [says: string, facts: DkimFacts, outgoing: OutgoingMail, severity: string, title: string][] = [
    ['next to a live key, after a rotation', factsOf({ google: found(good), default: revoked }), 'possible', 'info', 'The DKIM key at selector default is revoked'],
    ['the only key of a domain that sends', factsOf({ selector1: revoked }), 'possible', 'low', 'The DKIM key at selector selector1 is revoked'],
    ['several, none live', factsOf({ selector1: revoked, selector2: revoked }), 'possible', 'low', 'The DKIM keys at selectors selector1 and selector2 are revoked'],
    ['at a selector that the owner uses', at(factsOf({ google: found(good), mail: revoked }), 'chosen'), 'possible', 'medium', 'The DKIM key at selector mail is revoked'],
    ['at an inferred selector', factsOf({ google: found(good), fm1: revoked }), 'possible', 'info', 'The DKIM key at selector fm1 is revoked'],
    ['of a domain without mail', factsOf({ default: revoked }), 'none', 'info', 'The DKIM key at selector default is revoked'],
    ['at every selector, by a wildcard', factsOf({ google: found(good) }, revoked), 'possible', 'info', 'DKIM keys are revoked at every selector without a key of its own'],
    ['of type ed25519, with blanks for the key', factsOf({ google: found(good), default: found('v=DKIM1; k=ed25519; p= ;') }), 'possible', 'info', 'The DKIM key at selector default is revoked'],
    ['behind a CNAME', factsOf({ google: found(good), selector1: found('v=DKIM1; p=', ['k.example.net']) }), 'possible', 'info', 'The DKIM key at selector selector1 is revoked'],
  ];
  for (const [says, facts, outgoing, severity, title] of cases) {
    test(`${says}: ${severity}`, () => {
      const finding = analyzeDkim(facts, outgoing).find(({ id }) => id === 'dkim.revoked')!;
      assert.deepEqual([finding.state, finding.severity, finding.title], ['fail', severity, title]);
      assert.ok(finding.references.some(({ url }) => url.includes('section-3.6.1')));
    });
  }
  test('and shown with its record, at an inferred selector too', () => {
    const { selectors } = present(factsOf({ google: found(good), fm1: revoked }));
    assert.deepEqual(selectors['fm1'], { status: 'missing', record: 'v=DKIM1; p=', keyType: 'rsa', keyBits: null, via: null, revoked: true });
    assert.equal(selectors['google']!.revoked, false);
  });
});

suite('a failed lookup at one selector leaves a key at another what it is', () => {
  test('the record is ok without issues, and the failure is known', () => {
    const facts = factsOf({ default: servfail, google: found(good) });
    assert.equal(present(facts).status, 'ok');
    assert.ok(analyzeDkim(facts, 'possible').some(({ state }) => state === 'unknown'));
  });
});

const present = (facts: DkimFacts, outgoing: OutgoingMail = 'possible') => presentDkim(facts, issuesOf(analyzeDkim(facts, outgoing)));

suite('presentDkim tells found, missing and failed apart', () => {
  const cases: [says: string, facts: DkimFacts, outgoing: OutgoingMail, status: string, foundSelector: string | null][] = [
    ['a key in the zone is ok', factsOf({ google: found(good) }), 'possible', 'ok', 'google'],
    ['a key behind a CNAME is configured', factsOf({ selector1: found(good, ['k.example.net']) }), 'possible', 'configured', 'selector1'],
    ['one key in the zone, another behind a CNAME, is ok', factsOf({ google: found(good), fm1: found(good, ['k.example.net']) }), 'possible', 'ok', 'google'],
    ['an inferred selector is found', factsOf({ fm1: found(good) }), 'possible', 'ok', 'fm1'],
    ['a short key is found, with an issue', factsOf({ default: found(`p=${RSA_1024}`) }), 'possible', 'error', 'default'],
    ['a key that must be refused is not found', factsOf({ default: found(`p=${RSA_512}`) }), 'possible', 'error', null],
    ['nothing anywhere is missing', factsOf({}), 'possible', 'missing', null],
    ['a revoked key is missing', factsOf({ default: found('v=DKIM1; p=') }), 'possible', 'missing', null],
    ['a failed lookup is never missing', factsOf({ default: servfail }), 'possible', 'error', null],
    ['a failed lookup of an inferred selector is never missing', factsOf({ fm1: servfail }), 'possible', 'error', null],
    ['a failed probe for a wildcard is never missing', factsOf({}, servfail), 'possible', 'error', null],
    ['a CNAME to nowhere is an error', factsOf({ selector1: dangling }), 'possible', 'error', null],
    ['a wildcard CNAME to nowhere is missing', factsOf({ default: dangling, google: dangling, selector1: dangling, selector2: dangling }, dangling), 'possible', 'missing', null],
    ['a domain without mail needs no key', factsOf({}), 'none', 'ok', null],
  ];
  for (const [says, facts, outgoing, status, foundSelector] of cases) {
    test(says, () => {
      const shown = present(facts, outgoing);
      assert.deepEqual({ status: shown.status, foundSelector: shown.foundSelector }, { status, foundSelector });
    });
  }
  test('the four common selectors are always listed, others only with something to tell', () => {
    const { selectors } = present(factsOf({ google: found(good), fm1: absent, fm2: found(`k=ed25519; p=${ED25519}`, ['k.example.net']), fm3: servfail }));
    const missing = { status: 'missing', record: null, keyType: null, keyBits: null, via: null, revoked: false };
    assert.deepEqual(selectors, {
      default: missing,
      google: { status: 'ok', record: good, keyType: 'rsa', keyBits: 2048, via: null, revoked: false },
      selector1: missing,
      selector2: missing,
      fm2: { status: 'configured', record: `k=ed25519; p=${ED25519}`, keyType: 'ed25519', keyBits: 256, via: 'k.example.net', revoked: false },
      fm3: { ...missing, status: 'error' },
    });
  });
});

suite('a selector that leads nowhere is more severe where the target is free to register', () => {
  const lost = factsOf({ default: dangling });
  const nameStatus = (registry: 'registered' | 'absent' | 'unknown') => ({ registered: 'example.net', lookup: { outcome: 'absent', nxdomain: true, via: [] }, registry }) as const;
  const cases: [says: string, nameStatuses: DkimFacts['nameStatuses'], severity: string][] = [
    ['not looked up', [], 'high'],
    ['still registered', [nameStatus('registered')], 'high'],
    ['not registered', [nameStatus('absent')], 'critical'],
    ['not in DNS, and the registry silent', [nameStatus('unknown')], 'critical'],
  ];
  for (const [says, nameStatuses, severity] of cases) {
    test(says, () => {
      const found = analyzeDkim({ ...lost, nameStatuses }, 'possible').find(({ id }) => id === 'dkim.cname.dangling')!;
      assert.deepEqual([found.state, found.severity], ['fail', severity]);
    });
  }
});

suite('keys that others hold as well are told', () => {
  const shared = (answers: Record<string, Answer>) => {
    const { state, severity } = analyzeDkim(factsOf(answers), 'possible').find(({ id }) => id === 'dkim.sharedkey')!;
    return `${state} ${severity}`;
  };
  test('the examples of the standards', () => {
    for (const { key } of knownKeys) assert.equal(shared({ default: found(`v=DKIM1; k=${key.length < 50 ? 'ed25519' : 'rsa'}; p=${key}`) }), 'fail critical');
  });
  test('one key in two zones', () => assert.equal(shared({ default: found(good), s1: found(good, ['s1.example.net']) }), 'fail info'));
  test('one key at two selectors of one zone is none', () => assert.equal(shared({ default: found(good), google: found(good) }), 'pass info'));
  test('revoked keys are all alike', () => assert.equal(shared({ default: found('p='), s1: found('p=', ['s1.example.net']) }), 'pass info'));
});

suite('hasKey counts keys that can still sign, and other TXT records for nothing', () => {
  const cases: [says: string, facts: DkimFacts, expected: boolean | 'unknown'][] = [
    ['a key', factsOf({ google: found(good) }), true],
    ['a key next to a failed lookup', factsOf({ google: found(good), default: servfail }), true],
    ['a wildcard key', factsOf({}, found(good)), true],
    ['a revoked key', factsOf({ default: found('v=DKIM1; p=') }), false],
    ['a DMARC record under a wildcard', factsOf({ default: found('v=DMARC1; p=none') }, found('v=DMARC1; p=none')), false],
    ['nothing', factsOf({}), false],
    ['a failed lookup', factsOf({ default: servfail }), 'unknown'],
  ];
  for (const [says, facts, expected] of cases) test(says, () => assert.equal(hasKey(facts), expected));
});

suite('outgoingMail is "none" only for a null MX and an SPF record that allows nobody', () => {
  const [nullMx, realMx] = ['', 'mx.example.org'].map(exchange => ({ outcome: 'found', value: [{ preference: 0, exchange }], via: [], ttlSeconds: 300 }));
  const cases: [says: string, mx: unknown, spf: readonly string[] | 'failed', expected: OutgoingMail][] = [
    ['null MX and a bare -all', nullMx, ['v=spf1 -all'], 'none'],
    ['the same in capitals', nullMx, ['V=SPF1  -ALL '], 'none'],
    ['a null MX without SPF', nullMx, [], 'possible'],
    ['a null MX and a sender', nullMx, ['v=spf1 ip4:192.0.2.1 -all'], 'possible'],
    ['a null MX and a soft ~all', nullMx, ['v=spf1 ~all'], 'possible'],
    ['a mail host and a bare -all', realMx, ['v=spf1 -all'], 'possible'],
    ['no MX and a bare -all', absent, ['v=spf1 -all'], 'possible'],
    ['a null MX, SPF failed', nullMx, 'failed', { unknown: 'TXT of example.org: SERVFAIL from 192.0.2.53' }],
    ['MX failed, a bare -all', servfail, ['v=spf1 -all'], { unknown: 'MX of example.org: SERVFAIL from 192.0.2.53' }],
    ['MX failed, SPF with a sender', servfail, ['v=spf1 mx -all'], 'possible'],
    ['a mail host, SPF failed', realMx, 'failed', 'possible'],
  ];
  for (const [says, lookup, spf, expected] of cases) {
    const records = spf === 'failed' ? [] : spf;
    const facts = { mx: { domain: 'example.org', lookup }, spf: { domain: 'example.org', txt: spf === 'failed' ? servfail : absent, records } };
    test(says, () => assert.deepEqual(outgoingMail(facts as unknown as Parameters<typeof outgoingMail>[0]), expected));
  }
});

const mailHosts = { outcome: 'found', value: [{ preference: 1, exchange: 'mx.example.net' }] };
const spf = { txt: { outcome: 'found', value: ['v=spf1 -all'] }, audit: { hosts: ['spf.example.net'] } };
const questionFor = (selector: string) => `${selector}._domainkey.example.org TXT`;

/** A context of example.org that notes the questions for TXT; MX and the facts of SPF come when `known` is there. */
function watch(known: Promise<unknown>): { asked: string[]; context: CollectContext } {
  const asked: string[] = [];
  const lookup = async (name: string, type: string) => {
    if (type === 'MX') return known.then(() => mailHosts);
    asked.push(`${name} ${type}`);
    return absent;
  };
  const facts = () => known.then(() => spf);
  return { asked, context: { domain: 'example.org', random: () => 0.5, dns: { lookup }, facts } as unknown as CollectContext };
}

suite('collectDkim asks in two waves', () => {
  test('the random and the common selectors do not wait for MX and SPF', () => {
    const { asked, context } = watch(new Promise(() => {}));
    void collectDkim(context, () => []);
    assert.deepEqual(asked, ['probe-iiiiiiiiiiii', 'default', 'google', 'selector1', 'selector2'].map(questionFor));
  });
  test('inferred selectors come from MX, SPF and TXT, each once, at most six', async () => {
    const { asked, context } = watch(Promise.resolve());
    const names = ['google', 'fm1', 'fm1', ...Array.from({ length: 20 }, (_, at) => `s${at}`)];
    const seen: unknown[] = [];
    const { selectors } = await collectDkim(context, given => {
      seen.push(given);
      return names.map(selector => ({ selector, because: `MX: ${selector}` }));
    });
    assert.deepEqual(seen, [{ mxHosts: ['mx.example.net'], spfHosts: ['spf.example.net'], txt: ['v=spf1 -all'] }]);
    assert.deepEqual(asked.slice(5), ['fm1', ...Array.from({ length: 5 }, (_, at) => `s${at}`)].map(questionFor));
    assert.deepEqual(selectors.map(({ selector }) => selector).slice(0, 5), ['default', 'google', 'selector1', 'selector2', 'fm1']);
    assert.equal(selectors[4]!.because, 'MX: fm1');
  });
  test('those that the owner has chosen do not wait either, each once, and leave room for the rest of six', async () => {
    const { asked, context } = watch(Promise.resolve());
    const chosen = ['mail2026', 'google', 'fm1', 'a'.repeat(300)];
    const { selectors } = await collectDkim({ ...context, dkimSelectors: chosen }, () => ['fm1', 's1', 's2', 's3', 's4', 's5'].map(selector => ({ selector, because: 'MX' })));
    assert.deepEqual(asked.slice(5), ['mail2026', 'fm1', 's1', 's2', 's3', 's4'].map(questionFor));
    assert.deepEqual(selectors.slice(4, 7).map(({ selector, source }) => `${selector} ${source}`), ['mail2026 chosen', 'fm1 chosen', 's1 inferred']);
    const many = await collectDkim({ ...watch(Promise.resolve()).context, dkimSelectors: Array.from({ length: 20 }, (_, at) => `c${at}`) }, () => [{ selector: 's1', because: 'MX' }]);
    assert.equal(many.selectors.length, 4 + 6);
  });
});
