import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { distributionIn, distributionNamed } from './distributions.ts';
import { packageOfPurl, parsePurl } from './purl.ts';

suite('package URLs', () => {
  const cases: [purl: string, ecosystem: string | null, name?: string][] = [
    ['pkg:npm/jquery@3.6.0', 'npm', 'jquery'], ['pkg:npm/%40angular/core@1.0', 'npm', '@angular/core'], ['pkg:maven/org.apache.tomcat/tomcat@9', 'Maven', 'org.apache.tomcat:tomcat'], ['pkg:golang/github.com/a/b', 'Go', 'github.com/a/b'], ['pkg:composer/drupal/core', 'Packagist', 'drupal/core'],
    ['pkg:deb/debian/openssh@1%3A9.2p1-2?distro=bookworm', null], ['npm/jquery', null], ['pkg:npm/', null], ['pkg:npm/%zz', 'npm', '%zz'],
  ];
  for (const [purl, ecosystem, name] of cases) test(purl, () => assert.deepEqual(packageOfPurl(purl), ecosystem === null ? null : { ecosystem, name }));
  test('one of a distribution shows version and release', () => {
    const purl = parsePurl('pkg:deb/debian/openssh-server@1%3A9.2p1-2%2Bdeb12u3?arch=amd64&distro=debian-12')!;
    assert.deepEqual([purl.namespace, purl.name, purl.version, purl.qualifiers.get('distro')], ['debian', 'openssh-server', '1:9.2p1-2+deb12u3', 'debian-12']);
  });
});

suite('a distribution and its release, whoever writes them', () => {
  const cases: [name: string, release: string | null, is: string][] = [
    ['debian', 'debian-12.5', 'Debian:12'], ['Debian', '12', 'Debian:12'], ['debian', 'bookworm', 'Debian:null'], ['debian', null, 'Debian:null'],
    ['ubuntu', 'ubuntu-24.04', 'Ubuntu:24.04'], ['ubuntu', '24.04.1', 'Ubuntu:24.04'],
    ['alpine', 'alpine-3.20.3', 'Alpine:3.20'], ['Alpine Linux', '3.20.3', 'Alpine:3.20'], ['alpine', 'edge', 'Alpine:null'],
    ['redhat', 'rhel-9.4', 'Red Hat:9'], ['rhel', '9.4', 'Red Hat:9'], ['Red Hat', '10', 'Red Hat:10'],
    ['rocky', 'rocky-9.4', 'Rocky Linux:9'], ['rocky-linux', 'rocky-linux-8.10', 'Rocky Linux:8'], ['almalinux', 'almalinux-9.5', 'AlmaLinux:9'], ['Rocky Linux', '9', 'Rocky Linux:9'],
    ['opensuse', 'opensuse-leap-15.6', 'openSUSE:Leap 15.6'], ['opensuse', 'opensuse-tumbleweed-20260901', 'openSUSE:Tumbleweed'], ['openSUSE Leap', '15.6', 'openSUSE:Leap 15.6'], ['openSUSE', 'Leap 15.6', 'openSUSE:Leap 15.6'],
    ['suse', 'sles-15.5', 'SUSE:15 SP5'], ['sles', '15-SP5', 'SUSE:15 SP5'], ['SUSE', 'Linux Enterprise Server 15 SP5', 'SUSE:15 SP5'], ['sles', '15', 'SUSE:15'], ['sles', '16.0', 'SUSE:16.0'], ['suse', 'slem-5.5', 'SUSE:Micro 5.5'],
    ['mageia', 'mageia-9', 'Mageia:9'], ['openEuler', '22.03 (LTS-SP3)', 'openEuler:22.03-LTS-SP3'], ['openeuler', 'openeuler-24.03', 'openEuler:24.03'],
    ['fedora', 'fedora-41', 'fedora:fedora-41'], ['Oracle Linux', '9', 'Oracle Linux:9'],
  ];
  for (const [name, release, is] of cases) test(`${name}, ${release}`, () => assert.equal(written(distributionNamed(name, release)), is));
  const ecosystems: [ecosystem: string, is: string | null][] = [
    ['Debian:12', 'Debian:12'], ['Debian', 'Debian:null'], ['Debian:sid', null], ['Ubuntu:22.04:LTS', 'Ubuntu:22.04'], ['Ubuntu:Pro:18.04:LTS', null], ['Alpine:v3.20', 'Alpine:3.20'], ['npm', 'npm:null'],
    ['Red Hat:enterprise_linux:9::baseos', 'Red Hat:9'], ['Red Hat:enterprise_linux:10.1', 'Red Hat:10'], ['Red Hat:rhel_eus:9.2::appstream', 'Red Hat:9.2'], ['Red Hat:rhel_aus:8.6::appstream', 'Red Hat:8.6'], ['Red Hat:openshift:4.14::el9', null], ['Red Hat:rhel_software_collections:3::el7', null],
    ['Rocky Linux:9', 'Rocky Linux:9'], ['AlmaLinux:8', 'AlmaLinux:8'], ['Mageia:9', 'Mageia:9'], ['openEuler:24.03-LTS-SP1', 'openEuler:24.03-LTS-SP1'],
    ['openSUSE:Leap 15.6', 'openSUSE:Leap 15.6'], ['openSUSE:Leap 15.5 NonFree', 'openSUSE:Leap 15.5'], ['openSUSE:Leap Micro 5.5', 'openSUSE:Leap Micro 5.5'], ['openSUSE:Tumbleweed', 'openSUSE:Tumbleweed'],
    ['SUSE:Linux Enterprise Server 15 SP4-LTSS', 'SUSE:15 SP4'], ['SUSE:Linux Enterprise Module for Basesystem 15 SP5', 'SUSE:15 SP5'], ['SUSE:Linux Enterprise Server LTSS Extended Security 12 SP5', 'SUSE:12 SP5'], ['SUSE:Linux Enterprise Micro 5.5', 'SUSE:Micro 5.5'], ['SUSE:Linux Enterprise Server 16.0', 'SUSE:16.0'], ['SUSE:Manager Server 4.3', null],
  ];
  for (const [ecosystem, is] of ecosystems) test(`OSV's ${ecosystem}`, () => assert.equal(written(distributionIn(ecosystem)), is));
});

function written(distribution: ReturnType<typeof distributionIn>): string | null {
  return distribution && `${distribution.name}:${distribution.release}`;
}
