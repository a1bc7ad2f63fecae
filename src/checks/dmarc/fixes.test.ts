import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import type { Finding } from '../../core/finding.ts';
import type { AllFacts } from '../index.ts';
import type { Others } from './others.ts';
import { dmarcCheck } from './index.ts';
import { parseDmarc } from './parse.ts';
import { repaired } from './rewrite.ts';
import { factsOf, judgeZone, type Zone } from './zone.sample.ts';

async function judge(domain: string, zone: Zone, others: Partial<Others> = {}): Promise<(id: string) => Finding> {
  const findings = await judgeZone(domain, zone, others);
  return id => findings.find(finding => finding.id === `dmarc.${id}`)!;
}

suite('a record that is passed over is offered as it was meant, or not at all', () => {
  const beginning = 'The DMARC record does not begin with v=DMARC1 and is ignored';
  const separators = 'The DMARC record is not separated by semicolons and is ignored';
  const quotes = 'The DMARC record stands in quotation marks and is ignored';
  const unreadable = 'The DMARC policy cannot be read, so receivers act as if it were "none"';
  const meant = 'v=DMARC1; p=reject; rua=mailto:a@good.com';
  const cases: [text: string, title: string, offered: string | undefined][] = [
    ['"v=DMARC1; p=reject; rua=mailto:a@good.com"', quotes, meant],
    ['"v=DMARC1; p=reject;" "rua=mailto:a@good.com"', quotes, meant],
    ['v=DMARC1, p=reject, rua=mailto:a@good.com', separators, meant],
    ['v=DMARC1,p=reject,rua=mailto:a@good.com,mailto:b@good.com', separators, `${meant},mailto:b@good.com`],
    ['v=DMARC1 p=reject rua=mailto:a@good.com', separators, meant],
    ['v=DMARC1\\; p=reject\\; rua=mailto:a@good.com', separators, meant],
    ['v=DMARC1; p=reject, rua=mailto:a@good.com', 'The DMARC record has neither a valid policy nor an address for reports and is ignored', meant],
    ['v=DMARC1\n; p=reject', 'The DMARC record has an invisible character behind v=DMARC1 and is ignored', 'v=DMARC1; p=reject'],
    ['v=dmarc1 p=reject', beginning, 'v=DMARC1; p=reject'],
    [' V=DMARC1;p=reject', beginning, 'v=DMARC1; p=reject'],
    ['v=DMARC2; p=reject', beginning, 'v=DMARC1; p=reject'],
    ['v=DMARC; p=reject', beginning, 'v=DMARC1; p=reject'],
    ['p=reject; v=DMARC1; rua=mailto:a@good.com', beginning, meant],
    ['p=reject; v=DMARC1; rua=a@good.com', beginning, 'v=DMARC1; p=reject; rua=mailto:a@good.com'],
    ['p=reject; v=DMARC1; rua=a', beginning, undefined],
    ['v=dmarc1; p=rejct', beginning, 'v=DMARC1; p=reject'],
    ['v=dmarc1; p=bogus', beginning, undefined],
    ['v=DMARC1p=reject', beginning, undefined],
    ['v=DMARC1; p=bogus; rua=mailto:a@good.com', unreadable, undefined],
    ['v=DMARC1; p=none; p=reject', 'The DMARC record gives the tag p twice and is ignored', 'v=DMARC1; p=none'],
  ];
  for (const [text, title, offered] of cases) {
    test(text, async () => {
      const syntax = (await judge('good.com', { '_dmarc.good.com': [text] }))('syntax');
      assert.deepEqual([syntax.state, syntax.title, syntax.fix?.record?.value], ['fail', title, offered]);
    });
  }
  test('next to a record that is read it is to be deleted', async () => {
    const { fix } = (await judge('good.com', { '_dmarc.good.com': ['v=DMARC1; p=reject', 'v=dmarc1; p=none'] }))('syntax');
    assert.deepEqual([fix?.text, fix?.record], ['Delete this record: _dmarc.good.com has another one that begins with v=DMARC1.', undefined]);
  });
  test('any text is repaired to a record without faults or to none', () => {
    const part = fc.constantFrom('v=DMARC1', 'v=dmarc', ';', '\\;', 'p=', 'reject', 'rua=', 'mailto:a@good.com', ',', ' ', '"', '=', 'fo=1', '\n');
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.array(part).map(parts => parts.join('')));
    fc.assert(fc.property(text, text => {
      const value = repaired(text, 'good.com');
      assert.deepEqual(value === undefined ? [] : parseDmarc(value)!.faults, []);
    }), { seed: 9989, numRuns: 1000 });
  });
  test('long runs of separators take no time', () => {
    const startedMs = performance.now();
    for (const run of [' ', ',', 'p ', ' p', 'p=', '"']) repaired(`v=DMARC1${run.repeat(4000 / run.length)}`, 'good.com');
    assert.ok(performance.now() - startedMs < 5000);
  });
});

suite('no fix offers a record with faults', () => {
  const text = 'v=DMARC1; p=bogus; pct=50; rf=afrf; fo=1; rua=mailto:a@good.com';
  for (const id of ['syntax', 'pct', 'rf', 'fo', 'rua']) {
    test(id, async () => assert.deepEqual((await judge('good.com', { '_dmarc.good.com': [text] }))(id).fix?.record, undefined));
  }
});

suite('a record that is passed over fails at its own name, whatever governs', () => {
  const parent = { '_dmarc.good.com': ['v=DMARC1; p=reject; rua=mailto:a@good.com'] };
  const two = ['v=DMARC1; p=reject', 'v=DMARC1; p=none'];
  const cases: [says: string, zone: Zone, id: string, state: string, evidence: RegExp][] = [
    ['two records, the parent fine', { ...parent, '_dmarc.sub.good.com': two }, 'multiple', 'fail', /^_dmarc\.sub\.good\.com TXT v=DMARC1; p=reject$/],
    ['two records, the parent failed', { '_dmarc.good.com': 'failed', '_dmarc.sub.good.com': two }, 'multiple', 'fail', /^_dmarc\.sub\.good\.com TXT /],
    ['a broken record, the parent fine', { ...parent, '_dmarc.sub.good.com': ['v=dmarc1; p=reject'] }, 'syntax', 'fail', /^_dmarc\.sub\.good\.com TXT v=dmarc1; p=reject$/],
    ['two records above the one in force', { '_dmarc.good.com': two, '_dmarc.sub.good.com': ['v=DMARC1; p=reject'] }, 'multiple', 'pass', /^$/],
    ['two records above a failed lookup', { '_dmarc.good.com': two, '_dmarc.sub.good.com': 'failed' }, 'multiple', 'unknown', /SERVFAIL/],
  ];
  for (const [says, zone, id, state, evidence] of cases) {
    test(says, async () => {
      const finding = (await judge('sub.good.com', zone))(id);
      assert.equal(finding.state, state);
      assert.match(finding.evidence[0] ?? '', evidence);
    });
  }
  test('faults of the record in force are named with it', async () => {
    const { evidence } = (await judge('sub.good.com', { '_dmarc.good.com': ['v=DMARC1; p=reject; fo=2'], '_dmarc.sub.good.com': ['v=dmarc1'] }))('syntax');
    assert.deepEqual(evidence, ['_dmarc.sub.good.com TXT v=dmarc1', 'fo=2: must be 0, 1, d or s, separated by colons']);
  });
});

suite('a failed lookup above the own record leaves the organizational domain unknown', () => {
  const cases: [says: string, zone: Zone, organizational: string | null, divergence: string][] = [
    ['the parent failed', { '_dmarc.sub.good.com': ['v=DMARC1; p=reject; sp=none'], '_dmarc.good.com': 'failed' }, null, 'unknown'],
    ['the top-level domain failed', { '_dmarc.sub.good.com': ['v=DMARC1; p=reject'], '_dmarc.com': 'failed' }, 'sub.good.com', 'fail'],
    ['psd=n ends the walk below it', { '_dmarc.sub.good.com': ['v=DMARC1; p=reject; psd=n'], '_dmarc.good.com': 'failed' }, 'sub.good.com', 'unknown'],
  ];
  for (const [says, zone, organizational, divergence] of cases) {
    test(says, async () => {
      const dmarc = await factsOf('sub.good.com', zone);
      assert.equal(dmarcCheck.present({ dmarc } as AllFacts, [])['organizationalDomain'], organizational);
      const finding = (await judge('sub.good.com', zone))('divergence');
      assert.equal(finding.state, divergence);
      if (divergence === 'unknown') assert.equal(finding.severity, 'info');
    });
  }
});

test('subdomains are fixed in the record that governs them', async () => {
  const zone = { '_dmarc.sub.good.com': ['v=DMARC1; p=reject'], '_dmarc.good.com': ['v=DMARC1; p=none'] };
  assert.deepEqual((await judge('sub.good.com', zone))('sp').fix?.record, { name: '_dmarc.good.com', type: 'TXT', value: 'v=DMARC1; p=none; sp=reject' });
});

suite('every other domain that is to receive reports is known, or said not to be', () => {
  const addresses = ['a', 'b', 'c', 'd', 'e'].map(name => `mailto:x@${name}.example`);
  const consent = Object.fromEntries(['a', 'b', 'c', 'd'].map(name => [`good.com._report._dmarc.${name}.example`, ['v=DMARC1']]));
  const zone = { ...consent, '_dmarc.good.com': [`v=DMARC1; p=reject; rua=${addresses.join(',')}`] };
  test('those beyond the fourth are kept', async () => assert.deepEqual((await factsOf('good.com', zone)).leftOut, ['e.example']));
  for (const id of ['ext', 'rua.mx']) {
    test(`${id} says which were left out and makes no issue`, async () => {
      const { state, severity, evidence, title } = (await judge('good.com', zone))(id);
      assert.deepEqual([state, severity, evidence, title], ['unknown', 'info', ['not checked: e.example'], 'Not every domain that is to receive DMARC reports was checked']);
    });
  }
  test('a refusal among the first stays a fault', async () => {
    assert.equal((await judge('good.com', { ...zone, 'good.com._report._dmarc.b.example': [] }))('ext').state, 'fail');
  });
  test('no consent is offered next to a CNAME', async () => {
    const finding = (await judge('good.com', { ...zone, 'good.com._report._dmarc.b.example': { alias: 'x.example.net', records: [] } }))('ext');
    assert.deepEqual([finding.state, finding.fix?.record], ['fail', undefined]);
  });
});

test('a domain that takes no mail is offered no address of its own', async () => {
  const rua = (await judge('good.com', { '_dmarc.good.com': ['v=DMARC1; p=reject'] }, { nullMx: true }))('rua');
  assert.deepEqual([rua.state, rua.severity, rua.fix?.record], ['fail', 'info', undefined]);
});

suite('missing and location offer one and the same record', () => {
  const cases: [says: string, apex: string, own: Zone, location: string | undefined, missing: string | undefined][] = [
    ['a sound record at the domain itself', 'v=DMARC1; p=reject', {}, 'v=DMARC1; p=reject', 'v=DMARC1; p=reject'],
    ['a broken one that can be repaired', 'v=dmarc1, p=reject', {}, 'v=DMARC1; p=reject', 'v=DMARC1; p=reject'],
    ['a broken one that cannot', 'v=DMARC1; p=bogus', {}, undefined, 'v=DMARC1; p=none; rua=mailto:dmarc-reports@good.com'],
    ['one next to the right one', 'v=DMARC1; p=reject', { '_dmarc.good.com': ['v=DMARC1; p=none'] }, undefined, undefined],
    ['one while the right name failed', 'v=DMARC1; p=reject', { '_dmarc.good.com': 'failed' }, undefined, undefined],
  ];
  for (const [says, apex, zone, location, missing] of cases) {
    test(says, async () => {
      const finding = await judge('good.com', zone, { apexTxt: [apex] });
      assert.deepEqual([finding('location').state, finding('location').fix?.record?.value, finding('missing').fix?.record?.value], ['fail', location, missing]);
    });
  }
});

suite('next to a CNAME no record is offered', () => {
  const sentence = '_dmarc.good.com is an alias of dm.prov.org, so the change belongs there.';
  const held = (...records: string[]): Zone => ({ '_dmarc.good.com': { alias: 'dm.prov.org', records } });
  const cases: [id: string, zone: Zone][] = [
    ['p', held('v=DMARC1; p=none; rua=mailto:a@good.com')],
    ['sp', held('v=DMARC1; p=reject; sp=none; rua=mailto:a@good.com')],
    ['np', held('v=DMARC1; p=reject; np=none')],
    ['t', held('v=DMARC1; p=reject; t=y')],
    ['pct', held('v=DMARC1; p=reject; pct=50')],
    ['rua', held('v=DMARC1; p=reject')],
    ['rua.uri', held('v=DMARC1; p=reject; rua=a@good.com')],
    ['syntax', held('v=DMARC1; p=rejct; rua=mailto:a@good.com')],
    ['syntax', held('v=dmarc1; p=reject')],
    ['multiple', held('v=DMARC1; p=reject', 'v=DMARC1; p=none')],
  ];
  for (const [id, zone] of cases) {
    test(`${id}: ${JSON.stringify(zone)}`, async () => {
      const { state, fix } = (await judge('good.com', zone))(id);
      assert.deepEqual([state, fix?.record], ['fail', undefined]);
      assert.ok(fix!.text.endsWith(` ${sentence}`), fix!.text);
      assert.equal(fix!.text.split(sentence).length, 2, 'said once');
    });
  }
  const empty: [says: string, zone: Zone, what: string][] = [['a dangling one', held(), 'does not exist'], ['one that leads elsewhere', held('v=spf1 -all'), 'has no DMARC record']];
  for (const [says, zone, what] of empty) {
    test(`${says} is named where the record is missing`, async () => {
      const finding = await judge('good.com', zone, { apexTxt: ['v=DMARC1; p=reject'] });
      const { evidence, fix } = finding('missing');
      assert.equal(evidence[1], `_dmarc.good.com is an alias of dm.prov.org, which ${what}`);
      assert.deepEqual(fix, { kind: 'dnsRecord', text: '_dmarc.good.com is an alias of dm.prov.org: publish the record there, or replace the alias by the record.' });
      assert.equal(finding('location').fix?.record, undefined);
    });
  }
});

suite('a policy of none says where it comes from', () => {
  const cases: [domain: string, record: string, evidence: string, title: RegExp][] = [
    ['good.com', 'v=DMARC1; p=none', 'p=none', /^The DMARC policy is "none"/],
    ['good.com', 'v=DMARC1; rua=mailto:a@good.com', 'no p tag: none', /^The DMARC policy is "none"/],
    ['good.com', 'v=DMARC1; p=bogus; rua=mailto:a@good.com', 'p=bogus cannot be read: none', /^The DMARC policy is "none"/],
    ['sub.good.com', 'v=DMARC1; p=bogus; sp=bogus; rua=mailto:a@good.com', 'p=bogus and sp=bogus cannot be read: none', /^The DMARC policy is "none"/],
    ['sub.good.com', 'v=DMARC1; p=reject; sp=none', 'sp=none', /^The DMARC policy for subdomains is "none"/],
  ];
  for (const [domain, record, evidence, title] of cases) {
    test(`${record} for ${domain}`, async () => {
      const p = (await judge(domain, { '_dmarc.good.com': [record] }))('p');
      assert.deepEqual([p.state, p.evidence], ['fail', [evidence]]);
      assert.match(p.title, title);
      assert.match(`${p.detail} ${p.fix!.text}`, evidence.includes('cannot be read') ? /Correct the record: receivers cannot read the policy/ : domain !== 'good.com' && evidence === 'sp=none' ? /sp=none.* change sp to/ : /p=none.* p=quarantine/);
    });
  }
});
