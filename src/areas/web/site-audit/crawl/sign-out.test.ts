import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { endsSession } from './sign-out.ts';

suite('an address', () => {
  const cases: [path: string, patterns: string[], ends: boolean][] = [
    ['/logout', [], true], ['/users/sign_out', [], true], ['/Account/LogOff', [], true], ['/logout.php', [], true], ['/wp-login.php?action=logout&_wpnonce=1', [], true], ['/?logout=1', [], true], ['/index.php?title=Special:UserLogout', [], true],
    ['/konto/abmelden/', [], true], ['/se-deconnecter', [], true], ['/bye', [], false], ['/bye', ['/bye$'], true], ['/session?end=1', ['*end='], true], ['/blog/how-to-log-out-of-everything', [], false], ['/login', [], false], ['/', [], false],
  ];
  for (const [path, patterns, ends] of cases) test(`${path} ${ends ? 'ends' : 'leaves'} the session${patterns.length > 0 ? ` by ${patterns.join()}` : ''}`, () => assert.equal(endsSession(new URL(`https://shop.example${path}`), patterns), ends));
});
