import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import { cardValue, readCard } from './jcard.ts';
import { parseRdap } from './parse-rdap.ts';
import type { Registration } from './registration.ts';

const folder = new URL('conformance/rdap/', import.meta.url);
const samples = ['icann/', 'openrdap/'].flatMap(source => readdirSync(new URL(source, folder))
  .filter(name => /\.(?:json|html)$/.test(name))
  .map(name => ({ name: name.replace(/\.\w+$/, ''), text: readFileSync(new URL(source + name, folder), 'utf8') })));

suite('parseRdap reads the samples of ICANN and OpenRDAP as they were written down', () => {
  for (const { name, text } of samples) {
    test(name, () => {
      const expected: unknown = JSON.parse(readFileSync(new URL(`expected/${name}.json`, folder), 'utf8'));
      assert.deepEqual(parseRdap(text), expected);
    });
  }
  test('the samples are there', () => assert.equal(samples.length, 19));
});

const jcards: Readonly<Record<string, string | null>> = {
  'error_bad_properties_array.json': null,
  'error_bad_property_name.json': null,
  'error_bad_property_parameters.json': '4.0',
  'error_bad_property_size.json': null,
  'error_bad_property_type.json': '4.0',
  'error_bad_top_type.json': null,
  'error_bad_vcard_label.json': null,
  'error_invalid_properties.json': null,
  'example.json': '4.0',
  'mixed.json': '4.0',
};

suite('readCard takes what can be read of a malformed jCard', () => {
  const cards = new URL('openrdap/jcard/', folder);
  for (const [name, version] of Object.entries(jcards)) {
    test(name, () => assert.equal(cardValue(readCard(JSON.parse(readFileSync(new URL(name, cards), 'utf8'))), 'version'), version));
  }
  test('a good one', () => {
    const card = readCard(JSON.parse(readFileSync(new URL('example.json', cards), 'utf8')));
    assert.equal(cardValue(card, 'fn'), 'Simon Perreault');
    assert.equal(cardValue(card, 'org'), 'Viagenie');
  });
  test('values of mixed types keep their texts', () => {
    assert.equal(cardValue(readCard(JSON.parse(readFileSync(new URL('mixed.json', cards), 'utf8'))), 'mixed'), 'abc def');
  });
  test('values nested too deep are left out', () => assert.equal(cardValue(readCard(['vcard', [['n', {}, 'text', ['a', ['b', ['c', ['d']]]]]]]), 'n'), 'a b c'));
  test('an unstructured address is its label', () => {
    assert.equal(cardValue(readCard(['vcard', [['adr', { label: '1 Street' }, 'text', ['', '', '', '', '', '', '']]]]), 'adr'), '1 Street');
  });
  test('cards that are not JSON make the reply unclear', () => {
    for (const name of ['error_invalid_json.json', 'error_bad_property_nest_depth.json', 'error_bad_property_parameters_2.json']) {
      const card = readFileSync(new URL(name, cards), 'utf8');
      assert.equal(parseRdap(`{"objectClassName":"domain","entities":[{"roles":["registrar"],"vcardArray":${card}}]}`).registered, 'unclear');
    }
  });
});

suite('parseRdap keeps what it can read when the rest has the wrong form', () => {
  const cases: [says: string, reply: object, expected: Partial<Registration>][] = [
    ['nothing but the class', {}, { domain: null, registrar: null, createdAt: null, statuses: [], nameservers: [], dnssec: null, holder: 'absent' }],
    ['wrong types everywhere', { ldhName: 1, status: 'active', events: {}, entities: 'x', nameservers: [null, 1, { ldhName: ['x'] }], secureDNS: [] }, { domain: null, statuses: [], nameservers: [] }],
    ['a U-label alone', { unicodeName: 'MÜNCHEN.example.' }, { domain: 'xn--mnchen-3ya.example' }],
    ['statuses by RFC 8056', { status: ['active', 'client transfer prohibited', 'auto renew period', 'redemption period', 'Server Hold', 'locked'] },
      { statuses: ['ok', 'clientTransferProhibited', 'autoRenewPeriod', 'redemptionPeriod', 'serverHold', 'locked'] }],
    ['the expiry at the registrar, where the registry has none', { events: [{ eventAction: 'registrar expiration', eventDate: '2030-01-02T03:04:05+01:00' }] }, { expiresAt: '2030-01-02T02:04:05.000Z' }],
    ['a broken date before a good one', { events: [{ eventAction: 'registration', eventDate: 'soon' }, { eventAction: 'registration', eventDate: '2000-01-01T00:00:00Z' }] },
      { createdAt: '2000-01-01T00:00:00.000Z' }],
    ['a registrar without a card', { entities: [{ roles: ['registrar'], handle: 'REG-1', publicIds: [{ type: 'IANA Registrar ID', identifier: 292 }] }] }, { registrar: { name: 'REG-1', ianaId: 292 } }],
    ['a registrar within another entity', { entities: [{ roles: ['sponsor'], entities: [{ roles: ['Registrar'], vcardArray: ['vcard', [['fn', {}, 'text', 'Inner']]] }] }] },
      { registrar: { name: 'Inner', ianaId: null } }],
    ['DS data without the flag', { secureDNS: { dsData: [{ keyTag: 1 }] } }, { dnssec: true }],
    ['a holder marked as redacted', { redacted: [{ name: { type: 'Registrant Name' } }] }, { holder: 'withheld' }],
    ['a redacted registry id says nothing of the holder', { redacted: [{ name: { description: 'Registry Domain ID' } }] }, { holder: 'absent' }],
    ['a holder by placeholder', { entities: [{ roles: ['registrant'], vcardArray: ['vcard', [['fn', {}, 'text', 'REDACTED FOR PRIVACY']]] }] }, { holder: 'withheld' }],
    ['control characters in a name', { entities: [{ roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', '\u001b[31mEvil\u202e']]] }] }, { registrar: { name: '[31mEvil', ianaId: null } }],
  ];
  for (const [says, reply, expected] of cases) {
    test(says, () => {
      const reading = parseRdap(JSON.stringify({ objectClassName: 'domain', ...reply }));
      assert.ok(reading.registered === 'yes');
      assert.deepEqual({ ...reading.registration, ...expected }, reading.registration);
    });
  }
});

suite('parseRdap tells errors apart', () => {
  const cases: [text: string, expected: ReturnType<typeof parseRdap>][] = [
    ['{"errorCode":404,"title":"Not Found"}', { registered: 'no' }],
    ['{"errorCode":429,"title":"Too Many Requests"}', { registered: 'unclear', cause: 'the registry answered with error 429: Too Many Requests' }],
    ['{"errorCode":{}}', { registered: 'unclear', cause: 'the registry answered with error something without a name' }],
    ['[]', { registered: 'unclear', cause: 'the RDAP reply is not a JSON object' }],
    ['null', { registered: 'unclear', cause: 'the RDAP reply is not a JSON object' }],
    ['', { registered: 'unclear', cause: 'the RDAP reply is not a JSON object' }],
    [' '.repeat(2 ** 20 + 1), { registered: 'unclear', cause: 'the RDAP reply is longer than 1048576 characters' }],
  ];
  for (const [text, expected] of cases) test(JSON.stringify(text.slice(0, 50)), () => assert.deepEqual(parseRdap(text), expected));
});

function deep(open: string, close: string): string {
  return open.repeat(20_000) + close.repeat(20_000);
}

suite('parseRdap is total', () => {
  const options = { seed: 9083, numRuns: 1000 };
  const texts = samples.map(({ text }) => text).filter(text => text.length > 1000);
  const keys = ['objectClassName', 'ldhName', 'status', 'events', 'eventAction', 'eventDate', 'entities', 'roles', 'vcardArray', 'nameservers', 'secureDNS', 'redacted', 'name', 'publicIds'];
  const objects = fc.object({ key: fc.constantFrom(...keys), values: [fc.string(), fc.integer(), fc.constantFrom('registrar', 'registration', 'vcard'), fc.constant(null)], maxDepth: 5 });
  const mutated = fc.tuple(fc.constantFrom(...texts), fc.nat(6000), fc.nat(20), fc.string({ maxLength: 10 })).map(([text, at, cut, insert]) => text.slice(0, at) + insert + text.slice(at + cut));
  test('on arbitrary text', () => fc.assert(fc.property(fc.string({ unit: 'binary' }), text => void parseRdap(text)), options));
  test('on real replies with changes', () => fc.assert(fc.property(mutated, text => void parseRdap(text)), options));
  test('on objects of any shape', () => fc.assert(fc.property(objects, object => void parseRdap(JSON.stringify({ ...object, objectClassName: 'domain' }))), options));
  const hostile: [says: string, text: string][] = [
    ['arrays within arrays', deep('[', ']')],
    ['entities within entities', `{"objectClassName":"domain",${'"entities":[{'.repeat(20_000)}${'}]'.repeat(20_000)}}`],
    ['a deep jCard', `{"objectClassName":"domain","entities":[{"roles":["registrar"],"vcardArray":["vcard",[["fn",{},"text",${deep('[', ']')}]]]}]}`],
    ['many name servers', JSON.stringify({ objectClassName: 'domain', nameservers: Array.from({ length: 20_000 }, (_, i) => ({ ldhName: `ns${i}.example` })) })],
  ];
  for (const [says, text] of hostile) {
    test(`on ${says}, in no time`, () => {
      const startedMs = performance.now();
      parseRdap(text);
      assert.ok(performance.now() - startedMs < 4000);
    });
  }
});
