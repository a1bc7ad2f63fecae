import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
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
