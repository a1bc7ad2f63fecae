import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { StructuredItem } from '../../site-audit/index.ts';
import { knowsType } from '../../site-audit/rules/schema-org/vocabulary.ts';
import { compare, type Entered } from './compare.ts';
import { localTypes } from './local-types.ts';
import { checkMarkup } from './markup.ts';
import { addressWords, nameKey, phoneOf, phonesIn } from './normalize.ts';
import { consistencyOf, hoursDifference } from './result.ts';
import { textOf, type Says } from './says.ts';

const nothing: Says = { names: [], addresses: [], phones: [], dialled: [], text: '', textPhones: [] };
const entered: Entered = { name: 'Zahnarzt Muster', address: 'Mariahilfer Straße 12a, 1010 Wien', phone: '+43 1 234567', country: 'AT' };

suite('telephone numbers are the same however they are written', () => {
  for (const text of ['+43 1 234567', '01/234567', '(01) 23 45 67', '0043 1 234567', '+43 (0)1 234567']) test(text, () => assert.equal(phoneOf(text, 'AT'), '+431234567'));
  test('without a country a number needs its code', () => assert.deepEqual([phoneOf('01 234567', null), phoneOf('+43 1 234567', null)], [null, '+431234567']));
  test('what is none is none', () => assert.deepEqual(['call us', '12', ''].map(text => phoneOf(text, 'AT')), [null, null, null]));
  test('a text is searched at its beginning and its end', () => assert.deepEqual(phonesIn(`Tel. 01 234567 ${'words '.repeat(50_000)} Fax 01 234568`, 'AT'), ['+431234567', '+431234568']));
});

suite('addresses are the same however their words are shortened', () => {
  const cases: readonly (readonly [one: string, other: string])[] = [
    ['Mariahilfer Straße 12 a', 'Mariahilferstr. 12a'], ['Hauptstraße 5', 'Hauptstrasse 5'], ['Ringgasse 3', 'Ringgasse 3'], ['10 Downing Street', '10 Downing St.'], ['5th Avenue, Suite 4', '5th Ave Ste 4'], ['Am Heldenplatz 1', 'am Helden-Platz 1'],
  ];
  for (const [one, other] of cases) test(`${one} and ${other}`, () => assert.deepEqual(addressWords(one), addressWords(other)));
  test('another house number is another address', () => assert.notDeepEqual(addressWords('Hauptstraße 5'), addressWords('Hauptstraße 5a')));
});

suite('names are the same without the form of the company', () => {
  for (const [one, other] of [['Muster GmbH & Co. KG', 'Muster'], ['Café Zürich', 'Cafe Zurich'], ['Smith and Sons Ltd.', 'Smith & Sons'], ['Huber e.U.', 'HUBER']] as const) test(`${one} and ${other}`, () => assert.equal(nameKey(one), nameKey(other)));
  test('a name that is nothing but such words is kept', () => assert.equal(nameKey('The Company'), 'company'));
});

suite('a source agrees, differs, or does not say', () => {
  const cases: readonly (readonly [says: string, source: Partial<Says>, isOwn: boolean, name: string, address: string, phone: string])[] = [
    ['markup that says the same', { names: ['Zahnarzt Muster GmbH'], addresses: [{ street: 'Mariahilferstr. 12 a', postalCode: '1010', locality: 'Wien' }], phones: ['01 234567'] }, true, 'match', 'match', 'match'],
    ['markup that leaves out the town', { addresses: [{ street: 'Mariahilfer Straße 12a' }] }, true, 'notSeen', 'match', 'notSeen'],
    ['another postal code', { addresses: [{ street: 'Mariahilfer Straße 12a', postalCode: '1060' }] }, true, 'notSeen', 'differs: Mariahilfer Straße 12a, 1060', 'notSeen'],
    ['another number in the markup', { phones: ['+43 1 999999'] }, false, 'notSeen', 'notSeen', 'differs: +43 1 999999'],
    ['another name in the markup', { names: ['Zahnarzt Meier'] }, false, 'differs: Zahnarzt Meier', 'notSeen', 'notSeen'],
    ['the text of a page', { text: 'Willkommen bei Zahnarzt Muster! Mariahilfer Str. 12a in Wien', textPhones: ['+431234567'] }, false, 'match', 'match', 'match'],
    ['a link that dials it', { dialled: ['+43-1-234567'] }, true, 'notSeen', 'notSeen', 'match'],
    ['a link of the own site that dials another', { dialled: ['+4319999'] }, true, 'notSeen', 'notSeen', 'differs: +4319999'],
    ['a link of a directory that dials its own number', { dialled: ['+4319999'] }, false, 'notSeen', 'notSeen', 'notSeen'],
    ['nothing', {}, true, 'notSeen', 'notSeen', 'notSeen'],
  ];
  for (const [says, source, isOwn, ...wanted] of cases) {
    test(says, () => assert.deepEqual(compare(entered, { ...nothing, ...source }, isOwn).map(({ verdict, seen }) => (seen === null ? verdict : `${verdict}: ${seen}`)), wanted));
  }
  test('what was not entered is compared with nothing', () => {
    assert.deepEqual(compare({ ...entered, address: null, phone: null }, { ...nothing, phones: ['1'], addresses: [{ street: 'x' }] }, true).map(({ verdict }) => verdict), ['notSeen', 'notEntered', 'notEntered']);
  });
  test('a source that could not be read lowers no share', () => {
    const read = { kind: 'website', url: null, state: 'read', cause: null, markup: null, fields: compare(entered, { ...nothing, names: ['Zahnarzt Muster'], phones: ['+43 1 9'] }, true) } as const;
    assert.deepEqual(consistencyOf([{ ...read }, { ...read, state: 'unknown', cause: 'it answered 500', fields: [] }]), { matching: 1, differing: 1, unknownSources: 1, share: 50 });
  });
});

suite('opening hours of the profile differ only where both are known', () => {
  const ours = [{ days: ['tu', 'mo'] as ('tu' | 'mo')[], opens: '09:00', closes: '17:30' }];
  test('the same in another order', () => assert.deepEqual(hoursDifference(ours, [{ days: ['mo'], opens: '09:00', closes: '17:30' }, { days: ['tu'], opens: '09:00', closes: '17:30' }]), []));
  test('another time', () => assert.deepEqual(hoursDifference(ours, [{ days: ['mo'], opens: '09:00', closes: '17:00' }]).map(({ seen, expected }) => [seen, expected]), [['mo 09:00-17:00', 'mo 09:00-17:30, tu 09:00-17:30']]));
  test('unknown', () => assert.deepEqual([...hoursDifference(null, ours), ...hoursDifference(ours, null), ...hoursDifference(ours, [])], []));
});

suite('the markup of a local business', () => {
  const item = (properties: Record<string, string[]>, nested: Record<string, string[]> = {}): StructuredItem => ({ syntax: 'jsonld', types: ['Dentist'], properties, nested });
  const whole = { name: ['A'], address: ['PostalAddress'], telephone: ['1'], url: ['https://a.example/'], geo: ['GeoCoordinates'], priceRange: ['$'], openingHours: ['Mo-Fr 09:00-17:00', 'Sa 10:00-12:00', 'Su'] };
  test('that has everything is complete', () => assert.deepEqual(checkMarkup(item(whole)), { type: 'Dentist', missing: [], recommended: [], hours: [] }));
  test('says what is required and recommended', () => assert.deepEqual(checkMarkup(item({ name: ['A'] })), { type: 'Dentist', missing: ['address'], recommended: ['telephone', 'openingHoursSpecification or openingHours', 'url', 'geo', 'priceRange'], hours: [] }));
  test('says which opening hours cannot be read', () => {
    assert.deepEqual(checkMarkup(item({ ...whole, openingHours: ['Monday 9 to 5', 'Mo 25:00-26:00'] })).hours, ['openingHours: Monday 9 to 5', 'openingHours: Mo 25:00-26:00']);
    assert.deepEqual(checkMarkup(item({ ...whole, 'openingHoursSpecification.opens': ['09:00', '9am'], 'openingHoursSpecification.closes': ['17:00:00', '24:00'], 'openingHoursSpecification.dayOfWeek': ['https://schema.org/Monday', 'Mo'] }, { openingHoursSpecification: ['OpeningHoursSpecification'] })).hours, ['opens: 9am', 'dayOfWeek: Mo']);
    assert.deepEqual(checkMarkup(item(whole, { openingHoursSpecification: ['OpeningHoursSpecification'] })).hours, ['openingHoursSpecification without opens and closes']);
  });
  test('every type is one of schema.org', () => assert.deepEqual([...localTypes].filter(type => !knowsType(type)), []));
});

suite('the text of a page', () => {
  const cases: readonly (readonly [html: string, text: string])[] = [
    ['<p>A<br>B</p>', ' A B'], ['a<script>if (1 < 2) x("<p>no</p>")</script>b', 'a b'], ['a<!-- <p>no</p> -->b', 'a b'], ['a&nbsp;&amp; b', 'a & b'], ['a <b', 'a '], ['<style>x', ''], ['<SCRIPT>no</SCRIPT >b', ' b'],
  ];
  for (const [html, text] of cases) test(JSON.stringify(html), () => assert.equal(textOf(html), text));
  test('takes no longer for hostile markup', () => {
    const started = performance.now();
    for (const one of ['<script', '<!--', '<', '<a ', '&nbsp']) textOf(one.repeat(300_000));
    assert.ok(performance.now() - started < 2000);
  });
});
