import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { readLabelled } from './golden/read.ts';
import { nameSender } from './name-sender.ts';
import { reasonTexts, type Approvals, type SenderFacts } from './shapes.ts';

const naming = readLabelled('naming.txt');
const passingOn = readLabelled('passing-on.txt');

const stranger: SenderFacts = {
  policyDomain: 'example.com', headerFrom: 'example.com', envelopeFrom: 'example.com', dkim: [], spf: { domain: 'example.com', result: 'fail' }, dkimAligned: false, spfAligned: false,
  reasons: [], ip: '203.0.113.9', ptr: null, network: null, spfHolder: null,
};
const signed: SenderFacts = { ...stranger, dkim: [{ domain: 'example.com', selector: 'key', result: 'pass' }], dkimAligned: true };

suite('labelled rows', () => {
  test('at least 95 in 100 of the rows over the catalogue have the right sender and class', t => {
    assert.ok(naming.length >= 300);
    const wrong = naming.filter(({ facts, sender, classes }) => {
      const named = nameSender(facts);
      return named.id !== sender || !classes.includes(named.class);
    });
    const rate = 1 - wrong.length / naming.length;
    t.diagnostic(`note: sender naming: ${(100 * rate).toFixed(1)} % of ${naming.length} labelled rows are right`);
    assert.ok(rate >= 0.95, wrong.map(({ line }) => line).join('\n'));
  });

  test('no threat is called a forwarder or a list, and forwarding is told from threats', t => {
    assert.ok(passingOn.length >= 100);
    const judged = [...naming, ...passingOn].map(row => ({ ...row, found: nameSender(row.facts).class }));
    const trusted = judged.filter(({ classes, found }) => classes.includes('threat') && (found === 'forwarder' || found === 'mailingList'));
    assert.deepEqual(trusted.map(({ line }) => line), []);
    const accused = judged.filter(({ classes, found }) => found === 'threat' && !classes.includes('threat'));
    assert.deepEqual(accused.map(({ line }) => line), []);
    const right = passingOn.filter(({ facts, classes }) => classes.includes(nameSender(facts).class)).length;
    t.diagnostic(`note: forwarding and threats: ${right} of ${passingOn.length} labelled rows are right, no threat called a forwarder`);
    assert.ok(right / passingOn.length >= 0.95);
  });

  test('the senders of forwarded mail are right', () => {
    const wrong = passingOn.filter(({ facts, sender }) => sender !== null && nameSender(facts).id !== sender);
    assert.ok(wrong.length <= passingOn.length * 0.05, wrong.map(({ line }) => line).join('\n'));
  });

  test('each answer has a reason and a sentence for it', () => {
    for (const { facts, line } of [...naming, ...passingOn]) {
      const { reasons, evidence } = nameSender(facts);
      assert.ok(reasons.length > 0, line);
      for (const reason of reasons) assert.match(reasonTexts[reason], /^[A-Z].*\.$/);
      for (const { value } of evidence) assert.notEqual(value, '');
    }
  });
});

suite('nothing that anybody can write makes a sender trusted', () => {
  const forged: Record<string, Partial<SenderFacts>> = {
    'an envelope of a forwarder that SPF does not prove': { envelopeFrom: 'pobox.com', spf: { domain: 'pobox.com', result: 'fail' } },
    'a rewritten envelope of a domain of its own': { envelopeFrom: 'SRS0=a=b=example.com=c@evil.example', spf: { domain: 'evil.example', result: 'pass' } },
    'a signature of a list that is not valid': { dkim: [{ domain: 'googlegroups.com', selector: 'x', result: 'fail' }] },
    'a signature with a key that is not there': { dkim: [{ domain: 'example.com', selector: 'x', result: 'permerror' }] },
    'a comment that is no chain': { reasons: [{ type: 'local_policy', comment: 'arc=fail' }] },
    'a chain in a reason that is no override for it': { reasons: [{ type: 'other', comment: 'arc=pass' }] },
    'a host that begins like one of a forwarder': { ptr: 'pb-smtp1.pobox.com.evil.example' },
    'a domain that ends like the own one': { dkim: [{ domain: 'notexample.com', selector: 'x', result: 'pass' }] },
  };
  for (const [name, facts] of Object.entries(forged)) test(name, () => assert.equal(nameSender({ ...stranger, ...facts }).class, 'threat'));
});

suite('what was seen before', () => {
  const cases: [string, SenderFacts, string, string?][] = [
    ['a signature outside SPF, of which nothing is known, was passed on', signed, 'forwarder'],
    ['one that comes from a single network is at home there', { ...signed, seen: { networksOfSelector: 1 } }, 'own', 'home_of_signature'],
    ['one that comes from many was passed on', { ...signed, seen: { networksOfSelector: 9 } }, 'forwarder', 'many_networks'],
    ['a broken signature whose key was never seen to be valid excuses nothing', { ...stranger, dkim: [{ domain: 'example.com', selector: 'x', result: 'fail' }], seen: { networksOfSelector: 0 } }, 'threat'],
    ['a network that has signed before is no threat', { ...stranger, seen: { alignedDkimFromNetwork: true } }, 'unknown'],
    ['one that never has is told so', { ...stranger, seen: { alignedDkimFromNetwork: false } }, 'threat', 'never_signed_here'],
    ['before any lookup nobody is a threat', { ...stranger, spf: null, ptr: undefined, spfHolder: undefined }, 'unknown', 'not_looked_up'],
  ];
  for (const [name, facts, expected, reason] of cases) {
    test(name, () => {
      const named = nameSender(facts);
      assert.equal(named.class, expected);
      if (reason) assert.ok(named.reasons.some(code => code === reason), named.reasons.join());
    });
  }
});

test('a name is as sure as what has proven it', () => {
  const sure = (facts: Partial<SenderFacts>) => nameSender({ ...stranger, ...facts }).confidence;
  assert.equal(sure({ dkim: [{ domain: 'mcsv.net', selector: 'k1', result: 'pass' }] }), 'high');
  assert.equal(sure({ spfHolder: { term: 'ip4:203.0.113.0/24', at: 'sendgrid.net', include: 'sendgrid.net' } }), 'high');
  assert.equal(sure({ ptr: 'mail.example.net' }), 'medium');
  assert.equal(sure({ network: { asn: 64500, name: 'NET', domain: null, country: null } }), 'low');
  assert.equal(sure({}), 'low');
});

suite('what an owner has decided', () => {
  const sendgrid: SenderFacts = { ...stranger, ptr: 'o1.outbound-mail.sendgrid.net' };
  const approvals: Approvals = new Map([['sendgrid', { class: 'own', name: 'Our shop' }]]);

  test('goes before everything else, and keeps what was found', () => {
    const { class: senderClass, name, reasons, id } = nameSender(sendgrid, approvals);
    assert.deepEqual([id, senderClass, name, reasons], ['sendgrid', 'own', 'Our shop', ['approved', 'service_address', 'not_authenticated']]);
  });
  test('does not reach those who only claim to be that sender', () => {
    const claims: SenderFacts = { ...stranger, envelopeFrom: 'sendgrid.net', spf: { domain: 'sendgrid.net', result: 'fail' } };
    assert.equal(nameSender(claims, approvals).class, 'threat');
  });
});

suite('naming is total', () => {
  const none: SenderFacts = { ...stranger, headerFrom: null, envelopeFrom: null, spf: null, ip: null, spfHolder: undefined, ptr: undefined };
  const odd: Record<string, Partial<SenderFacts>> = {
    'nothing at all': {},
    'empty names': { policyDomain: '', envelopeFrom: '', ptr: '', dkim: [{ domain: '', selector: '', result: '' }], spf: { domain: '', result: '' } },
    'names of dots': { policyDomain: '..', ptr: '...', dkim: [{ domain: '.', selector: '.', result: 'pass' }], spf: { domain: '..', result: 'pass' } },
    'names of object members': { policyDomain: '__proto__', ptr: 'constructor', dkim: [{ domain: 'toString', selector: '__proto__', result: 'pass' }] },
    'long names': { policyDomain: 'a.'.repeat(2000), ptr: 'b.'.repeat(2000), envelopeFrom: `srs0=${'='.repeat(4000)}` },
    'a hundred signatures': { dkim: Array.from({ length: 100 }, (_, at) => ({ domain: `d${at}.example`, selector: 's', result: 'pass' })) },
  };
  for (const [name, facts] of Object.entries(odd)) test(name, () => assert.notEqual(nameSender({ ...none, ...facts }).id, ''));
});
