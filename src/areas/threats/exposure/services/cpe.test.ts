import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { cpeNames, cpeNamesOfUri } from './cpe.ts';

suite('a program has a CPE 2.3 name for each vendor it is known by', () => {
  const cases: [string, string[], string[]][] = [
    ['an alias', cpeNamesOfUri('cpe:/a:igor_sysoev:nginx:1.22.1'), ['cpe:2.3:a:f5:nginx:1.22.1:*:*:*:*:*:*:*', 'cpe:2.3:a:nginx:nginx:1.22.1:*:*:*:*:*:*:*', 'cpe:2.3:a:igor_sysoev:nginx:1.22.1:*:*:*:*:*:*:*']],
    ['an update', cpeNamesOfUri('cpe:/a:openbsd:openssh:9.2p1'), ['cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*']],
    ['an unknown version', cpeNamesOfUri('cpe:/a:exim:exim:-'), ['cpe:2.3:a:exim:exim:*:*:*:*:*:*:*:*']],
    ['a version that needs quoting', cpeNames('oisf', 'x', '1.0+git~1'), ['cpe:2.3:a:oisf:x:1.0\\+git\\~1:*:*:*:*:*:*:*']],
    ['hardware has none here', cpeNamesOfUri('cpe:/h:hp:printer:1'), []],
    ['nonsense has none', cpeNamesOfUri('nginx'), []],
  ];
  for (const [what, given, expected] of cases) test(what, () => assert.deepEqual(given, expected));
});
