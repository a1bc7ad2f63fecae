import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { ownPath } from './next.ts';

suite('the sign-in leads back to pages of this service alone', () => {
  const cases: [next: string | undefined, leads: string | null][] = [
    ['/domains?sort=score', '/domains?sort=score'],
    ['/domain-checkup.html?domain=a.example', '/domain-checkup.html?domain=a.example'],
    [undefined, null],
    ['//evil.test', null],
    ['/\\evil.test', null],
    ['https://evil.test', null],
    ['javascript:alert(1)', null],
    ['/a\nb', null],
  ];
  for (const [next, leads] of cases) test(JSON.stringify(next) ?? 'none', () => assert.equal(ownPath(next), leads));
});
