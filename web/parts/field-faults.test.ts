import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { faultsIn, faultsOf, type Field } from './field-faults.ts';

const words = { empty: 'empty', email: 'email', short: 'short', long: 'long' };
const field = (name: string, kind: Field['kind']): Field => ({ name, label: name, kind, autoComplete: 'off' });
const fields = [field('email', 'email'), field('password', 'newPassword')];
const password = 'a long and rare phrase';

suite('what was typed is judged before it is sent', () => {
  const cases: [title: string, values: Record<string, string>, faults: Record<string, string>][] = [
    ['good values have no fault', { email: 'anna@example.net', password }, {}],
    ['an address of an internationalised domain is one', { email: 'anna@münchen.example', password }, {}],
    ['nothing', {}, { email: 'empty', password: 'empty' }],
    ['spaces are nothing', { email: '  ', password }, { email: 'empty' }],
    ['a name is no address', { email: 'anna', password }, { email: 'email' }],
    ['two signs are none', { email: 'a@b@c', password }, { email: 'email' }],
    ['seven characters', { email: 'anna@example.net', password: 'seven77' }, { password: 'short' }],
    ['eight spaces', { email: 'anna@example.net', password: ' '.repeat(8) }, { password: 'empty' }],
    ['129 characters', { email: 'anna@example.net', password: 'x'.repeat(129) }, { password: 'long' }],
  ];
  for (const [title, values, faults] of cases) test(title, () => assert.deepEqual(faultsIn(fields, values, words), faults));
  test('the password of a sign-in is only asked to be there', () => assert.deepEqual(faultsIn([field('password', 'password')], { password: 'x' }, words), {}));
});

suite('what the service found stands at its field', () => {
  test('and nothing is left where every fault has one', () =>
    assert.deepEqual(faultsOf(fields, [{ path: 'password', message: 'Leaked.' }]), { faults: { password: 'Leaked.' }, rest: false }));
  test('what no field can show is left', () =>
    assert.deepEqual(faultsOf(fields, [{ path: 'token', message: 'Too old.' }]), { faults: {}, rest: true }));
  test('a refusal that names no member is left', () => assert.deepEqual(faultsOf(fields, undefined), { faults: {}, rest: true }));
});
