import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { compareVersions, upstreamOf, versionSchemes, type VersionScheme } from './index.ts';

/** Versions from old to new; those in one text, between equals signs, are the same. */
const ascending: Readonly<Record<VersionScheme, readonly string[]>> = {
  dpkg: [
    '0~~', '0~', '0 = 0-0 = 0:0-0 = 00', '0a', '0+', '0.0', '0.1~1 = 0.1~01', '0.1', '0.1-1~', '0.1-1', '0.1-1a', '0.1-1+b1', '0.1-1.1', '0.1-2', '0.1-10', '0.1+dfsg-1',
    '0.1.1', '1.0~beta1~svn1245-1', '1.0~beta1-1', '1.0-1', '1.0-1+deb12u1', '1.0-1+deb12u2', '1.0-1.0', '9.2p1-2', '9.2p1-2+deb12u1', '9.2p1-2+deb12u10', '9.18.49-1~deb12u3', '9.18.49-1',
    '99999999999999999998', '99999999999999999999', '1:0.1', '1:9.2p1-2+deb12u3 = 1:9.2p1-02+deb12u3', '2:0~1',
  ],
  rpm: [
    '1.0~', '1.0~rc1', '1.0~rc1^git1', '1.0~rc2', '1.0 = 1_0 = 1.00', '1.0^', '1.0^20160101', '1.0^20160101.git1', '1.0.a', '1.0.1', '1.0.10', '1.1a', '1.1b', '1.1.0', '2.0-1', '2.0-1.el9', '2.0-1.el9_2', '2.0-1.el10', '2.0-2', '2.0.1', '2.1.fc4', '2.1.5', '20101121', '20101122', '1:0.1', '2:0',
  ],
  apk: [
    '0.1_pre2', '0.1', '1.0_alpha', '1.0_alpha1', '1.0_beta', '1.0_pre', '1.0_rc1', '1.0_rc2', '1.0 = 1.0-r0', '1.0-r1', '1.0-r10', '1.0_cvs1', '1.0_git20240101', '1.0_p1', '1.0_p1-r3', '1.0_p2', '1.0a', '1.0b', '1.0.0', '1.01', '1.02', '1.1', '1.2', '1.10', '1.10.1', '2.0', '10.0',
  ],
  semver: [
    '0.0.1', '1.0.0-0', '1.0.0-1', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0 = v1.0.0 = 1.0 = 1 = 1.0.0+build.5', '1.0.1', '1.2.0', '1.10.0', '2.0.0-x-y-z.-', '2.0.0', '999999999999999999.0.0', '9999999999999999990.0.0',
  ],
  free: [
    '0.9.8', '0.9.8zh', '1.0-dev', '1.0alpha', '1.0a1 = 1.0alpha1 = 1.0.0-alpha.1', '1.0b2', '1.0-M1', '1.0rc1 = 1.0-rc1 = 1.0.rc1 = 1.0.0-RC1', '1.0-rc2', '1.0 = 1.0.0 = v1.0 = 1 = 1.0.Final', '1.0p1', '1.0.1', '1.0.2', '1.0.2a', '1.0.2zf', '1.3.5rc3', '1.3.5', '1.3.5a', '1.3.5e', '1.3.6', '2.4.9', '2.4.49', '7.0.15', '9.2', '9.2p1', '9.2p2', '9.2.1', '9.9p1', '10.11.19', '2024.1', '2024.10',
  ],
};

for (const scheme of versionSchemes) {
  suite(`versions of the scheme ${scheme}`, () => {
    const rows = ascending[scheme].map(row => row.split(' = '));
    for (const [at, row] of rows.entries()) {
      test(`${row.join(' = ')} stands where it should`, () => {
        for (const version of row) {
          for (const [other, same] of rows.entries()) for (const twin of same) assert.equal(Math.sign(compareVersions(scheme, version, twin)!), Math.sign(at - other), `${version} and ${twin}`);
        }
      });
    }
    test('any two texts compare the same from both sides, or not at all, and in no time', () => {
      const text = fc.oneof(fc.string({ maxLength: 40 }), fc.stringMatching(/^[0-9]{1,3}[0-9a-z.~^_+-]{0,24}$/));
      fc.assert(fc.property(text, text, (a, b) => {
        const [there, back] = [compareVersions(scheme, a, b), compareVersions(scheme, b, a)];
        assert.equal(there === null ? null : Math.sign(there), back === null ? null : 0 - Math.sign(back));
        assert.ok([0, null].includes(compareVersions(scheme, a, a)));
      }), { seed: 1 });
      const started = process.cpuUsage().user;
      for (const piece of ['1', '1-', '1.', '1~', '1a', '-', '_p']) assert.doesNotThrow(() => compareVersions(scheme, `1${piece.repeat(50_000)}!`, '1'));
      assert.ok(process.cpuUsage().user - started < 1_000_000, 'long texts');
    });
  });
}

suite('what is no version is compared with nothing', () => {
  const none: [scheme: VersionScheme, text: string][] = [
    ['free', 'n/a'], ['free', 'unspecified'], ['free', '*'], ['free', ''], ['free', 'latest'], ['free', '3b18ddaa2fe3a1d3a3a6ff5a0fd6a0e3a2b4c5d6'], ['free', 'OpenSSH_9.2p1'],
    ['semver', '1.2.3.4'], ['semver', '1.0.0-'], ['semver', 'n/a'], ['dpkg', ''], ['dpkg', 'abc'], ['dpkg', '1.0-'], ['dpkg', '1 0'], ['rpm', ''], ['rpm', 'a b'], ['apk', '1.0_foo'], ['apk', ''], ['apk', '1.0-1'],
  ];
  for (const [scheme, text] of none) test(`${scheme}: "${text}"`, () => assert.deepEqual([compareVersions(scheme, text, '1.0'), compareVersions(scheme, '1.0', text)], [null, null]));
});

suite('the version that its authors gave a package', () => {
  const cases: [scheme: VersionScheme, version: string, upstream: string | null][] = [
    ['dpkg', '1:9.2p1-2+deb12u3', '9.2p1'], ['dpkg', '2.4.62-1~deb12u2', '2.4.62'], ['dpkg', '5:7.0.15-1~deb12u4', '7.0.15'], ['dpkg', '3.2.4+dfsg-1', '3.2.4'], ['dpkg', '1.22.1-9+deb12u1', '1.22.1'], ['dpkg', '9.18.49-1~deb12u3', '9.18.49'], ['dpkg', 'none', null],
    ['rpm', '0:8.7p1-38.el9_4.1', '8.7p1'], ['rpm', '1:1.20.1-16.module+el9.3.0+1', '1.20.1'], ['rpm', '2.4.51', '2.4.51'], ['rpm', 'a b', null], ['apk', '9.7_p1-r4', '9.7p1'], ['apk', '1.26.2-r0', '1.26.2'], ['apk', 'none', null], ['free', '1.0', null],
  ];
  for (const [scheme, version, upstream] of cases) test(`${scheme}: ${version}`, () => assert.equal(upstreamOf(scheme, version), upstream));
});
