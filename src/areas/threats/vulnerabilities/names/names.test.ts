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
    ['fedora', 'fedora-41', 'fedora:fedora-41'],
  ];
  for (const [name, release, is] of cases) test(`${name}, ${release}`, () => assert.equal(written(distributionNamed(name, release)), is));
  const ecosystems: [ecosystem: string, is: string | null][] = [
    ['Debian:12', 'Debian:12'], ['Debian', 'Debian:null'], ['Debian:sid', null], ['Ubuntu:22.04:LTS', 'Ubuntu:22.04'], ['Ubuntu:Pro:18.04:LTS', null], ['Alpine:v3.20', 'Alpine:3.20'], ['npm', 'npm:null'],
  ];
  for (const [ecosystem, is] of ecosystems) test(`OSV's ${ecosystem}`, () => assert.equal(written(distributionIn(ecosystem)), is));
});

function written(distribution: ReturnType<typeof distributionIn>): string | null {
  return distribution && `${distribution.name}:${distribution.release}`;
}
