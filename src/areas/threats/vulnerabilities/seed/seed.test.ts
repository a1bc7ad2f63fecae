import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { knowledgeOf, lifecycleOf, threatsOf } from '../data/read-index.ts';
import { statesOfSources } from '../sources/update.ts';
import { buildSeed } from './build.ts';
import { prepareSources } from './prepare.ts';
import { loadSeed, type SeedEnd } from './seed.ts';
import { addSources } from '../store/sources.ts';

const NOW = Date.parse('2026-11-24T00:00:00Z');
const golden = (name: string): string => readFileSync(new URL(`../golden/${name}`, import.meta.url), 'utf8');
const lines = (name: string): unknown[] => golden(name).trimEnd().split('\n').map(line => JSON.parse(line) as unknown);
const asOf = { cve: '2026-01-01', osv: '2026-01-02', kev: '2026-01-03', retire: '2026-01-04' };

test('a seed has what is about products that can be found, and covers those of sources that are whole', () => {
  const seed = [...buildSeed({ records: { cve: lines('cve5.jsonl') }, files: { kev: JSON.parse(golden('kev.json')), retire: JSON.parse(golden('retire.json')) }, asOf, whole: ['cve'] })];
  const { covers, sources } = seed.at(-1) as SeedEnd;
  assert.ok(covers.cve!.includes('openssh'));
  assert.deepEqual(covers.retire, ['npm/bootstrap', 'npm/jquery', 'npm/lodash']);
  assert.equal(covers.osv, undefined);
  assert.deepEqual([sources.kev!.asOf, sources.kev!.entries], ['2026-01-03', 7]);
  const advisories = seed.flatMap(line => ('advisory' in line ? [line.advisory] : []));
  assert.equal(advisories.length, sources.cve!.entries + sources.retire!.entries);
  assert.deepEqual(advisories.filter(({ affected }) => affected.length === 0), []);
});
test('a whole source covers the releases of distributions that it speaks of', () => {
  const { covers } = [...buildSeed({ records: { osv: lines('osv-rpm.jsonl') }, files: {}, asOf, whole: ['osv'] })].at(-1) as SeedEnd;
  assert.deepEqual(covers.osv!.filter(one => one.includes(':')), ['AlmaLinux:9', 'Mageia:9', 'Red Hat:8', 'Red Hat:9', 'Red Hat:9.2', 'Rocky Linux:8', 'Rocky Linux:9', 'SUSE:15 SP4', 'SUSE:15 SP5', 'openEuler:22.03-LTS-SP3', 'openSUSE:Leap 15.5']);
});
test('a source without a day is refused', () => assert.throws(() => [...buildSeed({ records: { osv: lines('osv.jsonl') }, files: {}, asOf: {}, whole: [] })], /of which day osv is/));

onEachDatabase('data that come with the program', open => {
  test('answer on a fresh install with their age, and say of servers that they are not judged', async () => {
    const store = await open();
    await prepareSources(store, NOW);
    const apache = await knowledgeOf(store.db, 'apache-httpd');
    assert.ok(apache.entries.some(({ ids }) => ids.includes('CVE-2021-41773')));
    assert.deepEqual(apache.coveredBy, []);
    assert.deepEqual((await knowledgeOf(store.db, 'npm/jquery')).coveredBy, ['retire']);
    assert.equal((await threatsOf(store.db, ['CVE-2021-41773'])).get('CVE-2021-41773')!.knownExploited.length, 1);
    assert.ok((await lifecycleOf(store.db, 'nginx'))!.cycles.length > 5);
    const states = await statesOfSources(store.db, [], NOW);
    assert.deepEqual(states.filter(({ isSeed }) => isSeed).map(({ source, state, dataAsOf }) => `${source} ${state} ${dataAsOf!.slice(0, 10)}`), ['cve old 2024-10-24', 'osv old 2026-08-05', 'kev old 2026-08-21', 'endoflife old 2026-08-22', 'retire old 2026-08-20']);
    assert.deepEqual(states.filter(({ state }) => state === 'never').map(({ source }) => source), ['nvd', 'vulncheck', 'epss']);
  });
  test('are taken over whole or not at all', async () => {
    const store = await open();
    const cut = [...buildSeed({ records: { cve: lines('cve5.jsonl') }, files: {}, asOf, whole: ['cve'] })].slice(0, -1);
    await assert.rejects(store.transaction(async tx => loadSeed(tx, cut, await addSources(tx, NOW))), /is truncated. Reinstall/);
    assert.deepEqual((await knowledgeOf(store.db, 'apache-httpd')).entries, []);
    await prepareSources(store, NOW);
    assert.ok((await knowledgeOf(store.db, 'apache-httpd')).entries.length > 0);
  });
  test('never take the place of what was read', async () => {
    const store = await open();
    const seed = buildSeed({ records: {}, files: { kev: JSON.parse(golden('kev.json')) }, asOf, whole: [] });
    await store.transaction(async tx => {
      await addSources(tx, NOW);
      await loadSeed(tx, seed, ['cve']);
    });
    assert.deepEqual((await statesOfSources(store.db, [], NOW)).filter(({ dataAsOf }) => dataAsOf !== null), []);
    await prepareSources(store, NOW);
    assert.deepEqual((await statesOfSources(store.db, [], NOW)).filter(({ dataAsOf }) => dataAsOf !== null), []);
  });
});
