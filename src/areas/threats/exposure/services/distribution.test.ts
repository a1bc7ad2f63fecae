import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { distributionPackageIn } from './distribution.ts';

suite('the exact package of a distribution is read from banners that show it', () => {
  const cases: [text: string, version: string | null, expected: string | null][] = [
    ['OpenSSH_9.2p1 Debian-2+deb12u7', '9.2p1', 'debian 9.2p1-2+deb12u7'],
    ['OpenSSH_8.9p1 Ubuntu-3ubuntu0.10', '8.9p1', 'ubuntu 8.9p1-3ubuntu0.10'],
    ['5.5.5-10.11.14-MariaDB-0+deb12u2', '10.11.14', 'debian 10.11.14-0+deb12u2'],
    ['8.0.36-0ubuntu0.22.04.1', '8.0.36', 'ubuntu 8.0.36-0ubuntu0.22.04.1'],
    ['9.18.49-1~deb12u3-Debian', '9.18.49', 'debian 9.18.49-1~deb12u3'],
    ['9.18.30-0ubuntu0.22.04.2-Ubuntu', '9.18.30', 'ubuntu 9.18.30-0ubuntu0.22.04.2'],
    ['OpenSSH_9.2p1', '9.2p1', null],
    ['Apache/2.4.57 (Debian)', '2.4.57', null],
    ['10.11.14-MariaDB-log', '10.11.14', null],
    ['10.11.14-MariaDB-1', '10.11.14', null],
    ['OpenSSH_9.2p1 Debian-2+deb12u7', null, null],
  ];
  for (const [text, version, expected] of cases) {
    test(`${text}, ${version}`, () => {
      const found = distributionPackageIn(text, version);
      assert.equal(found && `${found.distribution} ${found.version}`, expected);
    });
  }
});
