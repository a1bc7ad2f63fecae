import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { distributionIn } from '../names/distributions.ts';
import type { PackageFormat } from './listed-package.ts';
import { readPackages } from './read-packages.ts';

const bom = (...purls: unknown[]): string => JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: purls.map(purl => ({ type: 'library', name: 'x', purl })) });
const spdx = (...purls: string[]): string => JSON.stringify({
  spdxVersion: 'SPDX-2.3', packages: purls.map(referenceLocator => ({ name: 'x', externalRefs: [{ referenceCategory: 'SECURITY', referenceType: 'cpe23Type', referenceLocator: 'cpe:2.3:a:x:x:1:*' }, { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator }] })),
});

/** Each package as `<distribution or registry> <name> <version> <stream of its module>`. */
const cases: Readonly<Record<string, [format: PackageFormat, of: string | null, content: string, packages: readonly string[] | null]>> = {
  'dpkg-query with source packages': ['dpkg', 'Debian:12', 'openssh\t1:9.2p1-2+deb12u3\nzlib\t1:1.2.13.dfsg-1\n', ['Debian:12 openssh 1:9.2p1-2+deb12u3', 'Debian:12 zlib 1:1.2.13.dfsg-1']],
  'dpkg-query without a form, of several architectures': ['dpkg', 'Ubuntu:24.04', 'libc6:amd64\t2.39-0ubuntu8.3\r\nlibc6:i386\t2.39-0ubuntu8.3\r\n', ['Ubuntu:24.04 libc6 2.39-0ubuntu8.3']],
  'dpkg, with lines that are none': ['dpkg', 'Debian:12', `# all\n\nopenssh\nredis 5:7.0.15-1~deb12u1\nx ${'1'.repeat(2000)}\n`, ['Debian:12 redis 5:7.0.15-1~deb12u1']],
  'rpm with streams of modules': ['rpm', 'Rocky Linux:8', 'postgresql-13.14-1.module+el8.9.0+1.src.rpm\t0:13.14-1.module+el8.9.0+1\tpostgresql:13:8090020240101:abcdef01\nopenssh-8.0p1-19.el8_9.2.src.rpm\t0:8.0p1-19.el8_9.2\t(none)\n', ['Rocky Linux:8 postgresql 0:13.14-1.module+el8.9.0+1 postgresql:13', 'Rocky Linux:8 openssh 0:8.0p1-19.el8_9.2']],
  'rpm with subpackages that have an epoch or a version of their own': ['rpm', 'AlmaLinux:9', 'httpd-2.4.57-5.el9.src.rpm\t1:2.4.57-5.el9\nhttpd-2.4.57-5.el9.src.rpm\t0:2.4.57-5.el9\nsamba-4.20.2-2.el9.src.rpm\t0:2.9.1-2.el9\n', ['AlmaLinux:9 httpd 0:2.4.57-5.el9', 'AlmaLinux:9 samba 4.20.2-2.el9']],
  'rpm with source packages and epochs': ['rpm', 'Rocky Linux:9', 'openssh-8.7p1-38.el9.src.rpm\t0:8.7p1-38.el9\nbind-9.16.23-18.el9_4.6.src.rpm\t32:9.16.23-18.el9_4.6\n(none)\t0:1-1\n', ['Rocky Linux:9 openssh 0:8.7p1-38.el9', 'Rocky Linux:9 bind 32:9.16.23-18.el9_4.6']],
  'apk list with origins': ['apk', 'Alpine:3.20', 'WARNING: opening from cache\nopenssh-server-9.7_p1-r4 x86_64 {openssh} (SSH-OpenSSH) [installed]\nnginx-1.26.2-r0 x86_64 {nginx} (BSD-2-Clause) [installed]\n', ['Alpine:3.20 openssh 9.7_p1-r4', 'Alpine:3.20 nginx 1.26.2-r0']],
  'apk info -v': ['apk', 'Alpine:3.20', 'musl-utils-1.2.5-r0\nca-certificates-20240705-r0\n', ['Alpine:3.20 musl-utils 1.2.5-r0', 'Alpine:3.20 ca-certificates 20240705-r0']],
  'CycloneDX': ['cyclonedx', null, bom('pkg:deb/debian/openssh-server@1%3A9.2p1-2%2Bdeb12u3?arch=amd64&upstream=openssh%401%3A9.2p1-2%2Bdeb12u3&distro=debian-12', 'pkg:rpm/redhat/openssl@3.0.7-27.el9?arch=x86_64&epoch=1&distro=rhel-9.4', 'pkg:npm/jquery@3.6.0', 'pkg:deb/debian/redis@5%3A7.0.15-1?distro=debian-12.5', 'pkg:deb/debian/x', null), ['Debian:12 openssh 1:9.2p1-2+deb12u3', 'Red Hat:9 openssl 1:3.0.7-27.el9', 'npm jquery 3.6.0', 'Debian:12 redis 5:7.0.15-1']],
  'CycloneDX with the files of source packages': ['cyclonedx', null, bom('pkg:rpm/rocky/openssl-libs@1.1.1k-12.el8_9?arch=x86_64&distro=rocky-8.9&epoch=1&upstream=openssl-1.1.1k-12.el8_9.src.rpm', 'pkg:rpm/opensuse/libopenssl3@3.1.4-150600.5.15.1?distro=opensuse-leap-15.6&upstream=openssl-3-3.1.4-150600.5.15.1.src.rpm', 'pkg:rpm/almalinux/nodejs@18.19.1-1.module_el8.9.0%2B1?distro=almalinux-8.9&epoch=1&rpmmod=nodejs%3A18%3A8090020240101%3Aabcdef01', 'pkg:rpm/amzn/openssh@8.7p1-8.amzn2023?distro=amzn-2023'), ['Rocky Linux:8 openssl 1:1.1.1k-12.el8_9', 'openSUSE:Leap 15.6 openssl-3 3.1.4-150600.5.15.1', 'AlmaLinux:8 nodejs 1:18.19.1-1.module_el8.9.0+1 nodejs:18', 'amzn:amzn-2023 openssh 8.7p1-8.amzn2023']],
  'SPDX': ['spdx', null, spdx('pkg:apk/alpine/nginx@1.26.2-r0?distro=alpine-3.20.3', 'pkg:deb/ubuntu/openssh@1%3A9.6p1-3ubuntu13.5?distro=ubuntu-24.04', 'pkg:npm/%40angular/core@17.0.0'), ['Alpine:3.20 nginx 1.26.2-r0', 'Ubuntu:24.04 openssh 1:9.6p1-3ubuntu13.5', 'npm @angular/core 17.0.0']],
  'an SPDX document called CycloneDX': ['cyclonedx', null, spdx('pkg:npm/jquery@3.6.0'), null],
  'no JSON': ['spdx', null, '{"spdxVersion":"SPDX-2.3","packages":[', null],
  'a document without packages': ['cyclonedx', null, bom(), null],
  'another listing': ['rpm', 'Rocky Linux:9', 'openssh\t1:9.2p1-2\n', null],
};

suite('lists of packages', () => {
  for (const [says, [format, of, content, packages]] of Object.entries(cases)) {
    test(says, () => {
      const found = readPackages(format, content, of === null ? null : distributionIn(of));
      assert.deepEqual(found && found.map(({ name: what, version, distribution, registry, module }) => `${distribution ? `${distribution.name}:${distribution.release}` : registry!.ecosystem} ${what} ${version}${module === undefined ? '' : ` ${module}`}`), packages);
    });
  }
  test('have an end: 20,000 packages', () => assert.equal(readPackages('dpkg', Array.from({ length: 20_001 }, (_, at) => `p${at} 1.0-1`).join('\n'), distributionIn('Debian:12'))!.length, 20_000));
});
