import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { distributionIn, distributionNamed, releaseIn } from '../names/distributions.ts';
import { products, type Product } from '../products/catalogue.ts';
import type { Advisory, Affected, Ssvc, VersionRule } from '../records/advisory.ts';
import { parseCve5 } from '../records/cve5.ts';
import { parseKev } from '../records/kev.ts';
import { parseNvd } from '../records/nvd.ts';
import { parseOsv } from '../records/osv.ts';
import { parseRetire } from '../records/retire.ts';
import { compareVersions, upstreamOf } from '../versions/index.ts';
import type { Component } from './component.ts';
import { debianAdvisories, debianSources } from './debian.sample.ts';
import { entriesOf, matchesIn, productOf, type Match } from './judge.ts';
import { baseScoreOf, likelyFrom, rank, reasonsOf, type Threat } from './priority.ts';
import { versionStatusOf } from './version-status.ts';

const golden = new URL('../golden/', import.meta.url);
const text = (name: string): string => readFileSync(new URL(name, golden), 'utf8');
const records = (name: string, parse: (value: unknown) => Advisory | null): Advisory[] => text(name).trimEnd().split('\n').map(line => parse(JSON.parse(line))!);

const cve = records('cve5.jsonl', parseCve5);
const osv = records('osv.jsonl', parseOsv);
const nvd = records('nvd.jsonl', parseNvd);
const debian = debianAdvisories();
const everything = [...cve, ...osv, ...nvd, ...debian];
const known = parseKev(JSON.parse(text('kev.json')))!.entries;

const matchesOf = (component: Component, advisories: readonly Advisory[], others: readonly string[] = []): Match[] => {
  const product = productOf(component);
  return product === null ? [] : matchesIn(component, entriesOf(product, advisories), others);
};
const component = (cpe: string, version: string | null, more: Partial<Component> = {}): Component => ({ cpes: [cpe], version, distributionPackage: null, distribution: null, package: null, ...more });
const onDebian = { distribution: distributionNamed('debian', '12') };
const debianPackage = (version: string, source: string | null = null, release: string | null = null): Partial<Component> => ({ ...onDebian, distributionPackage: { distribution: distributionNamed('debian', release), source, version } });
const threatOf = (id: string): Threat => ({ knownExploited: known.filter(entry => entry.cve === id), ssvc: null, epss: null, cvss: everything.filter(({ cves }) => cves.includes(id)).flatMap(({ cvss }) => cvss) });
const alerts = (matches: readonly Match[]): Match[] => matches.filter(match => rank(match, reasonsOf(threatOf(match.cve), null)).isAlert);

suite('a version is affected, unaffected, or nobody knows', () => {
  const rule = (more: Partial<VersionRule>): VersionRule => ({ status: 'affected', scheme: 'free', from: null, isFromIncluded: true, to: null, isToIncluded: false, changes: [], ...more });
  const entry = (rules: VersionRule[], more: Partial<Affected> = {}): Affected => ({ name: { cpes: [], words: null, package: null }, otherwise: 'unaffected', rules, unreadable: 0, requires: [], ...more });
  const changing = rule({ from: '2.0', to: '3.0', changes: [{ at: '2.4', status: 'affected' }, { at: '2.2', status: 'unaffected' }] });
  const cases: [says: string, version: string, entry: Affected, versionStatus: string, fixedIn?: string][] = [
    ['before the first', '1.9', entry([rule({ from: '2.0', to: '3.0' })]), 'unaffected'],
    ['the first', '2.0', entry([rule({ from: '2.0', to: '3.0' })]), 'affected', '3.0'],
    ['the first, left out', '2.0', entry([rule({ from: '2.0', isFromIncluded: false, to: '3.0' })]), 'unaffected'],
    ['the end', '3.0', entry([rule({ from: '2.0', to: '3.0' })]), 'unaffected'],
    ['the end, included', '3.0', entry([rule({ from: '2.0', to: '3.0', isToIncluded: true })]), 'affected'],
    ['a candidate of the fixed one', '3.0-rc1', entry([rule({ to: '3.0' })]), 'affected', '3.0'],
    ['before a change', '2.1', entry([changing]), 'affected', '2.2'],
    ['a fix that was not complete', '2.4.49', entry([rule({ from: '2.4.49', to: '2.4.50' }), rule({ from: '2.4.50', to: '2.4.51' })]), 'affected', '2.4.51'],
    ['behind a change', '2.2', entry([changing]), 'unaffected'],
    ['behind the last change, whatever their order', '2.5', entry([changing]), 'affected', '2.2'],
    ['the first rule decides', '2.1', entry([rule({ status: 'unaffected', from: '2.1', to: '2.1', isToIncluded: true }), rule({ to: '3.0' })]), 'unaffected'],
    ['nothing speaks of it', '9', entry([rule({ to: '3.0' })], { otherwise: 'unknown' }), 'unknown'],
    ['nothing speaks of it, and all others are affected', '9', entry([rule({ status: 'unaffected', to: '3.0' })], { otherwise: 'affected' }), 'affected'],
    ['a rule that cannot be compared', '2.1', entry([rule({ to: 'FW13' })]), 'unknown'],
    ['one cannot be compared, another says affected', '2.1', entry([rule({ to: 'FW13' }), rule({ to: '3.0' })]), 'affected', '3.0'],
    ['one cannot be compared, another says unaffected', '2.1', entry([rule({ to: 'FW13' }), rule({ status: 'unaffected', to: '3.0' })]), 'unknown'],
    ['a statement that cannot be read', '2.1', entry([], { unreadable: 1 }), 'unknown'],
    ['a version that is none', 'latest', entry([rule({ to: '3.0' })]), 'unknown'],
    ['called semantic, written otherwise', '9.2p1', entry([rule({ scheme: 'semver', to: '9.3p1' })]), 'affected', '9.3p1'],
    ['a change that cannot be compared', '2.1', entry([rule({ to: '3.0', changes: [{ at: 'a patch', status: 'unaffected' }] })]), 'unknown'],
  ];
  for (const [says, version, affected, versionStatus, fixedIn = null] of cases) test(says, () => assert.deepEqual(versionStatusOf(version, affected), { versionStatus, fixedIn }));
});

suite('recorded greetings', () => {
  test('Apache 2.4.49: its path traversals are to be acted on', () => {
    const matches = matchesOf(component('apache:http_server', '2.4.49'), everything);
    for (const id of ['CVE-2021-41773', 'CVE-2021-42013']) {
      const match = matches.find(one => one.cve === id)!;
      assert.deepEqual([match.confidence, rank(match, reasonsOf(threatOf(id), null))], ['likely', { priority: 'act', reasons: ['knownExploited', 'ransomware'], isAlert: true }]);
    }
    assert.equal(matches.find(one => one.cve === 'CVE-2021-41773')!.fixedIn, '2.4.50');
  });
  test('Apache 2.4.51 has neither', () => assert.deepEqual(matchesOf(component('apache:http_server', '2.4.51'), everything).filter(({ cve: id }) => /^CVE-2021-4(?:1773|2013)$/.test(id)), []));
  test('Exim 4.87: both known exploited ones are to be acted on', () => {
    const matches = matchesOf(component('exim:exim', '4.87'), everything);
    for (const id of ['CVE-2019-10149', 'CVE-2018-6789']) assert.equal(rank(matches.find(one => one.cve === id)!, reasonsOf(threatOf(id), null)).priority, 'act', id);
  });
  test('Exim 4.92 has neither', () => assert.deepEqual(matchesOf(component('exim:exim', '4.92'), nvd), []));
  test('a program without a version: nothing is known, so nothing is said', () => assert.deepEqual(matchesOf(component('apache:http_server', null), everything), []));
  test('a program that is not in the catalogue is not judged', () => assert.deepEqual(matchesOf(component('nobody:knows', '1.0'), everything), []));
  test('jQuery 1.9.0 by the data of retire.js, and not 9.0.0', () => {
    const advisories = parseRetire(JSON.parse(text('retire.json')), '2026-08-20')!;
    const jquery = (version: string) => matchesOf({ ...component('', version), cpes: [], package: { ecosystem: 'npm', name: 'jquery' } }, advisories);
    assert.ok(jquery('1.9.0').some(match => match.cve === 'CVE-2020-11023' && match.fixedIn === '3.5.0' && match.confidence === 'likely'));
    assert.deepEqual(jquery('9.0.0'), []);
  });
});

suite('OpenSSH shows the revision of its package, without the epoch', () => {
  const openssh = debianSources.find(({ source }) => source === 'openssh')!;
  const ofDebian12 = openssh.fixed.filter(({ version }) => version.includes('+deb12u'));
  const found = (version: string): string[] => matchesOf(component('openbsd:openssh', '9.2p1', debianPackage(version)), debian).map(match => `${match.cve} ${match.confidence}`);
  for (const { version, cves } of ofDebian12) {
    const shown = version.replace(/^1:/, '');
    const before = ofDebian12.map(other => other.version.replace(/^1:/, '')).filter(other => compareVersions('dpkg', other, shown)! < 0).toSorted((a, b) => compareVersions('dpkg', b, a)!)[0] ?? '9.2p1-2';
    test(`${shown} has none of what it fixed, ${before} all of it`, () => {
      assert.deepEqual(cves.filter(id => found(shown).some(one => one.startsWith(`${id} `))), []);
      if (before !== '9.2p1-2') assert.deepEqual(cves.filter(id => !found(before).includes(`${id} confirmed`)), []);
    });
  }
  test('the newest has none at all', () => assert.deepEqual(found('9.2p1-2+deb12u10'), []));
  test('a package that does not say its release is judged where all releases agree', () => {
    const older = debian.map(advisory => ({ ...advisory, affected: advisory.affected.map(affected => ({ ...affected, name: { ...affected.name, package: { ecosystem: 'Debian:11', name: 'openssh' } }, rules: affected.rules.map(rule => ({ ...rule, to: '1:8.4p1-5+deb11u3' })) })) }));
    const judged = (version: string): (string | null)[] => [...new Set(matchesOf(component('openbsd:openssh', null, debianPackage(version, 'openssh')), [...debian, ...older].filter(({ cves }) => cves.includes('CVE-2023-38408'))).map(({ confidence }) => confidence))];
    assert.deepEqual(judged('8.4p1-5'), ['confirmed']);
    assert.deepEqual(judged('9.2p1-2'), ['possibleBackported']);
    assert.deepEqual(judged('9.9p1-1'), []);
  });
});

suite('a fully patched Debian 12 gives no alert', () => {
  for (const { source, installed, fixed } of debianSources.filter(one => one.fixed.length > 0)) {
    const { cpes } = productOfDebian(source)!;
    const installedAs = (version: string, more: Partial<Component>): Component => component(cpes[0] ?? '', upstreamOf('dpkg', version), more);
    test(`${source} ${installed}, as its package and as its version alone`, () => {
      assert.deepEqual(matchesOf(installedAs(installed, debianPackage(installed, source, '12')), debian), []);
      assert.deepEqual(alerts(matchesOf(installedAs(installed, onDebian), everything)), []);
    });
    const [newest, previous] = fixed.map(({ version }) => version).filter(version => compareVersions('dpkg', version, installed)! <= 0).toSorted((a, b) => compareVersions('dpkg', b, a)!);
    if (newest === undefined || previous === undefined) continue;
    test(`${source} ${previous}, one revision earlier: everything that ${newest} fixed is confirmed`, () => {
      const matches = matchesOf(installedAs(previous, debianPackage(previous, source, '12')), debian);
      const fixedNow = new Set(fixed.filter(({ version }) => version === newest).flatMap(({ cves }) => cves));
      const before = new Set(fixed.filter(({ version }) => version !== newest).flatMap(({ cves }) => cves));
      assert.deepEqual([...fixedNow].filter(id => !before.has(id) && !matches.some(match => match.cve === id && match.confidence === 'confirmed' && match.fixedIn === newest)), []);
    });
  }
  test('what was fixed under an unchanged version is possible, never an alert', () => {
    const traps = debianSources.flatMap(({ source, installed }) => {
      const cpe = productOfDebian(source)?.cpes[0];
      return cpe === undefined ? [] : matchesOf(component(cpe, upstreamOf('dpkg', installed), onDebian), debian);
    });
    assert.ok(traps.length >= 109, String(traps.length));
    assert.deepEqual([...new Set(traps.map(({ confidence }) => confidence))], ['possibleBackported']);
    assert.deepEqual(alerts(traps), []);
  });
});

function productOfDebian(source: string): Product | undefined {
  return products.find(({ packages }) => packages.includes(`Debian/${source}`));
}

suite('what has to come together, and what is denied', () => {
  const php = component('php:php', '8.1.20');
  test('without the second program nobody knows', () => assert.deepEqual(matchesOf(php, nvd).map(({ cve: id, versionStatus, confidence }) => [id, versionStatus, confidence]), [['CVE-2099-0001', 'unknown', null], ['CVE-2099-0003', 'unknown', null]]));
  test('with it the first is affected', () => assert.deepEqual(matchesOf(php, nvd, ['f5:nginx']).map(({ cve: id, versionStatus }) => [id, versionStatus]), [['CVE-2099-0001', 'affected'], ['CVE-2099-0003', 'unknown']]));
  test('a release that is not known leaves it open, where one release fixed it and another has an older version', () => {
    const ofRelease = (release: string, fixed: string): Advisory => parseOsv({ id: `DEBIAN-${release}`, upstream: ['CVE-2024-0009'], modified: '2026-01-01', affected: [{ package: { ecosystem: `Debian:${release}`, name: 'redis' }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }] }] })!;
    const judged = matchesOf(component('redis:redis', '6.0.16', { distribution: distributionNamed('debian') }), [ofRelease('11', '5:6.0.16-1+deb11u2'), ofRelease('10', '5:5.0.14-1+deb10u2')]);
    assert.deepEqual(judged.map(({ confidence, fixedIn }) => [confidence, fixedIn]), [['possibleBackported', '5:6.0.16-1+deb11u2']]);
  });
  test('disputed ones are left out, whoever else lists them', () => assert.deepEqual(matchesOf(component('openbsd:openssh', '9.2p1'), [...nvd, { ...nvd[3]!, state: 'published', source: 'osv' }]), []));
  test('withdrawn ones are left out', () => assert.ok(osv.some(({ state }) => state === 'withdrawn') && osv.filter(({ state }) => state === 'withdrawn').every(advisory => matchesOf({ ...component('', '3.2.1'), cpes: [], package: advisory.affected[0]!.name.package }, [advisory]).length === 0)));
});

suite('a package list of Alpine, whose releases OSV writes with a v', () => {
  const advisory = parseOsv({ id: 'ALPINE-CVE-2099-0010', upstream: ['CVE-2099-0010'], modified: '2026-01-01T00:00:00Z', affected: [{ package: { ecosystem: 'Alpine:v3.20', name: 'nginx' }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.26.2-r1' }] }] }] })!;
  const cases: [distribution: string, version: string, found: string[]][] = [['Alpine:3.20', '1.26.2-r0', ['CVE-2099-0010 confirmed']], ['Alpine:3.20.3', '1.26.2-r0', ['CVE-2099-0010 confirmed']], ['Alpine:3.20', '1.26.2-r1', []], ['Alpine:3.19', '1.26.2-r0', []]];
  for (const [of, version, found] of cases) {
    const distribution = distributionIn(of)!;
    test(`${of} nginx ${version}`, () => assert.deepEqual(matchesOf({ ...component('', null), cpes: [], distribution, distributionPackage: { distribution, source: 'nginx', version } }, [advisory]).map(({ cve: id, confidence }) => `${id} ${confidence}`), found));
  }
});

suite('package lists of RPM distributions', () => {
  const rpm = records('osv-rpm.jsonl', parseOsv);
  const module13 = '1.module+el8.9.0+21000+0a0a0a0a';
  /** A list of one package against all advisories; each found one as `<CVE> <confidence> <fixed version>`. */
  const cases: readonly [says: string, distribution: string, name: string, version: string, found: readonly string[], module?: string][] = [
    ['Red Hat: one revision before the fix', 'Red Hat:9', 'openssh', '0:8.7p1-38.el9', ['CVE-2024-6387 confirmed 0:8.7p1-38.el9_4.1']],
    ['Red Hat: the fix', 'Red Hat:9.4', 'openssh', '0:8.7p1-38.el9_4.1', []],
    ['Red Hat: later', 'Red Hat:9', 'openssh', '0:8.7p1-43.el9', []],
    ['Red Hat: a list without epochs', 'Red Hat:9', 'openssh', '8.7p1-38.el9', ['CVE-2024-6387 confirmed 0:8.7p1-38.el9_4.1']],
    ['Red Hat: another release', 'Red Hat:8', 'openssh', '0:8.0p1-19.el8_9.2', []],
    ['Red Hat: a package of another release on this one', 'Red Hat:9', 'openssh', '0:8.0p1-19.el8_9.2', []],
    ['Red Hat: a list that does not say the release', 'Red Hat', 'openssh', '0:8.7p1-38.el9', ['CVE-2024-6387 confirmed 0:8.7p1-38.el9_4.1']],
    ['Red Hat: neither fix', 'Red Hat:9', 'bind', '32:9.16.23-11.el9_2.5', ['CVE-2099-1001 confirmed 32:9.16.23-24.el9_5']],
    ['Red Hat: fixed by the extended updates of a minor release, which not every host gets', 'Red Hat:9', 'bind', '32:9.16.23-11.el9_2.6', ['CVE-2099-1001 possibleBackported 32:9.16.23-24.el9_5']],
    ['Red Hat: of another minor release', 'Red Hat:9', 'bind', '32:9.16.23-18.el9_4.1', ['CVE-2099-1001 confirmed 32:9.16.23-24.el9_5']],
    ['a module before its fix', 'Red Hat:8', 'postgresql', `0:13.13-${module13}`, ['CVE-2099-1003 confirmed 0:13.14-1.module+el8.9.0+21256+1a2b3c4d'], 'postgresql:13'],
    ['a module with its fix, older than that of another stream', 'Red Hat:8', 'postgresql', '0:13.14-1.module+el8.9.0+21256+1a2b3c4d', [], 'postgresql:13'],
    ['a module before its fix, newer than that of another stream', 'Red Hat:8', 'postgresql', `0:15.5-${module13}`, ['CVE-2099-1003 confirmed 0:15.6-1.module+el8.9.0+21256+1a2b3c4d'], 'postgresql:15'],
    ['a stream that no advisory names', 'Red Hat:8', 'postgresql', `0:12.18-${module13}`, [], 'postgresql:12'],
    ['a list that does not say the stream', 'Red Hat:8', 'postgresql', `0:13.14-${module13}`, ['CVE-2099-1003 possibleBackported 0:15.6-1.module+el8.9.0+21256+1a2b3c4d']],
    ['a package of no module', 'Red Hat:8', 'postgresql', '0:10.23-1.el8', []],
    ['an advisory that does not say the stream', 'AlmaLinux:9', 'nginx', '1:1.22.1-3.module_el9.2.0+88+0a0a0a0a', ['CVE-2099-1008 possibleBackported 1:1.22.1-5.module_el9.4.0+99+1a2b3c4d'], 'nginx:1.22'],
    ['an advisory that does not say the stream, and an older package of none', 'AlmaLinux:9', 'nginx', '2:1.20.1-16.el9', []],
    ['Rocky Linux: before the fix', 'Rocky Linux:9.4', 'openssl', '1:3.0.7-25.el9_3', ['CVE-2099-1005 confirmed 1:3.0.7-27.el9']],
    ['Rocky Linux: the fix', 'Rocky Linux:9', 'openssl', '1:3.0.7-27.el9', []],
    ['Rocky Linux: the other release has its own', 'Rocky Linux:8', 'openssl', '1:1.1.1k-9.el8_7', ['CVE-2099-1005 confirmed 1:1.1.1k-12.el8_9']],
    ['Rocky Linux: a release without advisories', 'Rocky Linux:10', 'openssl', '1:3.0.1-1.el10', []],
    ['AlmaLinux: every vulnerability that an advisory relates to', 'AlmaLinux:9', 'httpd', '0:2.4.57-5.el9', ['CVE-2099-1006 confirmed 2.4.57-8.el9', 'CVE-2099-1007 confirmed 2.4.57-8.el9']],
    ['AlmaLinux: the fix', 'AlmaLinux:9', 'httpd', '0:2.4.57-8.el9', []],
    ['AlmaLinux is not Rocky Linux', 'Rocky Linux:9', 'httpd', '0:2.4.57-5.el9', []],
    ['SUSE: before the fix, named for a module of the service pack', 'SUSE:Linux Enterprise Server 15 SP5', 'apache2', '0:2.4.51-150400.6.14.1', ['CVE-2099-1009 confirmed 2.4.51-150400.6.17.1']],
    ['SUSE: the fix', 'SUSE:15.5', 'apache2', '0:2.4.51-150400.6.17.1', []],
    ['SUSE: a service pack without advisories', 'SUSE:15 SP6', 'apache2', '0:2.4.51-150400.6.14.1', []],
    ['openSUSE: before the fix', 'openSUSE:Leap 15.5', 'apache2', '0:2.4.51-150400.6.14.1', ['CVE-2099-1009 confirmed 2.4.51-150400.6.17.1']],
    ['openSUSE: another release', 'openSUSE:Leap 15.6', 'apache2', '0:2.4.51-150400.6.14.1', []],
    ['Mageia: before the fix', 'Mageia:9', 'apache', '0:2.4.61-1.mga9', ['CVE-2099-1010 confirmed 2.4.62-1.mga9']],
    ['Mageia: the fix', 'Mageia:9', 'apache', '0:2.4.62-1.mga9', []],
    ['openEuler: a package with an epoch, an advisory without one', 'openEuler:22.03-LTS-SP3', 'openssl', '1:1.1.1wa-5.oe2203sp3', ['CVE-2099-1011 confirmed 1.1.1wa-7.oe2203sp3']],
    ['openEuler: the fix', 'openEuler:22.03 (LTS-SP3)', 'openssl', '1:1.1.1wa-7.oe2203sp3', []],
    ['openEuler: another service pack', 'openEuler:22.03-LTS-SP4', 'openssl', '1:1.1.1wa-5.oe2203sp4', []],
    ['Oracle Linux, of which OSV has nothing', 'Oracle Linux:9', 'openssl', '1:3.0.7-25.0.1.el9_3', []],
  ];
  for (const [says, of, source, version, found, module] of cases) {
    const distribution = distributionIn(of)!;
    const listed: Component = { ...component('', upstreamOf('rpm', version)), cpes: [], distribution, distributionPackage: { distribution, source, version, ...(module === undefined ? {} : { module }) } };
    test(says, () => assert.deepEqual(matchesOf(listed, rpm).map(({ cve: id, confidence, fixedIn }) => `${id} ${confidence} ${fixedIn}`), found));
  }
  test('where only the version of the authors shows, a stream of a module says nothing', () => {
    const nginx = (version: string) => matchesOf(component('f5:nginx', version, { distribution: distributionIn('AlmaLinux:9') }), rpm);
    assert.deepEqual([nginx('1.20.1'), nginx('1.24.0')], [[], []]);
  });
});

suite('priority says why', () => {
  const match: Match = { cve: 'CVE-2024-0001', versionStatus: 'affected', confidence: 'likely', fixedIn: '2', sources: ['cve'] };
  const nothing: Threat = { knownExploited: [], ssvc: null, epss: null, cvss: [] };
  const ssvc = (exploitation: Ssvc['exploitation']): Ssvc => ({ exploitation, isAutomatable: null, technicalImpact: null });
  const severe = [{ version: '3.1', score: 9.8, vector: null, by: 'nvd' }];
  const exploited = { ...nothing, knownExploited: [{ cve: match.cve, source: 'vulncheck' as const, title: null, addedOn: '2024-01-01', dueOn: null, isUsedByRansomware: true }] };
  const cases: [says: string, match: Partial<Match>, threat: Threat, priority: string, reasons: string[], isAlert: boolean][] = [
    ['nothing is known', {}, nothing, 'track', [], true],
    ['known to be exploited, by ransomware', {}, exploited, 'act', ['knownExploited', 'ransomware'], true],
    ['CISA sees it exploited', {}, { ...nothing, ssvc: ssvc('active') }, 'act', ['activelyExploited'], true],
    ['severe with an exploit', {}, { ...nothing, ssvc: ssvc('poc'), cvss: severe }, 'attend', ['severeWithExploit'], true],
    ['severe, and no exploit is known', {}, { ...nothing, ssvc: ssvc('none'), cvss: severe }, 'track', [], true],
    ['severe, and nobody says whether there is an exploit', {}, { ...nothing, cvss: severe }, 'track', [], true],
    ['a score among the highest', {}, { ...nothing, epss: { cve: match.cve, score: 0.2, percentile: 0.95 } }, 'attend', ['likelyExploited'], true],
    ['a score below them', {}, { ...nothing, epss: { cve: match.cve, score: 0.1, percentile: 0.8 } }, 'track', [], true],
    ['exploited, and possibly fixed', { confidence: 'possibleBackported' }, exploited, 'track', ['knownExploited', 'ransomware', 'possiblyBackported'], false],
    ['exploited, and nobody knows whether it applies', { versionStatus: 'unknown', confidence: null }, exploited, 'track', ['knownExploited', 'ransomware'], false],
    ['the distribution has no fix', { confidence: 'confirmed', fixedIn: null }, nothing, 'track', ['noFixByDistribution'], false],
    ['the distribution has no fix, and it is exploited', { confidence: 'confirmed', fixedIn: null }, exploited, 'act', ['knownExploited', 'ransomware', 'noFixByDistribution'], true],
  ];
  for (const [says, more, threat, priority, reasons, isAlert] of cases) test(says, () => assert.deepEqual(rank({ ...match, ...more }, reasonsOf(threat, 0.15)), { priority, reasons, isAlert }));
  test('where scores begin to count is read from all of them', () => assert.deepEqual([likelyFrom(Array.from({ length: 100 }, (_, at) => at / 100)), likelyFrom([0.3]), likelyFrom([])], [0.9, 0.3, null]));
  test('the score of the newest version of CVSS is shown, the highest of it', () => assert.equal(baseScoreOf([...severe, { version: '4.0', score: 6, vector: null, by: 'cna' }, { version: '4.0', score: 7, vector: null, by: 'adp' }, { version: '4.0', score: null, vector: 'x', by: 'osv' }])?.score, 7));
});

suite('the release that a package was made for', () => {
  const cases: [version: string, release: string | null][] = [['9.2p1-2+deb12u10', '12'], ['1:9.18.49-1~deb12u3', '12'], ['9.4p1-1~bpo12+1', '12'], ['9.2p1-2', null], ['8.9p1-3ubuntu0.10', null], ['1.18.0-6ubuntu14+22.04', '22.04']];
  for (const [version, release] of cases) test(version, () => assert.equal(releaseIn(version), release));
});
