import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { domainIn, ownPath, verifiedPath } from './next.ts';

suite('the sign-in leads back to pages of this service alone', () => {
  const cases: [next: string | undefined, leads: string | null][] = [
    ['/domains?sort=score', '/domains?sort=score'],
    ['/domain-checkup.html?domain=a.example', '/domain-checkup.html?domain=a.example'],
    [undefined, null],
    ['', null],
    ['domains', null],
    ['//evil.test', null],
    ['/\\evil.test', null],
    ['\\\\evil.test', null],
    ['https://evil.test', null],
    [' //evil.test', null],
    ['/\t/evil.test', null],
    ['javascript:alert(1)', null],
    ['/a\nb', null],
  ];
  for (const [next, leads] of cases) test(JSON.stringify(next) ?? 'none', () => assert.equal(ownPath(next), leads));
});

suite('the domain that was typed', () => {
  test('is found behind the sign-in', () => assert.equal(domainIn('/domain-checkup.html?domain=shop.example'), 'shop.example'));
  test('is none on other pages', () => assert.equal(domainIn('/domains?domain=shop.example'), null));
  test('is none on pages of others', () => assert.equal(domainIn('//evil.test/domain-checkup.html?domain=shop.example'), null));
  test('comes back with the link of the e-mail', () => {
    const path = verifiedPath('/domain-checkup.html?domain=shop.example');
    assert.equal(new URL(path, 'http://localhost').searchParams.get('next'), '/domain-checkup.html?domain=shop.example');
    assert.match(path, /^\/verify\?confirmed=yes&next=%2F/);
  });
  for (const next of [undefined, 'https://evil.test', `/domains?search=${'a'.repeat(600)}`, '/domains?search=*']) {
    test(`${next?.slice(0, 30) ?? 'nothing'} is not taken along`, () => assert.equal(verifiedPath(next), '/verify?confirmed=yes'));
  }
});
