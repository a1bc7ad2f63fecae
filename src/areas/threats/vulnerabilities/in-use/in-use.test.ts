import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { ProductFacts } from '../data/knowledge.ts';
import type { FoundComponent } from '../judging/found-component.ts';
import { unsupportedAmong } from '../judging/unsupported.ts';
import { distributionNamed } from '../names/distributions.ts';
import type { Lifecycle } from '../records/lifecycle.ts';
import { supportOf } from './support.ts';
import { updatesFor, type Affected } from './updates.ts';

const component = (host: string, version: string, installed: string | null) => ({ host, location: host, version, package: installed });
const alert = (priority: string, fixedIn: string | null, distribution: string | null = null) => ({
  priority, match: JSON.stringify({ fixedIn }), component: JSON.stringify({ distributionPackage: distribution && { distribution: { name: distribution, release: null }, source: null, version: '1' } }),
});

suite('what one update would close', () => {
  test('the newest fix of all, wherever the same version is installed; what has no fix stays', () => {
    const affected: Affected[] = [
      { component: component('a', '2.4.49', null), alerts: [alert('act', '2.4.50'), alert('track', '2.4.9'), alert('track', null)] },
      { component: component('b', '2.4.49', null), alerts: [alert('act', '2.4.51')] },
      { component: component('c', '2.4.60', null), alerts: [] },
    ];
    assert.deepEqual(updatesFor(affected), [{ from: '2.4.49', to: '2.4.51', hosts: 2, closes: { act: 2, attend: 0, track: 1 }, leaves: 1 }]);
  });
  test('packages are ordered as their package manager does, and the update that closes more urgent ones comes first', () => {
    const updates = updatesFor([
      { component: component('a', '9.2p1', '1:9.2p1-2'), alerts: [alert('track', '1:9.2p1-2+deb12u2', 'Debian'), alert('track', '1:9.2p1-2+deb12u10', 'Debian')] },
      { component: component('b', '8.4p1', '1:8.4p1-5'), alerts: [alert('attend', '1:8.4p1-5+deb11u3', 'Debian')] },
    ]);
    assert.deepEqual(updates.map(({ from, to }) => [from, to]), [['1:8.4p1-5', '1:8.4p1-5+deb11u3'], ['1:9.2p1-2', '1:9.2p1-2+deb12u10']]);
  });
  test('without a known fix there is none', () => assert.deepEqual(updatesFor([{ component: component('a', '1', null), alerts: [alert('act', null)] }]), []));
});

suite('how long a version is looked after', () => {
  const lifecycle: Lifecycle = { product: 'p', title: 'P', cpes: [], cycles: [{ name: '2.4', endsOn: false, latest: '2.4.66' }, { name: '2', endsOn: '2020-01-01', latest: '2.9' }, { name: '1', endsOn: true, latest: null }, { name: '3', endsOn: '2027-01-01', latest: null }] };
  const now = Date.parse('2026-11-24');
  const cases: [version: string | null, says: unknown][] = [
    ['2.4.49', { cycle: '2.4', endsOn: null, isOver: false, latest: '2.4.66' }], ['2.3', { cycle: '2', endsOn: '2020-01-01', isOver: true, latest: '2.9' }], ['1.9', { cycle: '1', endsOn: null, isOver: true, latest: null }],
    ['3.1', { cycle: '3', endsOn: '2027-01-01', isOver: false, latest: null }], ['20.1', null], [null, null],
  ];
  for (const [version, says] of cases) test(String(version), () => assert.deepEqual(supportOf(lifecycle, version, now), says));
  test('nothing is known of the product', () => assert.equal(supportOf(null, '1', now), null));
  const debian = distributionNamed('debian', '12');
  const found = (version: string | null, more: Partial<FoundComponent> = {}, product: string | null = 'p') => ({ product, component: { host: 'a', location: 'a', name: 'P', from: 'scan', seenAt: 1, cpes: [], version, package: null, distribution: null, distributionPackage: null, ...more } satisfies FoundComponent });
  const alerts: Readonly<Record<string, [components: ReturnType<typeof found>[], unsupported: string[]]>> = {
    'each version once, with its hosts': [[found('2.3'), found('2.3', { host: 'b' }), found('2.3', { host: 'b', location: 'c' }), found('1.9')], ['p 2.3 of 2, ended on 2020-01-01, at 2', 'p 1.9 of 1, ended on null, at 1']],
    'what is supported, and what no cycle has': [[found('2.4.49'), found('3.1'), found('20.1'), found(null)], []],
    'what a distribution may support': [[found('2.3', { distribution: debian }), found('2.3', { distributionPackage: { distribution: debian, source: 'p', version: '2.3-1' } })], []],
    'a product that is not known': [[found('2.3', {}, null)], []],
  };
  for (const [says, [components, unsupported]] of Object.entries(alerts)) {
    test(`versions whose support is over: ${says}`, async () => {
      const known = { of: async () => ({ lifecycle }) as ProductFacts };
      assert.deepEqual((await unsupportedAmong(components, known, now)).map(({ product, version, cycle, endedOn, hosts }) => `${product} ${version} of ${cycle}, ended on ${endedOn}, at ${hosts}`), unsupported);
    });
  }
});
