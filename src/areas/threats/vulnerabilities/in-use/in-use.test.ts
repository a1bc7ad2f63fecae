import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
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
});
